import { expect, it } from 'vitest'
import { createPasswordHashing } from './password-hashing.server.ts'

const { hash, verify } = createPasswordHashing()

it('verifies a password by its hash, which differs each time', async () => {
  const [one, other] = await Promise.all([hash('a good password'), hash('a good password')])
  expect(one).not.toBe(other)
  expect(one).not.toContain('a good password')
  expect(await verify({ hash: one, password: 'a good password' })).toBe(true)
  expect(await verify({ hash: one, password: 'a good passwore' })).toBe(false)
})

it('hashes with scrypt’s 16 MB: 64 bytes with a salt of 16', async () => {
  expect(await hash('a good password')).toMatch(/^[0-9a-f]{32}:[0-9a-f]{128}$/)
})
