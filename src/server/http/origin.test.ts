import { expect, test } from 'vitest'
import { callerIp } from './caller-ip.ts'
import { isOwnOrigin, ownOrigin, type Site } from './origin.ts'

const local: Site = { publicUrl: 'http://localhost:3000', isPublicUrlSet: false, host: '127.0.0.1' }
const named: Site = { publicUrl: 'https://hoshi.example', isPublicUrlSet: true, host: '0.0.0.0' }

function write(url: string, origin?: string): Request {
  return new Request(url, { method: 'POST', headers: origin ? { origin } : {} })
}

test('without PUBLIC_URL, every loopback name with the right port is this site', () => {
  for (const host of ['127.0.0.1:3000', 'localhost:3000', '[::1]:3000']) {
    expect(isOwnOrigin(write(`http://${host}/x`, `http://${host}`), local, true)).toBe(true)
  }
  expect(isOwnOrigin(write('http://127.0.0.1:3000/x', 'http://localhost:3000'), local, true)).toBe(false)
  expect(isOwnOrigin(write('http://127.0.0.1:3000/x', 'http://127.0.0.1:4000'), local, true)).toBe(false)
})

test('a forged Host is never this site', () => {
  expect(ownOrigin('http://evil.example/x', local)).toBe('http://localhost:3000')
  expect(isOwnOrigin(write('http://evil.example/x', 'http://evil.example'), local, true)).toBe(false)
})

test('with PUBLIC_URL only that origin counts', () => {
  expect(isOwnOrigin(write('http://10.0.0.1/x', 'https://hoshi.example'), named, true)).toBe(true)
  expect(isOwnOrigin(write('http://127.0.0.1/x', 'http://127.0.0.1'), named, true)).toBe(false)
})

test('a write with a session must name its origin, one without need not', () => {
  expect(isOwnOrigin(write('http://127.0.0.1:3000/x'), local, true)).toBe(false)
  expect(isOwnOrigin(write('http://127.0.0.1:3000/x'), local, false)).toBe(true)
  expect(isOwnOrigin(write('http://127.0.0.1:3000/x', 'null'), local, false)).toBe(false)
})

test('forwarded addresses are trusted only as far as trusted proxies wrote them', () => {
  expect(callerIp('::ffff:10.0.0.9', '1.2.3.4', 0)).toBe('10.0.0.9')
  expect(callerIp('10.0.0.9', '6.6.6.6, 1.2.3.4', 1)).toBe('1.2.3.4')
  expect(callerIp('10.0.0.9', '6.6.6.6, 1.2.3.4, 10.0.0.8', 2)).toBe('1.2.3.4')
  expect(callerIp('10.0.0.9', 'not an address', 1)).toBe('10.0.0.9')
  expect(callerIp('10.0.0.9', '1.2.3.4', 3)).toBe('10.0.0.9')
})
