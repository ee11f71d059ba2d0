import { expect, test } from 'vitest'
import { isSafeProviderUrl } from './provider.ts'

test.each([
  ['https://id.example', true],
  ['https://id.example:8443/realms/studio', true],
  ['http://127.0.0.1:9000', true],
  ['http://localhost:9000/x', true],
  ['http://[::1]:9000', true],
  ['http://id.example', false],
  ['http://127.0.0.1.id.example', false],
  ['https://name:word@id.example', false],
  ['ftp://127.0.0.1', false],
  ['id.example', false],
  ['', false],
])('%s is a URL for secrets: %s', (url, isSafe) => {
  expect(isSafeProviderUrl(url)).toBe(isSafe)
})
