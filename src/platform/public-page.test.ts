import { createServer, request as httpRequest, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createPublicPages, type Internet } from './public-page.server.ts'

let server: Server
let answer: (request: IncomingMessage, response: ServerResponse) => void
let received: IncomingMessage[]
let resolved: string[]

beforeAll(async () => {
  server = createServer((request, response) => {
    received.push(request)
    answer(request, response)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
})

afterAll(() => {
  server.closeAllConnections()
  server.close()
})

beforeEach(() => {
  received = []
  resolved = []
  answer = (_, response) => response.writeHead(200, { 'Content-Type': 'text/html' }).end('<p>Hello</p>')
})

/** An internet that consists of the local server: every host is at its address, without TLS. */
function local(changes: Partial<Internet> = {}): Internet {
  return {
    async resolve(host) {
      resolved.push(host)
      return [{ address: '127.0.0.1', family: 4 }]
    },
    isPublic: () => true,
    request: (options, onResponse) =>
      httpRequest({ ...options, port: (server.address() as AddressInfo).port, protocol: 'http:' }, onResponse),
    timeoutMs: 60_000,
    ...changes,
  }
}

const fetchPage = (url: string, changes?: Partial<Internet>) => createPublicPages('Hoshi', local(changes))(url)

describe('a page', () => {
  it('is read from the address that its host resolved to, once', async () => {
    expect(await fetchPage('https://page.example/mika?a=1')).toBe('<p>Hello</p>')
    expect(resolved).toEqual(['page.example'])
    expect(received[0]).toMatchObject({
      url: '/mika?a=1',
      headers: { host: 'page.example', 'user-agent': 'Hoshi', 'accept-encoding': 'identity' },
    })
  })

  it('is read up to 256 KiB', async () => {
    answer = (_, response) => response.writeHead(200, { 'Content-Type': 'text/html' }).end('a'.repeat(1_000_000))
    expect(await fetchPage('https://page.example/')).toHaveLength(256 * 1024)
  })

  it.each([
    ['another status', 404, { 'Content-Type': 'text/html' }],
    ['another type', 200, { 'Content-Type': 'application/json' }],
    ['no type', 200, {}],
    ['an encoding that was not asked for', 200, { 'Content-Type': 'text/html', 'Content-Encoding': 'gzip' }],
  ])('is none with %s', async (_, status, headers) => {
    answer = (_, response) => response.writeHead(status, headers).end('<p>Hello</p>')
    expect(await fetchPage('https://page.example/')).toBeNull()
  })

  it('is none when its host answers too late', async () => {
    answer = () => {}
    expect(await fetchPage('https://page.example/', { timeoutMs: 20 })).toBeNull()
  })

  it('is none when its host resolves too late, or not at all', async () => {
    expect(await fetchPage('https://page.example/', { resolve: () => new Promise(() => {}), timeoutMs: 20 })).toBeNull()
    expect(
      await fetchPage('https://page.example/', { resolve: () => Promise.reject(new Error('NXDOMAIN')) }),
    ).toBeNull()
    expect(await fetchPage('https://page.example/', { resolve: async () => [] })).toBeNull()
    expect(received).toEqual([])
  })
})

describe('nothing is requested', () => {
  it.each([
    'http://page.example/',
    'https://page.example:8443/',
    'https://me@page.example/',
    'https://me:secret@page.example/',
    'file:///etc/passwd',
    'page.example',
  ])('of %s', async (url) => {
    expect(await fetchPage(url)).toBeNull()
    expect([resolved, received]).toEqual([[], []])
  })

  it('of a host that has any address outside the public internet', async () => {
    const { isPublic } = local()
    expect(isPublic('127.0.0.1')).toBe(true)
    const onlyFirst = { isPublic: (address: string) => address === '127.0.0.1' }
    const resolve = async () => [
      { address: '127.0.0.1', family: 4 },
      { address: '10.0.0.1', family: 4 },
    ]
    expect(await fetchPage('https://page.example/', { ...onlyFirst, resolve })).toBeNull()
    expect(received).toEqual([])
  })

  it.each(['https://127.0.0.1/', 'https://[::1]/', 'https://2130706433/', 'https://localhost/'])(
    'of %s, by the rules that apply outside tests',
    async (url) => {
      const fetchRealPage = createPublicPages('Hoshi')
      expect(await fetchRealPage(url)).toBeNull()
    },
  )
})

describe('a redirect', () => {
  const redirectTo = (location: string) => {
    answer = (request, response) => {
      if (request.url === '/end') response.writeHead(200, { 'Content-Type': 'text/html' }).end('end')
      else response.writeHead(302, { Location: location }).end()
    }
  }

  it('is followed within the same host, at the same address', async () => {
    redirectTo('/end')
    expect(await fetchPage('https://page.example/')).toBe('end')
    expect(resolved).toEqual(['page.example'])
  })

  it.each([
    'https://other.example/end',
    'http://page.example/end',
    'https://page.example:444/end',
    '//10.0.0.1/end',
    'http://[',
  ])('is not followed to %s', async (location) => {
    redirectTo(location)
    expect(await fetchPage('https://page.example/')).toBeNull()
    expect(received).toHaveLength(1)
  })

  it('is followed three times at most', async () => {
    redirectTo('/again')
    expect(await fetchPage('https://page.example/')).toBeNull()
    expect(received).toHaveLength(4)
  })
})
