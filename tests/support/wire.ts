import { createConnection, createServer, type Socket } from 'node:net'
import { join } from 'node:path'

/** A way to the database that can be cut and joined again, as a restarting server does it, or stall without a word. */
export interface Wire {
  connectionString: string
  cut(): Promise<void>
  join(): Promise<void>
  /** From now on bytes neither arrive nor are refused, on connections old and new. */
  stall(): void
  /** Delivers what was held back, and whatever comes. */
  resume(): void
}

/** @param folder where its socket is made */
export function layWire(connectionString: string, folder: string): Wire {
  const parts = new URL(connectionString.replace('@/', '@localhost/'))
  const file = `.s.PGSQL.${parts.port || '5432'}`
  const target = join(parts.searchParams.get('host')!, file)
  const open = new Set<Socket>()
  let isFlowing = Promise.resolve()
  let resume = () => {}
  const server = createServer((near) => {
    const far = createConnection(target)
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one)
      one.on('data', (bytes) => void isFlowing.then(() => other.write(bytes)))
      one.on('error', () => {})
      one.on('close', () => {
        open.delete(one)
        other.destroy()
      })
    }
  })
  return {
    connectionString: connectionString.replace(/host=[^&]*/, `host=${encodeURIComponent(folder)}`),
    join: () => new Promise((joined) => server.listen(join(folder, file), joined)),
    cut() {
      const closed = new Promise<void>((done) => server.close(() => done()))
      for (const socket of open) socket.destroy()
      return closed
    },
    stall() {
      isFlowing = new Promise((flows) => {
        resume = flows
      })
    },
    resume: () => resume(),
  }
}
