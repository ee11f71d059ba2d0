import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Trx } from '#platform/database.server.ts'
import { fastPasswordHashing } from '#tests/support/data/fast-password-hashing.server.ts'
import { createTestDatabase } from '#tests/support/data/test-database.server.ts'
import { eventually } from '#tests/support/run/eventually.ts'
import {
  caller,
  cookieOf,
  createTestIdentity,
  password,
  type TestIdentity,
} from '#tests/support/worlds/test-identity.server.ts'
import type { Account } from './account.ts'
import type { PasswordHashing } from './password-hashing.server.ts'

const newPassword = 'another password'

let at: TestIdentity
let account: Account

beforeEach(async () => {
  at = createTestIdentity(await createTestDatabase())
  account = await at.signUp()
})

afterEach(async () => {
  await at.close()
})

/** Replaces the password. @returns a function that does it, and resolves to the cookies of the response */
type Prepare = () => Promise<() => Promise<{ setCookies: string[] }>>

const prepareChange: Prepare = async () => () =>
  at.identity.changePassword(account, { currentPassword: password, newPassword }, caller)

const prepareReset: Prepare = async () => {
  const token = await at.resetToken(account.email)
  return () => at.identity.resetPassword({ token, newPassword }, caller)
}

/** A sign-in with the old password that has verified it, and stores no session until `resume` is called. */
async function signInUntilVerified() {
  const reached = Promise.withResolvers<void>()
  const paused = Promise.withResolvers<void>()
  const verify: PasswordHashing['verify'] = async (input) => {
    const isCorrect = await fastPasswordHashing.verify(input)
    reached.resolve()
    await paused.promise
    return isCorrect
  }
  const identity = at.rebuild({ passwords: { ...fastPasswordHashing, verify } })
  const result = identity.signIn({ email: account.email, password }, caller)
  result.catch(() => {})
  await reached.promise
  return { result, resume: paused.resolve }
}

const holdLocks = (lock: (trx: Trx) => Promise<unknown>) =>
  at.database.db
    .startTransaction()
    .execute()
    .then(async (trx) => {
      await lock(trx)
      return { release: () => trx.commit().execute() }
    })

/** Waits until so many statements wait for a lock, each recognised by a part of its text. */
const waiting = (...statements: string[]) =>
  eventually(`${statements.join(' and ')} wait`, async () => {
    const { rows } = await sql<{ query: string }>`
      select query from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
    `.execute(at.database.db)
    return (
      rows.length === statements.length &&
      statements.every((statement) => rows.some(({ query }) => query.includes(statement)))
    )
  })

const passwordHash = async () => {
  const { rows } = await sql<{ password: string }>`
    select password from credentials where user_id = ${account.uid}
  `.execute(at.database.db)
  return rows[0]!.password
}

describe.each([
  ['a change of the password', prepareChange, 1],
  ['a reset of the password', prepareReset, 0],
])('%s', (_name, prepare, sessionsAfterwards) => {
  it('leaves no session of a sign-in that stored it before the commit, unseen by it', async () => {
    const replace = await prepare()
    const previous = await at.signIn()
    const signingIn = await signInUntilVerified()
    const holder = await holdLocks((trx) => sql`select from sessions for update`.execute(trx))
    const replacing = replace()
    await waiting('delete from "sessions"')
    signingIn.resume()
    await waiting('delete from "sessions"', 'for share of "credentials"')
    expect(await at.count('sessions')).toBe(2)
    await holder.release()

    const { setCookies } = await replacing
    await expect(signingIn.result).rejects.toMatchObject({ code: 'identity.sign_in_failed' })
    expect(await at.identity.accountFor(previous)).toBeNull()
    expect(await at.count('sessions')).toBe(sessionsAfterwards)
    expect((await at.identity.accountFor(cookieOf(setCookies))) !== null).toBe(sessionsAfterwards === 1)
  })

  it('leaves no session of a sign-in that stores it after the commit', async () => {
    const replace = await prepare()
    const previous = await at.signIn()
    const old = await passwordHash()
    const signingIn = await signInUntilVerified()
    // A new session references the row of its account.
    const holder = await holdLocks((trx) => sql`select from users for update`.execute(trx))
    signingIn.resume()
    await waiting('insert into "sessions"')
    const replacing = replace()
    await eventually('the password is replaced', async () => (await passwordHash()) !== old)
    await holder.release()

    const { setCookies } = await replacing
    await expect(signingIn.result).rejects.toMatchObject({ code: 'identity.sign_in_failed' })
    expect(await at.identity.accountFor(previous)).toBeNull()
    expect(await at.count('sessions')).toBe(sessionsAfterwards)
    expect((await at.identity.accountFor(cookieOf(setCookies))) !== null).toBe(sessionsAfterwards === 1)
  })

  it('is awaited by a sign-in that begins before its commit, which then knows the new password only', async () => {
    const replace = await prepare()
    await at.signIn()
    const holder = await holdLocks((trx) => sql`select from sessions for update`.execute(trx))
    const replacing = replace()
    await waiting('delete from "sessions"')
    const signingIn = Promise.allSettled([at.signIn(), at.signIn(account.email, newPassword)])
    await waiting('delete from "sessions"', 'for share of "credentials"', 'for share of "credentials"')
    await holder.release()

    await replacing
    const [withOld, withNew] = await signingIn
    expect(withOld).toMatchObject({ status: 'rejected', reason: { code: 'identity.sign_in_failed' } })
    expect(withNew.status).toBe('fulfilled')
    expect(await at.count('sessions')).toBe(sessionsAfterwards + 1)
  })
})
