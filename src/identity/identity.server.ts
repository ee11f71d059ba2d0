import { type Clock, systemClock } from '#platform/clock.ts'
import type { Db, Trx } from '#platform/database.server.ts'
import type { Log } from '#platform/log.server.ts'
import type { MailQueue } from '#platform/mail-queue.server.ts'
import type { RateLimits } from '#platform/rate-limits.server.ts'
import { Refusal } from '#platform/refusal.ts'
import { type Emit, roomEvent } from '#platform/room-events.ts'
import { transact } from '#platform/transact.server.ts'
import type { Account, Role } from './account.ts'
import {
  deleteAccountRow,
  deleteExpired,
  findAccountByEmail,
  findAccountByUid,
  hasAccounts,
  insertAccount,
  lockAccount,
  lockAccountAgainstRemoval,
  lockAccountsAgainstRemoval,
  promoteViewer,
  replacePassword,
} from './account-rows.server.ts'
import { createAuth } from './auth.server.ts'
import type { Caller } from './caller.ts'
import { checkNewPassword, type NewAccount, readNewAccount } from './credentials.ts'
import { createIdentityLimits } from './identity-limits.server.ts'
import { createKnownDevices } from './known-devices.server.ts'
import { handleOpenRoute } from './open-routes.server.ts'
import { createPasswordHashing, type PasswordHashing } from './password-hashing.server.ts'
import { createPasswordReset, type PasswordReset, type PasswordResetParts } from './password-reset.server.ts'
import type { SessionChange } from './session-change.ts'
import { checkPassword, endSession, type SessionParts, signIn, startSession } from './sessions.server.ts'

/** Accounts, roles, sessions and password reset. Hides better-auth. */
export interface Identity extends PasswordReset {
  /**
   * Hashes the password and counts the sign-up against its limit; returns a function that stores the account in the
   * caller's transaction, so that what belongs to the account commits with it.
   * @throws Refusal identity.email_invalid, identity.password_required, identity.password_too_short,
   *   identity.password_too_long, identity.role_unknown, identity.too_many_sign_ups; from the returned
   *   function: identity.email_taken
   */
  prepareAccount(input: NewAccount, from: Caller): Promise<(trx: Trx) => Promise<Account>>
  /**
   * Wrong guesses of others do not count against a browser that the account has signed in from before.
   * @throws Refusal identity.sign_in_failed (the same for every cause), identity.too_many_sign_ins
   */
  signIn(input: { email: string; password: string }, from: Caller): Promise<SessionChange & { account: Account }>
  /** Ends the session on the server, whatever the state of the cookie. */
  signOut(headers: Headers): Promise<SessionChange>
  /** The signed-in account, read from the database at every call; null without a valid session. */
  accountFor(headers: Headers): Promise<Account | null>
  /**
   * Sets a new password by the current one. Ends every session of the account; the response starts a new one. Within a
   * session of the account only its own wrong guesses count.
   * @throws Refusal identity.password_wrong, identity.password_required, identity.password_too_short,
   *   identity.password_too_long, identity.too_many_sign_ins
   */
  changePassword(
    account: Account,
    input: { currentPassword: string; newPassword: string },
    from: Caller,
  ): Promise<SessionChange>
  /** Whether any account exists. */
  hasAccounts(): Promise<boolean>
  /** The account, or null when it does not exist. */
  find(uid: string): Promise<Account | null>
  /**
   * Locks the account against removal until the commit. A transaction that stores data of a person must call this
   * before it takes any other lock that account removal takes: removal also locks the account first.
   * @throws Refusal identity.sign_in_required when it is gone
   */
  lockAgainstRemoval(trx: Trx, uid: string): Promise<void>
  /** The same of several accounts, in the order of their uids. @returns those that exist */
  lockAllAgainstRemoval(trx: Trx, uids: string[]): Promise<string[]>
  /** Makes a viewer a creator in the caller's transaction, with effect from the next request; false for anyone else. */
  makeCreator(trx: Trx, uid: string): Promise<boolean>
  /**
   * Removes the account and all data of the person, given the password; the response also ends the browser's session.
   * Wrong guesses count as in `changePassword`.
   * @throws Refusal identity.password_wrong, identity.too_many_sign_ins
   */
  deleteAccount(account: Account, input: { password: string }, from: Caller): Promise<SessionChange>
  /** Serves the open better-auth routes; null for every other path, which the caller refuses (404). */
  handleOpenRoute(request: Request, from: Caller): Promise<Response | null>
  /** Removes expired sessions and reset tokens. Safe on any node, at any time. */
  cleanUp(): Promise<void>
}

/** An account is about to be removed. Its rows are deleted by cascade; listeners remove everything else. */
export const accountRemoval = roomEvent<{ uid: string }>('identity.account-removal')

export interface IdentityParts {
  db: Db
  clock?: Clock
  /** Signs cookies and keys the limits; the same on every node. */
  secret: string
  /** Public URL of the site, without a trailing slash. Mailed links are built from nothing else. */
  publicUrl: string
  /** True when `publicUrl` is https: cookies are then Secure and named `__Host-`. */
  secureCookies: boolean
  rateLimits: RateLimits
  mail: MailQueue
  resetMail: PasswordResetParts['resetMail']
  emit: Emit
  log: Log
  /** Tests with many sign-ins replace it: the default is slow on purpose. */
  passwords?: PasswordHashing
}

export function createIdentity(parts: IdentityParts): Identity {
  const { db, clock = systemClock, secret, publicUrl, secureCookies, rateLimits, mail, emit, log } = parts
  const { resetMail, passwords = createPasswordHashing() } = parts
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
  const passwordReset = createPasswordReset({ db, clock, publicUrl, mail, resetMail, passwords, limits, devices })
  const sessions: SessionParts = { db, clock, auth, passwords, limits, devices }

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
      const { email, response } = await signIn(sessions, input, from)
      const account = await findAccountByEmail(db, email)
      if (!account) throw new Refusal('identity.sign_in_failed')
      return { account, setCookies: response.headers.getSetCookie() }
    },
    async signOut(headers) {
      return { setCookies: (await endSession(auth, headers)).headers.getSetCookie() }
    },
    async accountFor(headers) {
      const user = await auth.sessionUser(headers)
      return user && { uid: user.id, email: user.email, role: user.role as Role, createdAt: user.createdAt }
    },
    ...passwordReset,
    async changePassword(account, { currentPassword, newPassword }, from) {
      checkNewPassword(newPassword, 'newPassword')
      const field = 'currentPassword'
      const currentHash = await checkPassword(sessions, account, currentPassword, field, from)
      const passwordHash = await passwords.hash(newPassword)
      const isReplaced = await transact(db, (trx) => replacePassword(trx, account.uid, passwordHash, currentHash))
      if (!isReplaced) throw new Refusal('identity.password_wrong', { field })
      const response = await startSession(sessions, account.email, newPassword, from)
      const deviceCookie = devices.remember(from.cookie, account.email, clock.now())
      return { setCookies: [...response.headers.getSetCookie(), deviceCookie] }
    },
    hasAccounts: () => hasAccounts(db),
    find: (uid) => findAccountByUid(db, uid),
    async lockAgainstRemoval(trx, uid) {
      if (!(await lockAccountAgainstRemoval(trx, uid))) throw new Refusal('identity.sign_in_required')
    },
    lockAllAgainstRemoval: lockAccountsAgainstRemoval,
    makeCreator: promoteViewer,
    async deleteAccount(account, { password }, from) {
      await checkPassword(sessions, account, password, 'password', from)
      await transact(db, async (trx) => {
        await lockAccount(trx, account.uid)
        await emit(trx, accountRemoval, { uid: account.uid })
        await deleteAccountRow(trx, account.uid)
      })
      const deviceCookie = devices.remove(from.cookie, account.email, clock.now())
      return { setCookies: [...(await endSession(auth, new Headers())).headers.getSetCookie(), deviceCookie] }
    },
    handleOpenRoute: (request, from) =>
      handleOpenRoute(request, from, {
        signIn: async (input, caller) => (await signIn(sessions, input, caller)).response,
        signOut: (headers) => endSession(auth, headers),
        getSession: (headers) => auth.send({ method: 'GET', path: '/get-session', cookie: headers.get('cookie') }),
        ...passwordReset,
      }),
    cleanUp: () => deleteExpired(db, clock.now()),
  }
}
