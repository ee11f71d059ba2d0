import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { eventually } from '#tests/support/run/eventually.ts'
import { connectionLimits, limitConnections } from './connections.server.ts'
import { limitBodyStalls, limitResponseStalls, STALL_TIMEOUTS } from './stall-timeouts.server.ts'

const MEGABYTE = Buffer.alloc(1024 * 1024)

let http: Server
let clients: Socket[]
let requests: IncomingMessage[]

beforeEach(async () => {
  clients = []
  requests = []
  http = createServer({ keepAliveTimeout: 0 })
  await new Promise<void>((listening) => http.listen(0, '127.0.0.1', listening))
})

afterEach(() => {
  vi.useRealTimers()
  for (const client of clients) client.destroy()
  http.close()
})

function serve(handler: (request: IncomingMessage, response: ServerResponse) => void, unreadResponseMs = 60_000): void {
  http.on('request', (request, response) => {
    const timeouts = { ...STALL_TIMEOUTS, unreadResponseMs }
    limitBodyStalls(request, response, timeouts)
    limitResponseStalls(request, response, timeouts)
    request.on('error', () => {})
    requests.push(request)
    handler(request, response)
  })
}

/** @param allowHalfOpen whether the client may continue to send after the server has ended its side */
async function open({ allowHalfOpen = false } = {}): Promise<Socket> {
  const { port } = http.address() as AddressInfo
  const client = connect({ port, host: '127.0.0.1', allowHalfOpen })
  client.on('error', () => {})
  clients.push(client)
  await once(client, 'connect')
  return client
}

/** Reads until the other side has ended, without closing this one. */
async function readToEnd(client: Socket): Promise<string> {
  let read = ''
  client.on('data', (bytes: Buffer) => {
    read += bytes
  })
  await once(client, 'end')
  return read
}

const head = (bytes: number) => `POST / HTTP/1.1\r\nHost: here\r\nContent-Length: ${bytes}\r\n\r\n`

/** Waits until the server has read this much from the only connection. */
function hasTaken(bytes: number): Promise<unknown> {
  return eventually(`the server takes ${bytes} bytes`, () => (requests[0]?.socket.bytesRead ?? 0) >= bytes)
}

describe('a body', () => {
  test('that stalls ends after half a minute, and at most five seconds later', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    serve((request) => request.resume())
    const client = await open()
    const response = text(client)
    client.write(`${head(10)}abc`)
    await hasTaken(head(10).length + 3)
    vi.advanceTimersByTime(29_000)
    expect(requests[0]?.destroyed).toBe(false)
    vi.advanceTimersByTime(6_000)
    expect(await response).toMatch(/^HTTP\/1.1 408 /)
  })

  // In steps of 25 s, six checks of which are half a minute.
  async function sendInSteps(client: Socket, bytesPerStep: number, steps: number): Promise<void> {
    const piece = 'x'.repeat(bytesPerStep)
    const first = head(bytesPerStep * steps)
    client.write(first)
    for (let sent = 1; sent < steps; sent++) {
      client.write(piece)
      await hasTaken(first.length + sent * bytesPerStep)
      vi.advanceTimersByTime(25_000)
    }
    client.end(piece)
  }

  test('that keeps the least rate may take as long as it needs', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    serve((request, response) => void text(request).then((body) => response.end(String(body.length))))
    const client = await open()
    const response = text(client)
    const bytesPerStep = 30 * STALL_TIMEOUTS.leastBytesPerSecond
    await sendInSteps(client, bytesPerStep, 20)
    expect(await response).toMatch(new RegExp(`^HTTP/1.1 200 [\\s\\S]*${20 * bytesPerStep}`))
  })

  test.each([1, 1000, 80_000])('that moves on by %i bytes in 25 s ends, with its answer', async (bytesPerStep) => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    serve((request) => request.resume())
    const client = await open()
    const response = text(client)
    client.write(`${head(1_000_000)}${'x'.repeat(bytesPerStep)}`)
    await hasTaken(head(1_000_000).length + bytesPerStep)
    vi.advanceTimersByTime(25_000)
    expect(requests[0]?.destroyed).toBe(false)
    client.write('x')
    await hasTaken(head(1_000_000).length + bytesPerStep + 1)
    vi.advanceTimersByTime(10_000)
    expect(await response).toMatch(/^HTTP\/1.1 408 /)
  })

  test('that waits for the server to read it does not count as stalled', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    serve(() => {})
    const client = await open()
    client.write(head(MEGABYTE.length))
    client.write(MEGABYTE)
    await eventually('the server holds what it can', () => {
      const [request] = requests
      return request && request.readableLength >= request.readableHighWaterMark
    })
    vi.advanceTimersByTime(600_000)
    expect(requests[0]?.destroyed).toBe(false)
  })

  test.each([['keep-alive'], ['close']])(
    'of 4 MB that continues after its refusal is drained (Connection: %s)',
    async (connection) => {
      serve((_request, response) => response.writeHead(401).end('no'))
      const client = await open({ allowHalfOpen: true })
      const response = readToEnd(client)
      const size = 4 * MEGABYTE.length
      client.write(head(size).replace('\r\n\r\n', `\r\nConnection: ${connection}\r\n\r\n`))
      for (let sent = 0; sent < 4; sent++) client.write(MEGABYTE)
      await eventually('the body is over', () => requests[0]?.complete)
      client.end()
      expect(await response).toMatch(/^HTTP\/1.1 401 [\s\S]*no/)
    },
  )

  test('that continues after its refusal is the last one on its connection, which the answer says', async () => {
    serve((_request, response) => response.writeHead(401).end('no'))
    const client = await open({ allowHalfOpen: true })
    const response = readToEnd(client)
    client.write(head(1024 * MEGABYTE.length))
    client.write(MEGABYTE)
    // The server ends its side at once, while the body goes on.
    expect(await response).toMatch(/^HTTP\/1.1 401 [\s\S]*\r\nConnection: close\r\n[\s\S]*no/)
    expect([requests[0]?.complete, requests[0]?.socket.destroyed]).toEqual([false, false])
  })

  test('that ends before its answer leaves the connection for the next one', async () => {
    serve((request, response) => void text(request).then((body) => response.end(body)))
    const client = await open()
    for (const body of ['one', 'two']) {
      client.write(head(3) + body)
      expect(String(await once(client, 'data'))).toMatch(new RegExp(`Connection: keep-alive\\r\\n[\\s\\S]*${body}`))
    }
  })

  test('that continues beyond the limit after its refusal is no longer read, and cut off after five seconds', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    serve((_request, response) => response.writeHead(401).end('no'))
    const client = await open()
    const response = once(client, 'data')
    const closed = new Promise((done) => client.once('close', done))
    client.write(head(1024 * MEGABYTE.length))
    for (let megabytes = 0; megabytes < 32; megabytes++) client.write(MEGABYTE)
    await eventually('the server takes no more', () => requests[0]?.isPaused())
    expect(String(await response)).toMatch(/^HTTP\/1.1 401 /)
    vi.advanceTimersByTime(4_900)
    expect(requests[0]?.socket.destroyed).toBe(false)
    vi.advanceTimersByTime(200)
    await closed
    expect(requests[0]?.complete).toBe(false)
    expect(requests[0]?.socket.bytesRead).toBeLessThan(6 * MEGABYTE.length)
  })
})

describe('a response', () => {
  test('that is not read ends', async () => {
    const closed = new Promise<void>((resolve) => {
      serve((_request, response) => {
        response.once('close', resolve)
        for (let megabytes = 0; megabytes < 64; megabytes++) response.write(MEGABYTE)
      }, 200)
    })
    const client = await open()
    client.pause()
    client.write('GET / HTTP/1.1\r\nHost: here\r\n\r\n')
    await closed
    expect(requests[0]?.socket.destroyed).toBe(true)
  })

  test('that has not started yet has no time limit', async () => {
    const started = Promise.withResolvers<ServerResponse>()
    serve((_request, response) => started.resolve(response), 20)
    const client = await open()
    client.write('GET / HTTP/1.1\r\nHost: here\r\n\r\n')
    const response = await started.promise
    for (let times = 0; times < 3; times++) await once(response, 'timeout')
    response.end('late')
    client.end()
    expect(await text(client)).toMatch(/late/)
  })
})

describe('connections', () => {
  const isClosed = (client: Socket) => new Promise((done) => client.resume().once('close', done))

  test('past the share of one IP address are closed, and closing one frees a slot', async () => {
    limitConnections(http, connectionLimits({ maxConnections: 8, trustedProxies: 0 }))
    serve((_request, response) => response.end('yes'))
    const first = await open()
    await open()
    await isClosed(await open())
    first.destroy()
    await eventually('the slot is free', async () => {
      const client = await open()
      client.end('GET / HTTP/1.1\r\nHost: here\r\n\r\n')
      return /yes/.test(await text(client).catch(() => ''))
    })
  })

  test('past the total are closed, also behind a proxy', async () => {
    limitConnections(http, connectionLimits({ maxConnections: 3, trustedProxies: 1 }))
    for (let n = 0; n < 3; n++) await open()
    await isClosed(await open())
    expect(await new Promise((count) => http.getConnections((_error, open) => count(open)))).toBe(3)
  })

  test('behind a proxy stay open for longer than it keeps an unused one', () => {
    limitConnections(http, connectionLimits({ maxConnections: 8, trustedProxies: 1 }))
    expect(http.keepAliveTimeout).toBeGreaterThan(120_000)
  })

  test('have no time limit for a request', () => {
    limitConnections(http, connectionLimits({ maxConnections: 8, trustedProxies: 0 }))
    expect(http.requestTimeout).toBe(0)
  })
})
