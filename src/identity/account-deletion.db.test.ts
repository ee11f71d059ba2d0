import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DAY_MS } from '#platform/clock.ts'
import type { MailQueue } from '#platform/mail-queue.server.ts'
import type { Emit } from '#platform/room-events.ts'
import { transact } from '#platform/transact.server.ts'
import { fastPasswordHashing } from '#tests/support/data/fast-password-hashing.server.ts'
import { createTestDatabase } from '#tests/support/data/test-database.server.ts'
import { totpOf } from '#tests/support/http/totp.ts'
import {
  caller,
  codesOf,
  cookieOf,
  createTestIdentity,
  password,
  type TestIdentity,
  tokenIn,
} from '#tests/support/worlds/test-identity.server.ts'
import type { Account } from './account.ts'
import type { Identity } from './identity.server.ts'

let at: TestIdentity
let identity: Identity
let account: Account
/** Names and accounts of the events, in their order. */
let events: string[]
/** Account whose removal fails after it has begun; empty for none. */
let failing: string
/** Sends the mails that were enqueued, as a job does once they are committed. */
let sendMails: () => Promise<void>

const emit: Emit = async (trx, { name }, payload) => {
  const { uid } = payload as { uid: string }
  if (uid === failing) {
    await sql`delete from credentials where user_id = ${uid}`.execute(trx)
    throw new Error('A room cannot remove what is its own.')
  }
  events.push(`${name.replace('identity.account-', '')} ${uid}`)
}

beforeEach(async () => {
  at = createTestIdentity(await createTestDatabase())
  events = []
  failing = ''
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
  identity = at.rebuild({ emit, mail })
  account = await at.signUp()
})

afterEach(async () => {
  await at.close()
})

const leave = (room = identity, of = account, now = false) => room.deleteAccount(of, { password, now }, caller)
const signIn = (room = identity, email = account.email) => room.signIn({ email, password }, caller)
const passDays = (days: number) => {
  at.time.now = new Date(at.time.now.getTime() + days * DAY_MS)
}

const rounds = [1, 2, 3, 4, 5, 6, 7, 8]

/** The outcome of a sign-in, or the code of its refusal. */
function outcomeOf(entered: PromiseSettledResult<{ isRestored: boolean }>): string {
  if (entered.status === 'rejected') return String(entered.reason.code)
  return entered.value.isRestored ? 'restored' : 'signed in'
}

/** Whether the account is there, and hidden, and how many sessions it has. */
async function stateOf(uid = account.uid) {
  const { rows } = await sql<{ isHidden: boolean; sessions: number }>`
    select erase_at is not null as "isHidden", (select count(*) from sessions where user_id = users.id) as sessions
    from users where id = ${uid}
  `.execute(at.database.db)
  return rows[0] ?? null
}

describe('a deletion', () => {
  it('hides the account, ends its sessions, and says by mail until when that can be undone', async () => {
    const browser = await at.signIn()
    const { erasesAt } = await leave()
    expect(erasesAt).toEqual(new Date(at.time.now.getTime() + 30 * DAY_MS))
    expect(events).toEqual([`leaving ${account.uid}`, `deactivated ${account.uid}`])
    expect(await stateOf()).toEqual({ isHidden: true, sessions: 0 })
    expect(await identity.accountFor(browser)).toBeNull()
    await sendMails()
    expect(at.mails).toMatchObject([{ to: account.email, subject: expect.stringContaining('will be deleted on') }])
    expect(at.mails[0]!.text).toContain('http://localhost:3000/login\n')
  })

  it('keeps the address taken, stops mails about the site, and lets nothing be stored for the account', async () => {
    expect(await identity.addressOf(account.uid)).toBe(account.email)
    await leave()
    expect(await identity.addressOf(account.uid)).toBeNull()
    const store = transact(at.database.db, (trx) => identity.lockAgainstRemoval(trx, account.uid))
    expect(await codesOf([at.signUp(), store])).toEqual(['identity.email_taken', 'identity.sign_in_required'])
  })

  it('takes the password', async () => {
    const guess = identity.deleteAccount(account, { password: 'not this one' }, caller)
    expect(await codesOf([guess])).toEqual(['identity.password_wrong'])
    expect(await stateOf()).toEqual({ isHidden: false, sessions: 0 })
  })

  it('with a password that is being replaced does nothing', async () => {
    let isReplaced = false
    const passwords = {
      ...fastPasswordHashing,
      async verify(given: { hash: string; password: string }) {
        const isRight = await fastPasswordHashing.verify(given)
        if (!isReplaced) {
          isReplaced = true
          const token = await at.resetToken(account.email)
          await at.identity.resetPassword({ token, newPassword: 'another password' }, caller)
        }
        return isRight
      },
    }
    expect(await codesOf([leave(at.rebuild({ emit, passwords }))])).toEqual(['identity.password_wrong'])
    expect(await stateOf()).toMatchObject({ isHidden: false })
  })

  it('at once erases the account, also one that is hidden already, and says so by mail', async () => {
    const other = await at.signUp('other@example.org')
    await leave(identity, other)
    for (const each of [account, other]) expect(await leave(identity, each, true)).toMatchObject({ erasesAt: null })
    expect(await at.count('users')).toBe(0)
    expect(events.filter((event) => event.startsWith('removal'))).toEqual([
      `removal ${account.uid}`,
      `removal ${other.uid}`,
    ])
    await sendMails()
    const told = { subject: 'Your Hoshi account has been deleted' }
    expect(at.mails).toMatchObject([
      { to: account.email, ...told },
      { to: other.email, ...told },
    ])
    await at.signUp()
  })

  it('can be refused by another room, and then changes nothing', async () => {
    failing = account.uid
    for (const now of [false, true]) await expect(leave(identity, account, now)).rejects.toThrow('cannot remove')
    expect(await stateOf()).toEqual({ isHidden: false, sessions: 0 })
    await signIn()
  })

  it('twice at once is one', async () => {
    const [first, second] = await Promise.all([leave(), leave()])
    expect(second.erasesAt).toEqual(first.erasesAt)
    expect(events).toEqual([`leaving ${account.uid}`, `deactivated ${account.uid}`])
    await sendMails()
    expect(at.mails).toHaveLength(1)
  })

  it('in 30 days and at once, both at once, ends in an erasure', async () => {
    const [later, now] = await codesOf([leave(), leave(identity, account, true)])
    expect(now).toBeNull()
    // The one that comes second may find nobody whose password it could check.
    expect([null, 'identity.password_wrong']).toContain(later)
    expect(await stateOf()).toBeNull()
    expect(events.filter((event) => event.startsWith('removal'))).toEqual([`removal ${account.uid}`])
  })
})

describe('signing in', () => {
  it('restores the account, once', async () => {
    await leave()
    const { isRestored, setCookies } = await signIn()
    expect(isRestored).toBe(true)
    expect(events.at(-1)).toBe(`restored ${account.uid}`)
    expect(await identity.accountFor(cookieOf(setCookies))).toEqual(account)
    expect(await identity.addressOf(account.uid)).toBe(account.email)
    expect((await signIn()).isRestored).toBe(false)
    await sendMails()
    // Written when it is sent: there is nothing left to undo.
    expect(at.mails).toEqual([])
    passDays(31)
    await identity.cleanUp()
    expect(await stateOf()).toMatchObject({ isHidden: false })
  })

  it('with a wrong password restores nothing', async () => {
    await leave()
    const guess = identity.signIn({ email: account.email, password: 'not this one' }, caller)
    expect(await codesOf([guess])).toEqual(['identity.sign_in_failed'])
    expect(await stateOf()).toEqual({ isHidden: true, sessions: 0 })
  })

  it('with two-step codes on restores by the code, not by the password', async () => {
    const from = (headers: Headers) => ({ ...caller, cookie: headers.get('cookie') })
    const browser = await at.signIn()
    const uri = await identity.setUpTwoStep(account, { password }, from(browser))
    const { recoveryCodes } = await identity.turnOnTwoStep(account, { code: totpOf(uri) }, from(browser))
    await leave()
    const entered = await signIn()
    expect(entered).toMatchObject({ needsCode: true, isRestored: false })
    expect(await stateOf()).toEqual({ isHidden: true, sessions: 0 })
    const finished = await identity.finishSignIn({ code: recoveryCodes[0]! }, from(cookieOf(entered.setCookies)))
    expect(finished.isRestored).toBe(true)
    expect(await stateOf()).toEqual({ isHidden: false, sessions: 1 })
  })

  it('restores after a reset of the password, which alone does not', async () => {
    await leave()
    await identity.requestPasswordReset({ email: account.email }, caller)
    await sendMails()
    const token = tokenIn(at.mails.at(-1))
    await identity.resetPassword({ token, newPassword: 'another password' }, caller)
    expect(await stateOf()).toEqual({ isHidden: true, sessions: 0 })
    const { isRestored } = await identity.signIn({ email: account.email, password: 'another password' }, caller)
    expect(isRestored).toBe(true)
  })

  it('restores nothing while a room cannot show what is its own, and starts no session', async () => {
    await leave()
    failing = account.uid
    await expect(signIn()).rejects.toThrow('cannot remove')
    expect(await stateOf()).toEqual({ isHidden: true, sessions: 0 })
    failing = ''
    expect((await signIn()).isRestored).toBe(true)
  })

  it.each(rounds)('at the same time as a deletion leaves one of both (%i)', async () => {
    await at.signIn()
    const [left, entered] = await Promise.allSettled([leave(), signIn()])
    expect(left.status).toBe('fulfilled')
    const outcome = outcomeOf(entered)
    const isIn =
      entered.status === 'fulfilled' && (await identity.accountFor(cookieOf(entered.value.setCookies))) !== null
    const hidden = { isHidden: true, sessions: 0 }
    expect([
      { outcome: 'restored', isIn: true, state: { isHidden: false, sessions: 1 } },
      // It came first, and its session is over.
      { outcome: 'signed in', isIn: false, state: hidden },
      { outcome: 'identity.sign_in_failed', isIn: false, state: hidden },
    ]).toContainEqual({ outcome, isIn, state: await stateOf() })
  })

  it('a new password that a deletion overtook starts no session', async () => {
    const browser = await at.signIn()
    let isOvertaken = false
    const passwords = {
      ...fastPasswordHashing,
      async hash(given: string) {
        if (!isOvertaken) {
          isOvertaken = true
          await leave()
        }
        return fastPasswordHashing.hash(given)
      },
    }
    const changing = at
      .rebuild({ emit, passwords })
      .changePassword(
        account,
        { currentPassword: password, newPassword: 'another password' },
        { ...caller, cookie: browser.get('cookie') },
      )
    expect(await codesOf([changing])).toEqual(['identity.sign_in_required'])
    expect(await stateOf()).toEqual({ isHidden: true, sessions: 0 })
  })
})

describe('the cleanup', () => {
  it('erases an account after 30 days, not before', async () => {
    const { erasesAt } = await leave()
    at.time.now = new Date(erasesAt!.getTime() - 1)
    await identity.cleanUp()
    expect(await stateOf()).toEqual({ isHidden: true, sessions: 0 })
    at.time.now = erasesAt!
    await identity.cleanUp()
    expect(await stateOf()).toBeNull()
    expect(events.at(-1)).toBe(`removal ${account.uid}`)
    expect(await at.count('credentials')).toBe(0)
  })

  it('goes on with the others when one fails half-way, and tries that one again', async () => {
    const others = [await at.signUp('a@example.org'), await at.signUp('b@example.org')]
    for (const each of [account, ...others]) await leave(identity, each)
    passDays(30)
    failing = account.uid
    await expect(identity.cleanUp()).rejects.toThrow(AggregateError)
    expect(await at.count('users')).toBe(1)
    expect(await stateOf()).toMatchObject({ isHidden: true })
    // The transaction that failed half-way is rolled back.
    expect(await at.count('credentials')).toBe(1)
    failing = ''
    await identity.cleanUp()
    expect(await at.count('users')).toBe(0)
  })

  it('on several nodes at once erases each account once', async () => {
    const uids = [account.uid]
    for (const n of [1, 2, 3, 4]) uids.push((await at.signUp(`person${n}@example.org`)).uid)
    for (const uid of uids) await leave(identity, (await identity.find(uid))!)
    passDays(30)
    const nodes = [identity, at.rebuild({ emit }), at.rebuild({ emit })]
    await Promise.all(nodes.map((node) => node.cleanUp()))
    expect(await at.count('users')).toBe(0)
    const removals = events.filter((event) => event.startsWith('removal'))
    expect(removals.toSorted()).toEqual(uids.map((uid) => `removal ${uid}`).toSorted())
  })

  it.each(rounds)('and a sign-in, both at once, leave one of both (%i)', async () => {
    const { erasesAt } = await leave()
    at.time.now = erasesAt!
    const [entered, cleaned] = await Promise.allSettled([signIn(), identity.cleanUp()])
    expect(cleaned.status).toBe('fulfilled')
    expect([
      { outcome: 'restored', state: { isHidden: false, sessions: 1 } },
      { outcome: 'identity.sign_in_failed', state: null },
    ]).toContainEqual({ outcome: outcomeOf(entered), state: await stateOf() })
  })
})
