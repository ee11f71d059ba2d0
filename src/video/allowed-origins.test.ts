import { expect, test } from 'vitest'
import { isAllowedOrigin, isAllowedOriginEntry } from './allowed-origins.ts'

test.each([
  ['example.com', 'https://example.com', true],
  ['example.com', 'http://example.com', true],
  ['Example.COM', 'https://example.com', true],
  ['example.com', 'https://www.example.com', false],
  ['example.com', 'https://example.com:8443', false],
  ['example.com:8443', 'https://example.com:8443', true],
  ['example.com:443', 'https://example.com', true],
  ['*.example.com', 'https://www.example.com', true],
  ['*.example.com', 'https://a.b.example.com', true],
  ['*.example.com', 'https://example.com', false],
  ['*.example.com', 'https://badexample.com', false],
  ['https://example.com', 'https://example.com', true],
  ['https://example.com', 'http://example.com', false],
  ['localhost:5173', 'http://localhost:5173', true],
  ['example.com', 'null', false],
  ['example.com', 'ftp://example.com', false],
])('%s for %s: %s', (named, origin, isAllowed) => {
  expect(isAllowedOrigin([named], origin)).toBe(isAllowed)
})

test('matches any of several entries, and nothing without entries', () => {
  expect(isAllowedOrigin(['example.com', 'example.org'], 'https://example.org')).toBe(true)
  expect(isAllowedOrigin([], 'https://example.org')).toBe(false)
})

test.each(['example.com', '*.example.com', 'localhost:3000', 'https://a-b.example', '127.0.0.1:80'])(
  'accepts %s',
  (text) => {
    expect(isAllowedOriginEntry(text)).toBe(true)
  },
)

test('accepts 260 characters at most', () => {
  expect(isAllowedOriginEntry('a'.repeat(260))).toBe(true)
  expect(isAllowedOriginEntry('a'.repeat(261))).toBe(false)
})

test.each(['', '*', 'a.*.com', 'example.com/path', 'exa mple.com', 'javascript:x', 'example.com\r\nX: y', '-a.com'])(
  'refuses %j',
  (text) => {
    expect(isAllowedOriginEntry(text)).toBe(false)
  },
)
