import type { Server } from 'node:http'

export interface ConnectionLimits {
  total: number
  /** Null where all of them may come from one proxy. */
  perIp: number | null
}

/** Share of the connections that one IP address may have. @see docs/product.md#limits */
const SHARE_PER_IP = 0.25
/**
 * How long a proxy may keep an unused connection. The proxy has to be the one that closes it (nginx does after 60 s, Caddy after
 * 2 min): a request that crosses our closing on the wire would be lost, and a proxy sends no form a second time.
 */
const IDLE_MS_BEHIND_PROXY = 130_000

export function connectionLimits(config: { maxConnections: number; trustedProxies: number }): ConnectionLimits {
  const total = config.maxConnections
  return { total, perIp: config.trustedProxies === 0 ? Math.ceil(total * SHARE_PER_IP) : null }
}

/** Limits a server's open connections. A connection past the limits is closed before it is read. */
export function limitConnections(http: Server, { total, perIp }: ConnectionLimits): void {
  http.maxConnections = total
  // A form may take as long as it needs while it makes progress; `limitBodyStalls` ends one that stalls.
  http.requestTimeout = 0
  if (perIp === null) {
    http.keepAliveTimeout = IDLE_MS_BEHIND_PROXY
    return
  }
  const open = new Map<string, number>()
  http.on('connection', (socket) => {
    const from = socket.remoteAddress ?? ''
    const before = open.get(from) ?? 0
    if (before >= perIp) return void socket.destroy()
    open.set(from, before + 1)
    socket.once('close', () => {
      const left = open.get(from)! - 1
      if (left === 0) open.delete(from)
      else open.set(from, left)
    })
  })
}
