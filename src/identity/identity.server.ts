import { setTimeout as wait } from 'node:timers/promises'
import { type Clock, systemClock } from '#platform/clock.ts'
import type { Db, Trx } from '#platform/database.server.ts'
import { newId } from '#platform/ids.server.ts'
import type { Log } from '#platform/log.server.ts'
import type { MailQueue } from '#platform/mail-queue.server.ts'
import type { RateLimits } from '#platform/rate-limits.server.ts'
import { Refusal } from '#platform/refusal.ts'
import type { Account, Role } from './account.ts'
import {
  deleteAccountRow,
  deleteExpired,
  findAccountByEmail,
  findAccountByUid,
  findPasswordHash,
  hasAccounts,
  holdAccount,
  insertAccount,
  insertResetToken,
  isResetTokenGood,
  keepAccount,
  promoteViewer,
  readPasswordHash,
  replacePassword,
  takeResetToken,
  voidOlderTokens,
} from './account-rows.server.ts'
import { createAuth } from './auth.server.ts'
import type { Caller } from './caller.ts'
import { checkNewPassword, isImpossiblePassword, type NewAccount, readEmail, readNewAccount } from './credentials.ts'
import { createIdentityLimits } from './identity-limits.server.ts'
import { createKnownDevices } from './known-devices.server.ts'
import { answerOpenRoute } from './open-routes.server.ts'
import { createPasswordHashing, type PasswordHashing } from './password-hashing.server.ts'
import { resetMail } from './reset-mail.ts'

/** An answer that changes the visitor's session, or what their browser is known by. */
export interface SessionChange {
  /** Values for `Set-Cookie`, in order. */
  setCookies: string[]
}

/** Accounts, roles, sessions and password reset. better-auth lives behind this and nowhere else. */
export interface Identity {
  /**
   * Hashes the password and counts the sign-up against its limit; returns a function that stores the account in the
   * caller's transaction, so that what belongs to the account commits with it.
   * @throws Refusal identity.email_invalid, identity.password_required, identity.password_too_short,
   *   identity.password_too_long, identity.role_unknown, identity.too_many_sign_ups; the stored step:
   *   identity.email_taken
   */
  prepareAccount(input: NewAccount, from: Caller): Promise<(trx: Trx) => Promise<Account>>
  /**
   * Wrong guesses of others do not count against a browser that the account was entered from before.
   * @throws Refusal identity.sign_in_failed (one sentence for every cause), identity.too_many_sign_ins
   */
  signIn(input: { email: string; password: string }, from: Caller): Promise<SessionChange & { account: Account }>
  /** Ends the session on the server, whatever the state of the cookie. */
  signOut(headers: Headers): Promise<SessionChange>
  /** The signed-in account, read from the database at every call; null without a valid session. */
  accountFor(headers: Headers): Promise<Account | null>
  /**
   * Mails a reset link when the address has an account; says the same, in the same time, when not.
   * @throws Refusal identity.email_invalid, identity.too_many_resets
   */
  requestPasswordReset(input: { email: string }, from: Caller): Promise<void>
  /**
   * Sets a new password by a mailed token, once; every session and every other reset link of the account ends. The
   * answer makes the browser known to the account.
   * @throws Refusal identity.reset_link_invalid, identity.password_required, identity.password_too_short,
   *   identity.password_too_long
   */
  resetPassword(input: { token: string; newPassword: string }, from: Caller): Promise<SessionChange>
  /**
   * Sets a new password by the current one. Every session of the account ends; the answer starts a new one here. Within
   * a session of the account only its own wrong guesses count.
   * @throws Refusal identity.password_wrong, identity.password_required, identity.password_too_short,
   *   identity.password_too_long, identity.too_many_sign_ins
   */
  changePassword(
    account: Account,
    input: { currentPassword: string; newPassword: string },
    from: Caller,
  ): Promise<SessionChange>
  /** Whether anybody has an account here. */
  hasAccounts(): Promise<boolean>
  /** The account, or null when there is none (any more). */
  find(uid: string): Promise<Account | null>
  /**
   * Keeps the account from leaving until the commit. For whoever stores something of a person while holding what leaving
   * holds too: the account comes first, for both of them.
   * @throws Refusal identity.sign_in_required when it has left
   */
  keep(trx: Trx, uid: string): Promise<void>
  /** Makes a viewer a creator in the caller's transaction, with effect from the next request; false for anybody else. */
  makeCreator(trx: Trx, uid: string): Promise<boolean>
  /**
   * Removes the account and everything of the person, by the password; the answer ends the session in the browser too.
   * Wrong guesses count as in `changePassword`.
   * @throws Refusal identity.password_wrong, identity.too_many_sign_ins
   */
  deleteAccount(account: Account, input: { password: string }, from: Caller): Promise<SessionChange>
  /** better-auth's own routes that api.md opens; null for every other path, which the caller answers with 404. */
  openRoute(request: Request, from: Caller): Promise<Response | null>
  /** Removes sessions and reset tokens that have expired. Any node may, at any time. */
  sweep(): Promise<void>
}

/** What the rooms above are told, inside the transaction that makes it true. */
export interface IdentityNews {
  /** The account is about to be removed. Its rows go by cascade; whatever is more than rows is the listener's to remove. */
  accountLeaves(trx: Trx, uid: string): Promise<void>
}

export interface IdentityParts {
  db: Db
  clock?: Clock
  /** Signs cookies and keys the limits; the same on every node. */
  secret: string
  /** Where the site is known to the world, without a trailing slash. Mailed links are built from nothing else. */
  publicUrl: string
  /** True when `publicUrl` is https: cookies are then Secure and named `__Host-`. */
  secureCookies: boolean
  rateLimits: RateLimits
  mail: MailQueue
  news: IdentityNews
  log: Log
  /** Replaced by tests that sign many people in: the product's own is slow on purpose. */
  passwords?: PasswordHashing
}

/** A reset request is answered after this long, so that the time does not say whether a mail went out. */
const RESET_ANSWER_MS = 400
const RESET_TOKEN_MS = 3_600_000
const RESET_MAIL = 'identity.reset'

export function createIdentity(parts: IdentityParts): Identity {
  const { db, clock = systemClock, secret, publicUrl, secureCookies, rateLimits, mail, news, log } = parts
  const { passwords = createPasswordHashing() } = parts
  const limits = createIdentityLimits(rateLimits, secret)
  const devices = createKnownDevices(secret, secureCookies)
  const auth = createAuth({
    db,
    log,
    secret,
    publicUrl,
    secureCookies,
    passwords,
    countCall: limits.countCall,
  })

  // The token is made when the mail is sent. Links that were sent before stay good until this one is on its way.
  mail.handle(RESET_MAIL, async (uid) => {
    const account = await findAccountByUid(db, uid)
    if (!account) return null
    const token = newId()
    await insertResetToken(db, uid, token, new Date(clock.now().getTime() + RESET_TOKEN_MS))
    return {
      mail: resetMail(account.email, token, publicUrl),
      whenSent: () => voidOlderTokens(db, uid, token),
    }
  })

  /** better-auth's answer to a good sign-in; everything else is a refusal. */
  async function enter(email: string, password: string, from: Caller): Promise<Response> {
    const before = await readPasswordHash(db, email)
    const response = await auth.ask({ method: 'POST', path: '/sign-in/email', body: { email, password }, from })
    refuseTooMany(response)
    if (!response.ok) throw new Refusal('identity.sign_in_failed')
    // A session that was begun with a password that is being changed would outlive the change.
    if ((await readPasswordHash(db, email)) === before) return response
    await leave(sentBack(response.headers.getSetCookie()))
    throw new Refusal('identity.sign_in_failed')
  }

  async function signIn(input: { email: string; password: string }, from: Caller) {
    const email = readEmail(input.email)
    if (email === null || isImpossiblePassword(input.password)) throw new Refusal('identity.sign_in_failed')
    const device = devices.recognise(from.cookie, email, clock.now())
    const response = await limits.whileGuessing(
      email,
      from,
      () => enter(email, input.password, from),
      device && `device ${device}`,
    )
    response.headers.append('set-cookie', devices.remember(from.cookie, email, clock.now()))
    // The browser drops the cookie of its previous session, which nothing could end afterwards.
    if (from.cookie) await leave(new Headers({ cookie: from.cookie }))
    return { email, response }
  }

  const leave = (headers: Headers) => auth.ask({ method: 'POST', path: '/sign-out', cookie: headers.get('cookie') })

  async function requestPasswordReset(input: { email: string }, from: Caller): Promise<void> {
    const email = readEmail(input.email)
    if (email === null) throw new Refusal('identity.email_invalid', { field: 'email' })
    await limits.countResetRequest(from)
    const answerTime = wait(RESET_ANSWER_MS)
    try {
      const account = await findAccountByEmail(db, email)
      if (account && (await limits.mayMailReset(email))) await mail.queue(db, RESET_MAIL, account.uid)
    } finally {
      await answerTime
    }
  }

  async function resetPassword(input: { token: string; newPassword: string }, from: Caller): Promise<SessionChange> {
    checkNewPassword(input.newPassword, 'newPassword')
    const invalid = () => new Refusal('identity.reset_link_invalid', { field: 'token' })
    // Guessed tokens are not worth a hash.
    if (!(await isResetTokenGood(db, input.token, clock.now()))) throw invalid()
    const passwordHash = await passwords.hash(input.newPassword)
    const uid = await db.transaction().execute(async (trx) => {
      const uid = await takeResetToken(trx, input.token, clock.now())
      if (uid === null) throw invalid()
      await replacePassword(trx, uid, passwordHash)
      return uid
    })
    const account = await findAccountByUid(db, uid)
    // Who reads the account's mail is its owner: guesses of others must not keep them out now.
    return { setCookies: account ? [devices.remember(from.cookie, account.email, clock.now())] : [] }
  }

  /**
   * @returns the hash of the password that was shown to be known
   * @throws Refusal identity.password_wrong, identity.too_many_sign_ins
   */
  async function checkPassword(account: Account, password: string, field: string, from: Caller): Promise<string> {
    const verify = async () => {
      const current = await findPasswordHash(db, account.uid)
      const isRight =
        current !== null && !isImpossiblePassword(password) && (await passwords.verify({ hash: current, password }))
      if (!isRight) throw new Refusal('identity.password_wrong', { field })
      return current
    }
    const user = await auth.sessionUser(new Headers({ cookie: from.cookie ?? '' }))
    const session = user?.id === account.uid ? `session ${user.sessionId}` : null
    return await limits.whileGuessing(account.email, from, verify, session)
  }

  return {
    async prepareAccount(input, from) {
      const { email, password, role } = readNewAccount(input)
      await limits.countSignUp(from)
      const passwordHash = await passwords.hash(password)
      return async (trx) => {
        const account = await insertAccount(trx, { email, role, createdAt: clock.now() }, passwordHash)
        if (!account) throw new Refusal('identity.email_taken', { field: 'email' })
        return account
      }
    },
    async signIn(input, from) {
      const { email, response } = await signIn(input, from)
      const account = await findAccountByEmail(db, email)
      if (!account) throw new Refusal('identity.sign_in_failed')
      return { account, setCookies: response.headers.getSetCookie() }
    },
    async signOut(headers) {
      return { setCookies: (await leave(headers)).headers.getSetCookie() }
    },
    async accountFor(headers) {
      const user = await auth.sessionUser(headers)
      return user && { uid: user.id, email: user.email, role: user.role as Role, createdAt: user.createdAt }
    },
    requestPasswordReset,
    resetPassword,
    async changePassword(account, { currentPassword, newPassword }, from) {
      checkNewPassword(newPassword, 'newPassword')
      const field = 'currentPassword'
      const known = await checkPassword(account, currentPassword, field, from)
      const passwordHash = await passwords.hash(newPassword)
      const isKnown = await db.transaction().execute((trx) => replacePassword(trx, account.uid, passwordHash, known))
      if (!isKnown) throw new Refusal('identity.password_wrong', { field })
      const entered = await enter(account.email, newPassword, from)
      const device = devices.remember(from.cookie, account.email, clock.now())
      return { setCookies: [...entered.headers.getSetCookie(), device] }
    },
    hasAccounts: () => hasAccounts(db),
    find: (uid) => findAccountByUid(db, uid),
    async keep(trx, uid) {
      if (!(await keepAccount(trx, uid))) throw new Refusal('identity.sign_in_required')
    },
    makeCreator: promoteViewer,
    async deleteAccount(account, { password }, from) {
      await checkPassword(account, password, 'password', from)
      await db.transaction().execute(async (trx) => {
        await holdAccount(trx, account.uid)
        await news.accountLeaves(trx, account.uid)
        await deleteAccountRow(trx, account.uid)
      })
      const forgotten = devices.forget(from.cookie, account.email, clock.now())
      return { setCookies: [...(await leave(new Headers())).headers.getSetCookie(), forgotten] }
    },
    openRoute: (request, from) =>
      answerOpenRoute(request, from, {
        signIn: async (input, caller) => (await signIn(input, caller)).response,
        signOut: leave,
        getSession: (headers) => auth.ask({ method: 'GET', path: '/get-session', cookie: headers.get('cookie') }),
        requestPasswordReset,
        resetPassword,
      }),
    sweep: () => deleteExpired(db, clock.now()),
  }
}

/** What a browser sends once it was answered with these. */
function sentBack(setCookies: string[]): Headers {
  return new Headers({ cookie: setCookies.map((line) => line.split(';')[0]).join('; ') })
}

/** better-auth's outer brake has spoken. */
function refuseTooMany(response: Response): void {
  if (response.status !== 429) return
  throw new Refusal('request.too_many', { retryAfterSeconds: Number(response.headers.get('x-retry-after')) || 10 })
}
