import { type Clock, systemClock } from '#platform/clock.ts'
import type { Db, Trx } from '#platform/database.server.ts'
import type { Events } from '#platform/events.server.ts'
import type { Log } from '#platform/log.server.ts'
import type { MailQueue } from '#platform/mail-queue.server.ts'
import type { ProofOfWork } from '#platform/proof-of-work.server.ts'
import type { RateLimits } from '#platform/rate-limits.server.ts'
import { Refusal } from '#platform/refusal.ts'
import type { Emit } from '#platform/room-events.ts'
import { runEach } from '#platform/run-each.ts'
import { transact } from '#platform/transact.server.ts'
import type { Account } from './account.ts'
import { type AccountChanges, createAccountChanges } from './account-changes.server.ts'
import { type AccountDeletion, createAccountDeletion, type DeletionMails } from './account-deletion.server.ts'
import { createAccountRestoring } from './account-restoring.server.ts'
import {
  deleteExpired,
  findAccountByEmail,
  findAccountByUid,
  hasAccounts,
  lockAccountAgainstRemoval,
  lockAccountsAgainstRemoval,
  markAsCreator,
  replacePassword,
  toAccount,
} from './account-rows.server.ts'
import { createSignUpAdmission } from './admit-sign-up.server.ts'
import { createAuth } from './auth.server.ts'
import type { Caller } from './caller.ts'
import { checkNewPassword } from './credentials.ts'
import { createEmailChange, type EmailChange, type EmailChangeMails } from './email-change.server.ts'
import { deleteExpiredEmailChanges } from './email-change-rows.server.ts'
import { endSession } from './end-session.server.ts'
import { createFirstAdminLink, type FirstAdminLink } from './first-admin.server.ts'
import { createIdentityLimits } from './identity-limits.server.ts'
import { createKnownDevices } from './known-devices.server.ts'
import {
  createMailVerification,
  type MailVerification,
  type MailVerificationParts,
} from './mail-verification.server.ts'
import { createMayWrite, type MayWrite } from './may-write.ts'
import { createNsfwSettings, type NsfwSettings } from './nsfw-setting.server.ts'
import { handleOpenRoute } from './open-routes.server.ts'
import { createOwnSessions, createSeenSessions, type OwnSessions } from './own-sessions.server.ts'
import { passkeySiteOf } from './passkey.ts'
import { createPasskeys, type Passkeys } from './passkeys.server.ts'
import { createPasswordHashing, type PasswordHashing } from './password-hashing.server.ts'
import {
  createPasswordReset,
  type PasswordReset,
  type PasswordResetParts,
  passwordReplaced,
} from './password-reset.server.ts'
import type { ProviderSettings } from './provider.ts'
import { createProviderSignIn, type ProviderSignIn } from './provider-sign-in.server.ts'
import { createRecentSignIn, type RecentSignIn } from './recent-sign-in.server.ts'
import { createRecoveryCodes } from './recovery-codes.server.ts'
import type { SessionChange } from './session-change.ts'
import { createSessionEvents, type SessionEvents } from './session-events.server.ts'
import { checkPassword, type SessionParts, signIn, startSession } from './sessions.server.ts'
import { createSignUpFigures, type SignUpFigures } from './sign-up-figures.server.ts'
import { createSignUpRules, openGate, type SignUpGate, type SignUpRules } from './sign-up-gate.ts'
import { createSignUps, type SignUps } from './sign-ups.server.ts'
import { createThemeSettings, type ThemeSettings } from './theme-setting.server.ts'
import { createTwoStep, type TwoStep } from './two-step.server.ts'
import { createWaysIn, type WaysInOfAccounts } from './ways-in.server.ts'

/** Accounts, roles, sessions and password reset. Hides better-auth. */
export interface Identity
  extends PasswordReset,
    MailVerification,
    RecentSignIn,
    OwnSessions,
    SessionEvents,
    EmailChange,
    AccountChanges,
    AccountDeletion,
    FirstAdminLink,
    MayWrite,
    NsfwSettings,
    ThemeSettings,
    Passkeys,
    ProviderSignIn,
    SignUpFigures,
    SignUpRules,
    SignUps,
    TwoStep,
    WaysInOfAccounts {
  /**
   * With two-step codes on, the sign-in waits ten minutes for `finishSignIn`. Restores a deactivated account.
   * Wrong guesses of others do not count against a browser that the account has signed in from before.
   * @throws Refusal identity.sign_in_failed (the same for every cause), identity.too_many_sign_ins
   */
  signIn(input: { email: string; password: string }, from: Caller): Promise<SignedIn>
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
   * Locks the account against removal and deactivation until the commit. A transaction that stores data of a person must
   * call this before it takes any other lock that these take: they lock the account first too.
   * @throws Refusal identity.sign_in_required when it is gone or deactivated
   */
  lockAgainstRemoval(trx: Trx, uid: string): Promise<void>
  /**
   * Locks accounts against removal, in the order of their uids. @returns those that exist, including deactivated ones
   */
  lockAllAgainstRemoval(trx: Trx, uids: string[]): Promise<string[]>
  /**
   * Makes an account a creator's in the caller's transaction, with effect from the next request. A viewer's role becomes
   * `creator`, others stay. False for a creator's.
   */
  makeCreator(trx: Trx, uid: string): Promise<boolean>
  /** Serves the open better-auth routes; null for every other path, which the caller refuses (404). */
  handleOpenRoute(request: Request, from: Caller): Promise<Response | null>
  /**
   * Removes expired sessions, reset tokens and changes of address, and erases accounts whose time has come; a part that fails
   * keeps no other from it. Safe on any node, at any time.
   */
  cleanUp(): Promise<void>
}

/** A sign-in with the right password. */
export interface SignedIn extends SessionChange {
  account: Account
  /** Whether there is no session yet, until a code is entered. */
  needsCode: boolean
  /** Whether it has undone the deletion of the account. */
  isRestored: boolean
}

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
  proofOfWork: ProofOfWork
  mail: MailQueue
  resetMail: PasswordResetParts['resetMail']
  verificationMail: MailVerificationParts['verificationMail']
  /** Whether accounts write nothing before they have opened a mailed link; not by default. */
  requiresVerifiedMail?: boolean
  /** Domains whose addresses, and those of their subdomains, cannot sign up; none by default. */
  disposableDomains?: ReadonlySet<string>
  /** Who may sign up; everyone by default. */
  signUpGate?: SignUpGate
  /** The OpenID Connect provider; none by default. */
  provider?: ProviderSettings | null
  emailChangeMails: EmailChangeMails
  deletionMails: DeletionMails
  emit: Emit
  events: Pick<Events, 'subscribe'>
  log: Log
  /** Tests with many sign-ins replace it: the default is slow on purpose. */
  passwords?: PasswordHashing
}

export function createIdentity(parts: IdentityParts): Identity {
  const { db, clock = systemClock, secret, publicUrl, secureCookies, rateLimits, proofOfWork, mail } = parts
  const { emit, events, log } = parts
  const { emailChangeMails, deletionMails, disposableDomains = new Set(), passwords = createPasswordHashing() } = parts
  const { requiresVerifiedMail = false, signUpGate = openGate, provider = null } = parts
  const limits = createIdentityLimits(rateLimits, secret, proofOfWork)
  const devices = createKnownDevices(secret, secureCookies)
  const recoveryCodes = createRecoveryCodes(secret)
  const passkeySite = passkeySiteOf(publicUrl)
  const admitSignUp = createSignUpAdmission(signUpGate, disposableDomains, limits)
  const auth = createAuth({
    db,
    log,
    secret,
    publicUrl,
    secureCookies,
    passwords,
    recoveryCodes,
    passkeySite,
    provider,
    admitSignUp: async (email, from) => void (await admitSignUp({ email, isVouchedFor: true }, from)),
    onSignUp: async (uid, isMailVerified) => {
      if (!isMailVerified) await sendFirstLink(db, uid)
    },
    countCall: limits.countCall,
  })
  const passwordReset = createPasswordReset({ ...parts, clock, passwords, limits, devices })
  const { verification, sendFirstLink } = createMailVerification({
    ...parts,
    clock,
    requiresVerifiedMail,
    auth,
    limits,
  })
  const restoring = createAccountRestoring({ db, auth, emit })
  const sessions: SessionParts = { db, clock, auth, passwords, limits, devices, restoring }
  const twoStep = createTwoStep({ ...sessions, recoveryCodes })
  const recentSignIn = createRecentSignIn(sessions)
  const { passkeyRoutes, ...passkeys } = createPasskeys({ ...sessions, passkeySite })
  const { providerRoutes, ...providerSignIn } = createProviderSignIn({ ...sessions, log, publicUrl, provider })
  const noteSeen = createSeenSessions(sessions)
  const deletion = createAccountDeletion({ ...sessions, emit, mail, publicUrl, deletionMails })

  return {
    ...createSignUpRules(signUpGate),
    ...createSignUps({ clock, passwords, admitSignUp, sendFirstLink }),
    ...createFirstAdminLink({ db, clock }),
    ...createAccountChanges({ db, clock, emit }),
    ...deletion,
    async signIn(input, from) {
      const { email, response, needsCode, isRestored } = await signIn(sessions, input, from)
      const account = await findAccountByEmail(db, email, clock.now())
      if (!account) throw new Refusal('identity.sign_in_failed')
      return { account, needsCode, isRestored, setCookies: response.headers.getSetCookie() }
    },
    async signOut(headers) {
      return { setCookies: (await endSession(auth, headers)).headers.getSetCookie() }
    },
    async accountFor(headers) {
      const user = await auth.sessionUser(headers)
      if (!user) return null
      await noteSeen(user.sessionId)
      return { ...toAccount(user.account, clock.now()), ...(user.showsNsfw ? { showsNsfw: true } : {}) }
    },
    ...passwordReset,
    ...verification,
    ...createMayWrite(verification),
    ...recentSignIn,
    ...twoStep,
    ...passkeys,
    ...providerSignIn,
    ...createWaysIn(sessions),
    ...createOwnSessions(sessions),
    ...createSessionEvents(events),
    ...createEmailChange({ ...sessions, publicUrl, mail, emailChangeMails }),
    ...createNsfwSettings({ db, clock }),
    ...createThemeSettings({ db }),
    ...createSignUpFigures(db),
    async changePassword(account, { currentPassword, newPassword }, from) {
      checkNewPassword(newPassword, 'newPassword')
      const field = 'currentPassword'
      const currentHash = await checkPassword(sessions, account, currentPassword, field, from)
      const passwordHash = await passwords.hash(newPassword)
      const isReplaced = await transact(db, async (trx) => {
        const isReplaced = await replacePassword(trx, account.uid, passwordHash, currentHash)
        if (isReplaced) await emit(trx, passwordReplaced, { uid: account.uid })
        return isReplaced
      })
      if (!isReplaced) throw new Refusal('identity.password_wrong', { field })
      const response = await startSession(sessions, account.email, newPassword, from, true)
      await restoring.refuseDeactivated(account.email, response)
      const deviceCookie = devices.remember(from.cookie, account.email, clock.now())
      return { setCookies: [...response.headers.getSetCookie(), deviceCookie] }
    },
    hasAccounts: () => hasAccounts(db),
    find: (uid) => findAccountByUid(db, uid, clock.now()),
    async lockAgainstRemoval(trx, uid) {
      if (!(await lockAccountAgainstRemoval(trx, uid))) throw new Refusal('identity.sign_in_required')
    },
    lockAllAgainstRemoval: lockAccountsAgainstRemoval,
    makeCreator: markAsCreator,
    handleOpenRoute: (request, from) =>
      handleOpenRoute(request, from, {
        signIn: async (input, caller) => (await signIn(sessions, input, caller)).response,
        signOut: (headers) => endSession(auth, headers),
        async requireSession(headers) {
          if (!(await auth.sessionUser(headers))) throw new Refusal('identity.sign_in_required')
        },
        getSession: (headers) => auth.send({ method: 'GET', path: '/get-session', cookie: headers.get('cookie') }),
        verifyMail: verification.verifyMail,
        ...passwordReset,
        ...recentSignIn,
        ...twoStep,
        passkeys: passkeyRoutes,
        provider: providerRoutes,
      }),
    async cleanUp() {
      const now = clock.now()
      const expired = [() => deleteExpired(db, now), () => deleteExpiredEmailChanges(db, now)]
      await runEach([...expired, deletion.eraseDueAccounts])
    },
  }
}
