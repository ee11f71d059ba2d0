import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase } from '#tests/support/test-database.server.ts'
import {
  codesOf,
  cookieOf,
  createTestIdentity,
  here,
  password,
  type TestIdentity,
} from '#tests/support/test-identity.server.ts'

const email = 'mika@example.org'
let at: TestIdentity
/** What the owner's browser sends: a session and the cookie of a known device. */
let own: { address: string; cookie: string }

beforeEach(async () => {
  at = createTestIdentity(await createTestDatabase())
  await at.signUp()
  own = { ...here, cookie: (await at.signIn()).get('cookie')! }
})

afterEach(async () => {
  await at.close()
})

const deviceOf = (cookie: string) => ({ ...here, cookie: cookie.split('; ').find((pair) => /device=/.test(pair))! })
const guess = (word: string, from: { address: string; cookie?: string }) =>
  at.identity.signIn({ email, password: word }, from)

/** Strangers use up what the account has, and what the owner's own address has. */
async function othersGuess(): Promise<void> {
  await codesOf(Array.from({ length: 20 }, (_, n) => guess(`wrong ${n}`, { address: `198.51.100.${n}` })))
  const atNobody = (n: number) => at.identity.signIn({ email: `nobody${n}@example.org`, password }, here)
  await codesOf(Array.from({ length: 30 }, (_, n) => atNobody(n)))
  expect(await codesOf([guess(password, { address: '203.0.113.1' }), guess(password, here)])).toEqual(
    Array(2).fill('identity.too_many_sign_ins'),
  )
}

describe('wrong guesses of others', () => {
  it('do not keep the owner from signing in at a device that is known', async () => {
    await at.identity.signOut(new Headers({ cookie: own.cookie }))
    await othersGuess()
    const { account } = await guess(password, deviceOf(own.cookie))
    expect(account.email).toBe(email)
  })

  it('do not keep a signed-in owner from changing the password, and from signing in with it there', async () => {
    await othersGuess()
    const account = (await at.identity.accountFor(new Headers({ cookie: own.cookie })))!
    const change = { currentPassword: password, newPassword: 'another password' }
    const session = own.cookie.split('; ').find((pair) => /session=/.test(pair))!
    const { setCookies } = await at.identity.changePassword(account, change, { ...here, cookie: session })
    const now = cookieOf(setCookies).get('cookie')!
    expect(await at.identity.accountFor(new Headers({ cookie: now }))).toEqual(account)
    await guess('another password', deviceOf(now))
  })

  it('do not keep a signed-in owner from deleting the account, which its device then forgets', async () => {
    await othersGuess()
    const account = (await at.identity.accountFor(new Headers({ cookie: own.cookie })))!
    const { setCookies } = await at.identity.deleteAccount(account, { password }, own)
    expect(await at.count('users')).toBe(0)
    expect(setCookies.find((line) => line.startsWith('hoshi_device='))).toMatch(/^hoshi_device=; Max-Age=0/)
  })

  it('do not keep out who has just chosen a new password by the mailed link', async () => {
    const token = await at.resetToken(email)
    await othersGuess()
    const { setCookies } = await at.identity.resetPassword({ token, newPassword: 'another password' }, here)
    await guess('another password', { ...here, cookie: cookieOf(setCookies).get('cookie')! })
  })
})

describe('own wrong guesses', () => {
  it('are counted at a known device, ten in a row, however many come at once', async () => {
    const device = deviceOf(own.cookie)
    const codes = await codesOf(Array.from({ length: 30 }, (_, n) => guess(`wrong ${n}`, device)))
    expect(codes.filter((code) => code === 'identity.sign_in_failed')).toHaveLength(10)
    expect(codes.filter((code) => code === 'identity.too_many_sign_ins')).toHaveLength(20)
    expect(await codesOf([guess(password, device)])).toEqual(['identity.too_many_sign_ins'])
    await guess(password, { address: '203.0.113.1' })
  })

  it('are counted in a session, ten in a row, and keep no other session from it', async () => {
    const other = { ...here, cookie: (await at.signIn()).get('cookie')! }
    const account = (await at.identity.accountFor(new Headers({ cookie: own.cookie })))!
    const leave = (word: string, from: typeof own) => at.identity.deleteAccount(account, { password: word }, from)
    const codes = await codesOf(Array.from({ length: 30 }, (_, n) => leave(`wrong ${n}`, own)))
    expect(codes.filter((code) => code === 'identity.password_wrong')).toHaveLength(10)
    expect(await codesOf([leave(password, own)])).toEqual(['identity.too_many_sign_ins'])
    await leave(password, other)
  })

  it('gain nothing by a device or a session of somebody else', async () => {
    await at.signUp('other@example.org')
    const cookie = (await at.signIn('other@example.org')).get('cookie')!
    await othersGuess()
    expect(await codesOf([guess(password, { ...here, cookie })])).toEqual(['identity.too_many_sign_ins'])
    const account = (await at.identity.accountFor(new Headers({ cookie: own.cookie })))!
    const change = { currentPassword: password, newPassword: 'another password' }
    expect(await codesOf([at.identity.changePassword(account, change, { ...here, cookie })])).toEqual([
      'identity.too_many_sign_ins',
    ])
  })
})
