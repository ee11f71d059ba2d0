import { type AddressInfo, createConnection, createServer, type Socket } from 'node:net'
import { join } from 'node:path'

/** A connection to a server that can be cut and restored, as by a restart, or stalled silently. */
interface ConnectionProxy {
  /** Closes every connection and accepts no other. */
  cut(): Promise<void>
  /** From now on bytes neither arrive nor are refused, on connections old and new. */
  stall(): void
  /** Delivers the stalled bytes, and all that follow. */
  resume(): void
  /** Number of open sockets, both ends of each connection. */
  openSocketCount(): number
}

/** A connection to the database. */
export interface DatabaseProxy extends ConnectionProxy {
  connectionString: string
  listen(): Promise<void>
}

/**
 * @param folder where its socket is made
 * @param rewrite changes bytes of the server on their way to the client
 */
export function createDatabaseProxy(
  connectionString: string,
  folder: string,
  rewrite = (bytes: Buffer) => bytes,
): DatabaseProxy {
  const parts = new URL(connectionString.replace('@/', '@localhost/'))
  const file = `.s.PGSQL.${parts.port || '5432'}`
  const target = join(parts.searchParams.get('host')!, file)
  const { server, proxy } = createProxy(() => createConnection(target), rewrite)
  return {
    ...proxy,
    connectionString: connectionString.replace(/host=[^&]*/, `host=${encodeURIComponent(folder)}`),
    listen: () => new Promise((joined) => server.listen(join(folder, file), joined)),
  }
}

/** A connection to a site, open from the start. */
export interface SiteProxy extends ConnectionProxy {
  /** Origin of the site over this connection. */
  url: string
}

export async function createSiteProxy(url: string): Promise<SiteProxy> {
  const { port } = new URL(url)
  const { server, proxy } = createProxy(() => createConnection(Number(port), '127.0.0.1'))
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return { ...proxy, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

function createProxy(connect: () => Socket, rewrite = (bytes: Buffer) => bytes) {
  const open = new Set<Socket>()
  let isStalled = false
  const server = createServer((client) => {
    const upstream = connect()
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      open.add(one)
      one.on('data', (bytes) => other.write(one === upstream ? rewrite(bytes) : bytes))
      if (isStalled) one.pause()
      one.on('error', () => {})
      one.on('close', () => {
        open.delete(one)
        other.destroy()
      })
    }
  })
  const proxy: ConnectionProxy = {
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
    openSocketCount: () => open.size,
  }
  return { server, proxy }
}
