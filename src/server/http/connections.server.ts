import type { Server } from 'node:http'

export interface ConnectionLimits {
  total: number
  /** Null where all of them may come from one proxy. */
  perAddress: number | null
}

/** One address gets a share of them. @see docs/product.md#limits */
const SHARE_OF_ADDRESS = 0.25

export function connectionLimits(config: { maxConnections: number; trustedProxies: number }): ConnectionLimits {
  const total = config.maxConnections
  return { total, perAddress: config.trustedProxies === 0 ? Math.ceil(total * SHARE_OF_ADDRESS) : null }
}

/** Limits what a server holds open. A connection past the limits is closed before it is heard. */
export function limitConnections(http: Server, { total, perAddress }: ConnectionLimits): void {
  http.maxConnections = total
  // A form may take as long as it needs while it moves; one that does not is ended by its pace.
  http.requestTimeout = 0
  if (perAddress === null) return
  const open = new Map<string, number>()
  http.on('connection', (socket) => {
    const from = socket.remoteAddress ?? ''
    const before = open.get(from) ?? 0
    if (before >= perAddress) return void socket.destroy()
    open.set(from, before + 1)
    socket.once('close', () => {
      const left = open.get(from)! - 1
      if (left === 0) open.delete(from)
      else open.set(from, left)
    })
  })
}
