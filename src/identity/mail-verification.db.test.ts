import { createEmailVerificationToken } from 'better-auth/api'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { MailQueue } from '#platform/mail-queue.server.ts'
import { transact } from '#platform/transact.server.ts'
import { createTestDatabase } from '#tests/support/data/test-database.server.ts'
import {
  caller,
  createTestIdentity,
  password,
  secret,
  type TestIdentity,
  tokenIn,
} from '#tests/support/worlds/test-identity.server.ts'
import type { Account } from './account.ts'
import type { Identity } from './identity.server.ts'

let at: TestIdentity
let identity: Identity
/** Sends the mails that were enqueued, as a job does once they are committed. */
let sendMails: () => Promise<void>

beforeEach(async () => {
  at = createTestIdentity(await createTestDatabase())
  const writers = new Map<string, Parameters<MailQueue['handle']>[1]>()
  const enqueued: { kind: string; of: string }[] = []
  const mail: MailQueue = {
    handle: (kind, write) => void writers.set(kind, write),
    enqueue: async (_db, kind, of) => void enqueued.push({ kind, of }),
    waiting: async () => enqueued.length,
  }
  sendMails = async () => {
    for (const { kind, of } of enqueued.splice(0)) {
      const written = await writers.get(kind)!(of)
      if (written) at.mails.push(written.mail)
    }
  }
  identity = at.rebuild({ requiresVerifiedMail: true, mail })
})

afterEach(async () => {
  await at.close()
})

async function signUp(from: Parameters<Identity['prepareAccount']>[1] = caller): Promise<Account> {
  const input = { email: 'mika@example.org', password, role: 'viewer' } as const
  const account = await transact(at.database.db, await identity.prepareAccount(input, from))
  await sendMails()
  return account
}

const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => null,
    ({ code }) => code,
  )

describe('where verified mail is required', () => {
  it('a new account gets a link, signs in, and writes once the link was opened, however often', async () => {
    const account = await signUp()
    expect(at.mails).toMatchObject([{ to: 'mika@example.org', subject: 'Confirm your email address for Hoshi' }])
    const token = tokenIn(at.mails[0])
    expect(at.mails[0]!.text).toContain(`http://localhost:3000/verify-email?token=${token}\n`)
    const { cookie } = Object.fromEntries(await at.signIn())
    expect(await identity.accountFor(new Headers({ cookie: cookie! }))).toEqual(account)
    expect(await codeOf(identity.ensureMayWrite(account))).toBe('identity.mail_not_verified')
    expect(await identity.awaitsVerification(account)).toBe(true)
    for (const again of [1, 2, 3]) {
      expect(await codeOf(identity.verifyMail(token)), String(again)).toBeNull()
      expect(await codeOf(identity.ensureMayWrite(account))).toBeNull()
    }
    expect(await identity.awaitsVerification(account)).toBe(false)
  })

  it('another token confirms nothing, nor does that of an account that is gone', async () => {
    const account = await signUp()
    const token = tokenIn(at.mails[0])
    const [head, , signature] = token.split('.')
    const other = Buffer.from(JSON.stringify({ email: account.email })).toString('base64url')
    for (const wrong of ['', 'x', token.slice(0, -2), `${head}.${other}.${signature}`])
      expect(await codeOf(identity.verifyMail(wrong)), wrong).toBe('identity.verification_link_invalid')
    expect(await identity.awaitsVerification(account)).toBe(true)
    await identity.deleteAccount(account, { password, now: true }, caller)
    expect(await codeOf(identity.verifyMail(token))).toBe('identity.verification_link_invalid')
  })

  it('the link of an account that is gone confirms no other one with the same address', async () => {
    await signUp().then((account) => identity.deleteAccount(account, { password, now: true }, caller))
    const old = tokenIn(at.mails[0])
    const account = await signUp()
    expect(await codeOf(identity.verifyMail(old))).toBe('identity.verification_link_invalid')
    expect(await identity.awaitsVerification(account)).toBe(true)
    expect(await codeOf(identity.verifyMail(tokenIn(at.mails.at(-1))))).toBeNull()
    expect(await identity.awaitsVerification(account)).toBe(false)
  })

  it('a token that names no account confirms nothing', async () => {
    const account = await signUp()
    const unbound = await createEmailVerificationToken(secret, account.email)
    expect(await codeOf(identity.verifyMail(unbound))).toBe('identity.verification_link_invalid')
    expect(await identity.awaitsVerification(account)).toBe(true)
  })

  it('the link is sent again five times an hour, and not once it was opened', async () => {
    const account = await signUp()
    for (let sent = 0; sent < 5; sent += 1) await identity.sendVerificationLink(account)
    expect(await codeOf(identity.sendVerificationLink(account))).toBe('identity.too_many_verification_mails')
    await sendMails()
    expect(at.mails).toHaveLength(6)
    await identity.verifyMail(tokenIn(at.mails[5]))
    await identity.sendVerificationLink(account)
    await sendMails()
    expect(at.mails).toHaveLength(6)
  })

  it('a new password by a mailed link confirms the address too', async () => {
    const account = await signUp()
    await identity.requestPasswordReset({ email: account.email }, caller)
    await sendMails()
    await identity.resetPassword({ token: tokenIn(at.mails.at(-1)), newPassword: 'another password' }, caller)
    expect(await identity.awaitsVerification(account)).toBe(false)
  })

  it('an account that the server makes itself needs no link', async () => {
    const account = await signUp({ ...caller, isServer: true })
    expect(await identity.awaitsVerification(account)).toBe(false)
    expect(at.mails).toEqual([])
  })
})

it('where it is not required, nobody gets a link and everybody writes', async () => {
  const account = await at.signUp()
  await at.identity.sendVerificationLink(account)
  expect(at.mails).toEqual([])
  expect(await codeOf(at.identity.ensureMayWrite(account))).toBeNull()
})
