import type { IncomingMessage } from 'node:http'
import { describe, expect, test } from 'vitest'
import { Secret } from '../secret.ts'
import { mayReadMetrics } from './metrics-access.ts'

const token = new Secret('a token of Prometheus')
const site = { publicUrl: 'http://localhost:3000', isPublicUrlSet: false, host: '127.0.0.1', trustedProxies: 0 }
const publicSite = { ...site, publicUrl: 'https://hoshi.example', isPublicUrlSet: true }

function request(remoteAddress: string | undefined, headers: Record<string, string> = {}): IncomingMessage {
  return { headers: { host: '127.0.0.1:3000', ...headers }, socket: { remoteAddress } } as unknown as IncomingMessage
}

const mayRead = (incoming: IncomingMessage | undefined, at: typeof site = site) =>
  mayReadMetrics({ site: at, token: null }, incoming)

describe('without a token', () => {
  test.each(['127.0.0.1', '127.8.9.10', '::1', '::ffff:127.0.0.1'])('%s is this machine', (address) => {
    expect(mayRead(request(address))).toBe(true)
  })

  test.each(['10.0.0.7', '192.0.2.1', '2001:db8::1', '::ffff:10.0.0.7', 'unknown', undefined])(
    '%s is not',
    (address) => {
      expect(mayRead(request(address))).toBe(false)
    },
  )

  test.each(['localhost:3000', '[::1]:3000', '127.0.0.1'])('the host %s names this machine', (host) => {
    expect(mayRead(request('127.0.0.1', { host }))).toBe(true)
  })

  test('a request that came through a proxy on this machine is not from it, even if it says so', () => {
    const local = '127.0.0.1'
    for (const trustedProxies of [0, 1]) {
      const at = { ...site, trustedProxies }
      expect(mayRead(request(local, { 'x-forwarded-for': local }), at)).toBe(false)
      expect(mayRead(request(local, { forwarded: 'for=127.0.0.1' }), at)).toBe(false)
      expect(mayRead(request(local, { via: '1.1 cache' }), at)).toBe(false)
      expect(mayRead(request(local, { host: 'hoshi.example' }), at)).toBe(false)
    }
  })

  test('a public site whose proxies nobody has named cannot tell its own machine from one of them', () => {
    expect(mayRead(request('127.0.0.1'), publicSite)).toBe(false)
    expect(mayRead(request('127.0.0.1'), { ...publicSite, trustedProxies: 1 })).toBe(true)
    expect(mayRead(request('127.0.0.1'), { ...site, isPublicUrlSet: true })).toBe(true)
  })

  test('a request without a connection is refused', () => {
    expect(mayRead(undefined)).toBe(false)
  })
})

describe('with a token', () => {
  const sends = (authorization: string, at = { site: publicSite, token }) =>
    mayReadMetrics(at, request('192.0.2.1', { authorization, 'x-forwarded-for': '192.0.2.7' }))

  test('those who send it may read, from anywhere', () => {
    expect(sends(`Bearer ${token.reveal()}`)).toBe(true)
    expect(sends(`bearer  ${token.reveal()}`)).toBe(true)
  })

  test.each([
    '',
    'Bearer',
    'Bearer ',
    'Bearer a token',
    'Bearer a token of Prometheus!',
    'Basic a token of Prometheus',
  ])('%j is refused', (authorization) => {
    expect(sends(authorization)).toBe(false)
  })

  test('callers on this machine need none', () => {
    expect(mayReadMetrics({ site, token }, request('127.0.0.1'))).toBe(true)
  })
})
