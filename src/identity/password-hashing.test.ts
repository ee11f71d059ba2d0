import { expect, it } from 'vitest'
import { createPasswordHashing } from './password-hashing.server.ts'

const { hash, verify } = createPasswordHashing()

it('knows a password again by its hash, which is another one each time', async () => {
  const [one, other] = await Promise.all([hash('a good password'), hash('a good password')])
  expect(one).not.toBe(other)
  expect(one).not.toContain('a good password')
  expect(await verify({ hash: one, password: 'a good password' })).toBe(true)
  expect(await verify({ hash: one, password: 'a good passwore' })).toBe(false)
})

it('takes scrypt’s 16 MB for a hash: 64 bytes under a salt of 16', async () => {
  expect(await hash('a good password')).toMatch(/^[0-9a-f]{32}:[0-9a-f]{128}$/)
})
