import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'

const PAIRS = 4000

/**
 * Ports below those that the system gives to connections and to servers without a port of their own, so that none of
 * these takes the port of a process while it restarts.
 */
const first = firstEphemeralPort() - 2 * PAIRS
let next = process.pid * 37

/**
 * A free port that belongs to this process until it ends, so a server may stop and start on it. The port above it stays
 * open here, which keeps other test processes from choosing the same one.
 */
export async function freePort(): Promise<string> {
  for (let tried = 0; tried < PAIRS; tried += 1) {
    const port = first + 2 * (next % PAIRS)
    next += 1
    const claim = await listenOn(port + 1)
    const server = claim && (await listenOn(port))
    if (server) {
      await new Promise((closed) => server.close(closed))
      claim.unref()
      return String(port)
    }
    claim?.close()
  }
  throw new Error(`No port from ${first} on is free.`)
}

/** @returns null when the port is taken */
function listenOn(port: number): Promise<Server | null> {
  const server = createServer()
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(null) : reject(error),
    )
    server.listen({ port, host: '0.0.0.0', exclusive: true }, () => resolve(server))
  })
}

function firstEphemeralPort(): number {
  try {
    const [lowest = ''] = readFileSync('/proc/sys/net/ipv4/ip_local_port_range', 'utf8').split(/\s/)
    // A system that gives away nearly all ports has no block below them.
    return Number(lowest) > 3 * PAIRS ? Number(lowest) : 32_768
  } catch {
    return 32_768
  }
}
