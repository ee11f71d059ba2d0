import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase } from '#tests/support/data/test-database.server.ts'
import {
  caller,
  codesOf,
  cookieOf,
  createTestIdentity,
  password,
  type TestIdentity,
} from '#tests/support/worlds/test-identity.server.ts'

const email = 'mika@example.org'
let at: TestIdentity
/** A request of the owner's browser, with a session and the cookie of a known device. */
let own: { ip: string; cookie: string }

beforeEach(async () => {
  at = createTestIdentity(await createTestDatabase())
  await at.signUp()
  own = { ...caller, cookie: (await at.signIn()).get('cookie')! }
})

afterEach(async () => {
  await at.close()
})

const deviceOf = (cookie: string) => ({ ...caller, cookie: cookie.split('; ').find((pair) => /device=/.test(pair))! })
const guess = (word: string, from: { ip: string; cookie?: string }) =>
  at.identity.signIn({ email, password: word }, from)

/** Strangers use up the limits of the account and of the owner's own IP address. */
async function othersGuess(): Promise<void> {
  await codesOf(Array.from({ length: 20 }, (_, n) => guess(`wrong ${n}`, { ip: `198.51.100.${n}` })))
  const atNobody = (n: number) => at.identity.signIn({ email: `nobody${n}@example.org`, password }, caller)
  await codesOf(Array.from({ length: 30 }, (_, n) => atNobody(n)))
  expect(await codesOf([guess(password, { ip: '203.0.113.1' }), guess(password, caller)])).toEqual(
    Array(2).fill('identity.too_many_sign_ins'),
  )
}

describe('wrong guesses of others', () => {
  it('do not keep the owner from signing in on a known device', async () => {
    await at.identity.signOut(new Headers({ cookie: own.cookie }))
    await othersGuess()
    const { account } = await guess(password, deviceOf(own.cookie))
    expect(account.email).toBe(email)
  })

  it('do not keep a signed-in owner from changing the password, or from signing in with it there', async () => {
    await othersGuess()
    const account = (await at.identity.accountFor(new Headers({ cookie: own.cookie })))!
    const change = { currentPassword: password, newPassword: 'another password' }
    const session = own.cookie.split('; ').find((pair) => /session=/.test(pair))!
    const { setCookies } = await at.identity.changePassword(account, change, { ...caller, cookie: session })
    const now = cookieOf(setCookies).get('cookie')!
    expect(await at.identity.accountFor(new Headers({ cookie: now }))).toEqual(account)
    await guess('another password', deviceOf(now))
  })

  it('do not keep a signed-in owner from deleting the account, which the device then no longer knows', async () => {
    await othersGuess()
    const account = (await at.identity.accountFor(new Headers({ cookie: own.cookie })))!
    const { setCookies } = await at.identity.deleteAccount(account, { password, now: true }, own)
    expect(await at.count('users')).toBe(0)
    expect(setCookies.find((line) => line.startsWith('hoshi_device='))).toMatch(/^hoshi_device=; Max-Age=0/)
  })

  it('do not lock out an owner who has just reset the password by mail', async () => {
    const token = await at.resetToken(email)
    await othersGuess()
    const { setCookies } = await at.identity.resetPassword({ token, newPassword: 'another password' }, caller)
    await guess('another password', { ...caller, cookie: cookieOf(setCookies).get('cookie')! })
  })
})

describe('own wrong guesses', () => {
  it('are limited to ten in a row on a known device, however many come concurrently', async () => {
    const device = deviceOf(own.cookie)
    const codes = await codesOf(Array.from({ length: 30 }, (_, n) => guess(`wrong ${n}`, device)))
    expect(codes.filter((code) => code === 'identity.sign_in_failed')).toHaveLength(10)
    expect(codes.filter((code) => code === 'identity.too_many_sign_ins')).toHaveLength(20)
    expect(await codesOf([guess(password, device)])).toEqual(['identity.too_many_sign_ins'])
    await guess(password, { ip: '203.0.113.1' })
  })

  it('are limited to ten in a row in a session, without affecting other sessions', async () => {
    const other = { ...caller, cookie: (await at.signIn()).get('cookie')! }
    const account = (await at.identity.accountFor(new Headers({ cookie: own.cookie })))!
    const deleteAccount = (word: string, from: typeof own) =>
      at.identity.deleteAccount(account, { password: word }, from)
    const codes = await codesOf(Array.from({ length: 30 }, (_, n) => deleteAccount(`wrong ${n}`, own)))
    expect(codes.filter((code) => code === 'identity.password_wrong')).toHaveLength(10)
    expect(await codesOf([deleteAccount(password, own)])).toEqual(['identity.too_many_sign_ins'])
    await deleteAccount(password, other)
  })

  it('gain nothing from somebody else’s device or session', async () => {
    await at.signUp('other@example.org')
    const cookie = (await at.signIn('other@example.org')).get('cookie')!
    await othersGuess()
    expect(await codesOf([guess(password, { ...caller, cookie })])).toEqual(['identity.too_many_sign_ins'])
    const account = (await at.identity.accountFor(new Headers({ cookie: own.cookie })))!
    const change = { currentPassword: password, newPassword: 'another password' }
    expect(await codesOf([at.identity.changePassword(account, change, { ...caller, cookie })])).toEqual([
      'identity.too_many_sign_ins',
    ])
  })
})
