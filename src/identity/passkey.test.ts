import { expect, test } from 'vitest'
import { PASSKEY_NAME_MAX_CHARACTERS, passkeySiteOf, readPasskeyName } from './passkey.ts'

test.each([
  ['https://hoshi.example', { rpId: 'hoshi.example', origin: 'https://hoshi.example' }],
  ['https://hoshi.example:8443', { rpId: 'hoshi.example', origin: 'https://hoshi.example:8443' }],
  ['http://localhost:3000', { rpId: 'localhost', origin: 'http://localhost:3000' }],
  ['http://hoshi.example', null],
  ['http://127.0.0.1:3000', null],
  ['https://192.0.2.7', null],
  ['https://[2001:db8::1]', null],
])('the passkeys of %s', (publicUrl, site) => {
  expect(passkeySiteOf(publicUrl)).toEqual(site)
})

test('a name is one line of text, without the spaces around it', () => {
  expect(readPasskeyName('  Linux laptop ')).toBe('Linux laptop')
  expect(readPasskeyName('鍵'.repeat(PASSKEY_NAME_MAX_CHARACTERS))).toHaveLength(PASSKEY_NAME_MAX_CHARACTERS)
})

test.each(['', '  ', 'a\nb', 'a\0', 'x'.repeat(PASSKEY_NAME_MAX_CHARACTERS + 1)])('%j is no name', (raw) => {
  expect(() => readPasskeyName(raw)).toThrow('identity.passkey_name_invalid')
})
