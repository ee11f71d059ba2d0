import { type AddressInfo, createServer, type Socket } from 'node:net'

/** A server that accepts connections and never answers, as a database behind a broken network does. */
export async function createSilentServer(): Promise<{ connectionString: string; close(): Promise<void> }> {
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    open.add(socket)
    socket.on('error', () => {})
    socket.resume()
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  return {
    connectionString: `postgres://hoshi@127.0.0.1:${port}/hoshi`,
    close() {
      for (const socket of open) socket.destroy()
      return new Promise((closed) => server.close(() => closed()))
    },
  }
}
