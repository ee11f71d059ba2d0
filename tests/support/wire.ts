import { type AddressInfo, createConnection, createServer, type Socket } from 'node:net'
import { join } from 'node:path'

/** A way to a server that can be cut and joined again, as a restart does it, or stall without a word. */
interface Way {
  /** Ends every connection and takes no other. */
  cut(): Promise<void>
  /** From now on bytes neither arrive nor are refused, on connections old and new. */
  stall(): void
  /** Delivers what was held back, and whatever comes. */
  resume(): void
  /** Both ends of each connection count. */
  openEnds(): number
}

/** A way to the database. */
export interface Wire extends Way {
  connectionString: string
  join(): Promise<void>
}

/** @param folder where its socket is made */
export function layWire(connectionString: string, folder: string): Wire {
  const parts = new URL(connectionString.replace('@/', '@localhost/'))
  const file = `.s.PGSQL.${parts.port || '5432'}`
  const target = join(parts.searchParams.get('host')!, file)
  const { server, way } = createWay(() => createConnection(target))
  return {
    ...way,
    connectionString: connectionString.replace(/host=[^&]*/, `host=${encodeURIComponent(folder)}`),
    join: () => new Promise((joined) => server.listen(join(folder, file), joined)),
  }
}

/** A way to a site, open from the start. */
export interface Line extends Way {
  /** Origin of the site by this way. */
  url: string
}

export async function layLine(url: string): Promise<Line> {
  const { port } = new URL(url)
  const { server, way } = createWay(() => createConnection(Number(port), '127.0.0.1'))
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return { ...way, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

function createWay(connect: () => Socket) {
  const open = new Set<Socket>()
  let isStalled = false
  const server = createServer((near) => {
    const far = connect()
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one)
      one.on('data', (bytes) => other.write(bytes))
      if (isStalled) one.pause()
      one.on('error', () => {})
      one.on('close', () => {
        open.delete(one)
        other.destroy()
      })
    }
  })
  const way: Way = {
    cut() {
      const closed = new Promise<void>((done) => server.close(() => done()))
      for (const socket of open) socket.destroy()
      return closed
    },
    stall() {
      isStalled = true
      for (const socket of open) socket.pause()
    },
    resume() {
      isStalled = false
      for (const socket of open) socket.resume()
    },
    openEnds: () => open.size,
  }
  return { server, way }
}
