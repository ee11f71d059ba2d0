import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fastPasswordHashing } from '#tests/support/data/fast-password-hashing.server.ts'
import { createTestDatabase } from '#tests/support/data/test-database.server.ts'
import {
  caller,
  codesOf,
  cookieOf,
  createTestIdentity,
  password,
  type TestIdentity,
} from '#tests/support/worlds/test-identity.server.ts'
import type { PasswordHashing } from './password-hashing.server.ts'

let at: TestIdentity

beforeEach(async () => {
  at = createTestIdentity(await createTestDatabase())
})

afterEach(async () => {
  await at.close()
})

/** An identity on the same accounts that pauses after `step` until `resume` is called. */
function pauseAfter(step: keyof PasswordHashing) {
  const reached = Promise.withResolvers<void>()
  const paused = Promise.withResolvers<void>()
  const passwords: PasswordHashing = {
    ...fastPasswordHashing,
    [step]: async (input: never) => {
      const result = await fastPasswordHashing[step](input)
      reached.resolve()
      await paused.promise
      return result
    },
  }
  return { reached: reached.promise, resume: paused.resolve, identity: at.rebuild({ passwords }) }
}

describe('a password reset', () => {
  it('sets a new password by the mailed link and ends every session', async () => {
    await at.signUp()
    const cookie = await at.signIn()
    const token = await at.resetToken('MIKA@example.org')
    expect(at.mails).toHaveLength(1)
    expect(at.mails[0]).toMatchObject({ to: 'mika@example.org' })
    expect(at.mails[0]!.text).toContain(`http://localhost:3000/reset-password?token=${token}\n`)
    expect(token).toMatch(/^[A-Za-z0-9]{24,}$/)
    await at.identity.resetPassword({ token, newPassword: 'another password' }, caller)
    expect(await at.identity.accountFor(cookie)).toBeNull()
    await expect(at.signIn()).rejects.toMatchObject({ code: 'identity.sign_in_failed' })
    expect(await at.identity.accountFor(await at.signIn('mika@example.org', 'another password'))).not.toBeNull()
  })

  it('works once for each link and voids the others', async () => {
    await at.signUp()
    const older = await at.resetToken('mika@example.org')
    const token = await at.resetToken('mika@example.org')
    const uses = await Promise.allSettled(
      ['one password', 'two passwords', 'six passwords'].map((newPassword) =>
        at.identity.resetPassword({ token, newPassword }, caller),
      ),
    )
    expect(uses.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const spent of [older, token, 'x'.repeat(24), '', '\u0000']) {
      await expect(
        at.identity.resetPassword({ token: spent, newPassword: 'another password' }, caller),
      ).rejects.toMatchObject({ code: 'identity.reset_link_invalid' })
    }
  })

  it('voids the previous link when its mail is sent, and not sooner', async () => {
    await at.signUp()
    const older = await at.resetToken('mika@example.org')
    const waiting = at.rebuild({ mail: { handle: () => {}, enqueue: async () => {}, waiting: async () => 1 } })
    await waiting.requestPasswordReset({ email: 'mika@example.org' }, caller)
    const use = (token: string) => at.identity.resetPassword({ token, newPassword: 'another password' }, caller)
    await expect(at.identity.resetPassword({ token: older, newPassword: 'short' }, caller)).rejects.toMatchObject({
      code: 'identity.password_too_short',
    })
    const newer = await at.resetToken('mika@example.org')
    await expect(use(older)).rejects.toMatchObject({ code: 'identity.reset_link_invalid' })
    await use(newer)
  })

  it('leaves the links of others alone', async () => {
    await at.signUp()
    await at.signUp('rin@example.org')
    const token = await at.resetToken('mika@example.org')
    await at.resetToken('rin@example.org')
    await at.resetToken('rin@example.org')
    await at.identity.resetPassword({ token, newPassword: 'another password' }, caller)
    expect(await at.identity.accountFor(await at.signIn('mika@example.org', 'another password'))).not.toBeNull()
  })

  it('is removed by `cleanUp` once it has expired, and not sooner', async () => {
    await at.signUp()
    await at.resetToken('mika@example.org')
    at.time.now = new Date(at.time.now.getTime() + 3_600_000 - 1)
    await at.identity.cleanUp()
    expect(await at.count('verifications')).toBe(1)
    at.time.now = new Date(at.time.now.getTime() + 1)
    await at.identity.cleanUp()
    expect(await at.count('verifications')).toBe(0)
  })

  it('works for an hour', async () => {
    await at.signUp()
    const token = await at.resetToken('mika@example.org')
    const { rows } = await sql<{ endsAt: Date }>`select expires_at as "endsAt" from verifications`.execute(
      at.database.db,
    )
    const endsAt = rows[0]!.endsAt.getTime()
    expect(endsAt).toBe(at.time.now.getTime() + 3_600_000)
    const use = () => at.identity.resetPassword({ token, newPassword: 'another password' }, caller)
    at.time.now = new Date(endsAt)
    await expect(use()).rejects.toMatchObject({ code: 'identity.reset_link_invalid' })
    at.time.now = new Date(endsAt - 1)
    await use()
  })

  it('leaves the link valid when the new password is refused', async () => {
    await at.signUp()
    const token = await at.resetToken('mika@example.org')
    await expect(at.identity.resetPassword({ token, newPassword: 'short' }, caller)).rejects.toMatchObject({
      code: 'identity.password_too_short',
    })
    await at.identity.resetPassword({ token, newPassword: 'another password' }, caller)
  })

  it('stores no usable token', async () => {
    await at.signUp()
    const token = await at.resetToken('mika@example.org')
    const { rows } = await sql<{ identifier: string }>`select identifier from verifications`.execute(at.database.db)
    expect(rows[0]!.identifier).not.toContain(token)
    await expect(
      at.identity.resetPassword({ token: rows[0]!.identifier, newPassword: 'another password' }, caller),
    ).rejects.toMatchObject({ code: 'identity.reset_link_invalid' })
  })

  it('responds the same for an unknown email address, and sends no mail', async () => {
    await at.signUp()
    await expect(at.identity.requestPasswordReset({ email: 'mika@example.org' }, caller)).resolves.toBeUndefined()
    await expect(at.identity.requestPasswordReset({ email: 'nobody@example.org' }, caller)).resolves.toBeUndefined()
    expect(at.mails.map(({ to }) => to)).toEqual(['mika@example.org'])
  })

  it('mails one email address five times an hour, and responds the same afterwards', async () => {
    await at.signUp()
    const ask = () => at.identity.requestPasswordReset({ email: 'mika@example.org' }, caller)
    await Promise.all(Array.from({ length: 8 }, ask))
    expect(at.mails).toHaveLength(5)
  })

  it('can be requested 60 times an hour from one IP address', async () => {
    await at.identity.requestPasswordReset({ email: 'nobody@example.org' }, caller)
    await sql`update rate_limits set used = 60 where key like 'resetRequestsOfAddress:%'`.execute(at.database.db)
    await expect(at.identity.requestPasswordReset({ email: 'nobody@example.org' }, caller)).rejects.toMatchObject({
      code: 'identity.too_many_resets',
    })
  })

  it('fails when the mail could not be queued', async () => {
    await at.signUp()
    const broken = at.rebuild({
      mail: { handle: () => {}, enqueue: async () => Promise.reject(new Error('no queue')), waiting: async () => 0 },
    })
    await expect(broken.requestPasswordReset({ email: 'mika@example.org' }, caller)).rejects.toThrow()
  })
})

describe('changing the password', () => {
  it('refuses a sign-in that verified the old one before the change and ends after it', async () => {
    const account = await at.signUp()
    const { reached, resume, identity } = pauseAfter('verify')
    const signingIn = identity.signIn({ email: account.email, password }, caller)
    await reached
    const change = { currentPassword: password, newPassword: 'another password' }
    const { setCookies } = await at.identity.changePassword(account, change, caller)
    resume()
    await expect(signingIn).rejects.toMatchObject({ code: 'identity.sign_in_failed' })
    expect(await at.identity.accountFor(cookieOf(setCookies))).toEqual(account)
  })

  it('ends a session started with the old one during the change', async () => {
    const account = await at.signUp()
    const { reached, resume, identity } = pauseAfter('hash')
    const change = { currentPassword: password, newPassword: 'another password' }
    const changing = identity.changePassword(account, change, caller)
    await reached
    const cookie = await at.signIn()
    expect(await at.identity.accountFor(cookie)).toEqual(account)
    resume()
    const { setCookies } = await changing
    expect(await at.identity.accountFor(cookie)).toBeNull()
    expect(await at.identity.accountFor(cookieOf(setCookies))).toEqual(account)
  })

  it('succeeds once when two requests present the same old one', async () => {
    const account = await at.signUp()
    const codes = await codesOf(
      ['one password', 'two passwords'].map((newPassword) =>
        at.identity.changePassword(account, { currentPassword: password, newPassword }, caller),
      ),
    )
    expect(codes.filter((code) => code === null)).toHaveLength(1)
    expect(codes).toContain('identity.password_wrong')
  })

  it('requires the current one, ends every session and starts a new one', async () => {
    const account = await at.signUp()
    const cookie = await at.signIn()
    const change = (currentPassword: string) =>
      at.identity.changePassword(account, { currentPassword, newPassword: 'another password' }, caller)
    await expect(change('not the password')).rejects.toMatchObject({
      code: 'identity.password_wrong',
      details: { field: 'currentPassword' },
    })
    const { setCookies } = await change(password)
    expect(await at.identity.accountFor(cookie)).toBeNull()
    expect(await at.identity.accountFor(cookieOf(setCookies))).toEqual(account)
  })
})
