import { expect, test } from 'vitest'
import { offersPasskeys } from './offers-passkeys.ts'

test.each([
  [null, 'https://hoshi.example/login', false],
  ['https://hoshi.example', 'https://hoshi.example/login', true],
  ['https://hoshi.example', 'http://upstream:3000/login', true],
  ['http://localhost:3000', 'http://localhost:3000/login', true],
  ['http://localhost:3000', 'http://127.0.0.1:3000/login', false],
])('passkeys of %s on %s', (origin, url, isOffered) => {
  expect(offersPasskeys(origin, new URL(url))).toBe(isOffered)
})
