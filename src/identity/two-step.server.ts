import { Refusal } from '#platform/refusal.ts'
import { type Account, SECOND_STEP_COOKIE, SECURE_SECOND_STEP_COOKIE } from './account.ts'
import { findAccountByUid } from './account-rows.server.ts'
import type { AuthCall } from './auth.server.ts'
import type { Caller } from './caller.ts'
import type { RecoveryCodes } from './recovery-codes.server.ts'
import type { SessionChange } from './session-change.ts'
import { checkPassword, type SessionParts } from './sessions.server.ts'
import { findPendingSignIn, findRecoveryCodes, replaceRecoveryCodes } from './two-step-rows.server.ts'

/** A second step at sign-in: a code of six figures from an app, or a recovery code. */
export interface TwoStep {
  /** Whether it is on, and which of the recovery codes, in order, are used. */
  twoStepOf(account: Account): Promise<{ isOn: boolean; usedCodes: boolean[] }>
  /**
   * Makes a secret for a codes app, which counts once a code of it was entered; it replaces an unfinished one.
   * @returns the `otpauth:` address of the secret
   * @throws Refusal identity.password_wrong, identity.too_many_sign_ins, identity.two_step_on
   */
  setUpTwoStep(account: Account, input: { password: string }, from: Caller): Promise<string>
  /**
   * Turns it on by a code of the new secret. The response replaces the session.
   * @returns also the recovery codes, which cannot be read again
   * @throws Refusal identity.code_wrong, identity.too_many_sign_ins, identity.two_step_off without a secret
   */
  turnOnTwoStep(
    account: Account,
    input: { code: string },
    from: Caller,
  ): Promise<SessionChange & { recoveryCodes: string[] }>
  /** New recovery codes; the old ones are void. @throws Refusal as `setUpTwoStep`, and identity.two_step_off */
  newRecoveryCodes(account: Account, input: { password: string }, from: Caller): Promise<string[]>
  /** The response replaces the session. @throws Refusal identity.password_wrong, identity.too_many_sign_ins */
  turnOffTwoStep(account: Account, input: { password: string }, from: Caller): Promise<SessionChange>
  /** Whether the caller's cookies hold a sign-in that waits for its code. */
  awaitsCode(cookie: string | null | undefined): Promise<boolean>
  /**
   * Ends a sign-in that waits for its code, by one of the app or a recovery code; each counts once. Restores a deactivated
   * account.
   * @throws Refusal identity.code_wrong, identity.sign_in_expired, identity.too_many_sign_ins
   */
  finishSignIn(
    input: { code: string },
    from: Caller,
  ): Promise<SessionChange & { account: Account; isRestored: boolean }>
}

/** better-auth's own responses, for its open routes. */
export interface TwoStepRoutes {
  enableTwoStep(input: { password: string }, from: Caller): Promise<Response>
  verifyTotp(input: { code: string }, from: Caller): Promise<Response>
  verifyBackupCode(input: { code: string }, from: Caller): Promise<Response>
  generateBackupCodes(input: { password: string }, from: Caller): Promise<Response>
  disableTwoStep(input: { password: string }, from: Caller): Promise<Response>
}

export function createTwoStep(parts: SessionParts & { recoveryCodes: RecoveryCodes }): TwoStep & TwoStepRoutes {
  const { db, clock, auth, limits, devices, restoring, recoveryCodes } = parts

  /** The account of the caller's session, or of a sign-in that waits. */
  async function callerOf(from: Caller) {
    const user = await auth.sessionUser(new Headers({ cookie: from.cookie ?? '' }))
    const uid = user?.id ?? (await pendingUid(from.cookie))
    const account = uid === null ? null : await findAccountByUid(db, uid, clock.now())
    if (!account) throw new Refusal('identity.sign_in_expired')
    const device = devices.recognise(from.cookie, account.email, clock.now())
    const owner = user ? `session ${user.sessionId}` : device && `device ${device}`
    return { account, owner, isSigningIn: !user }
  }

  async function pendingUid(cookie: string | null | undefined): Promise<string | null> {
    const identifier = identifierIn(cookie)
    return identifier === null ? null : await findPendingSignIn(db, identifier, clock.now())
  }

  async function signedIn(from: Caller): Promise<Account> {
    const user = await auth.sessionUser(new Headers({ cookie: from.cookie ?? '' }))
    const account = user && (await findAccountByUid(db, user.id, clock.now()))
    if (!account) throw new Refusal('identity.sign_in_required')
    return account
  }

  const send = (path: AuthCall['path'], body: Record<string, string>, from: Caller) =>
    auth.send({ method: 'POST', path, body, cookie: from.cookie ?? null, from })

  async function sendWithPassword(path: AuthCall['path'], password: string, from: Caller): Promise<Response> {
    const account = await signedIn(from)
    await checkPassword(parts, account, password, 'password', from)
    const response = await accepted(await send(path, { password }, from))
    await restoring.refuseDeactivated(account.email, response)
    return response
  }

  /** Sends a code within the limits on guesses; at sign-in the browser becomes known to the account, which is restored. */
  async function sendCode(
    path: AuthCall['path'],
    from: Caller,
    codeFor: (account: Account) => Promise<string | null>,
  ): Promise<{ response: Response; isRestored: boolean }> {
    const { account, owner, isSigningIn } = await callerOf(from)
    const guess = async () => {
      const code = await codeFor(account)
      if (code === null) throw wrongCode()
      return await accepted(await send(path, { code }, from).catch((error) => refuseErased(account, error)))
    }
    const response = await limits.withGuessLimits(account.email, from, guess, owner)
    if (!isSigningIn) {
      await restoring.refuseDeactivated(account.email, response)
      return { response, isRestored: false }
    }
    const isRestored = await restoring.restore(account.email, response)
    response.headers.append('set-cookie', devices.remember(from.cookie, account.email, clock.now()))
    return { response, isRestored }
  }

  /** A session of an account that has since been erased cannot be stored. */
  async function refuseErased({ uid }: Account, error: unknown): Promise<never> {
    if (!(await findAccountByUid(db, uid, clock.now()))) throw new Refusal('identity.sign_in_expired')
    throw error
  }

  const sendTotp = (code: string, from: Caller) =>
    sendCode('/two-factor/verify-totp', from, async ({ uid }) => {
      const figures = code.replaceAll(/\s/g, '')
      return /^\d{6}$/.test(figures) && (await limits.mayUseCode(uid, figures)) ? figures : null
    })

  const sendBackupCode = (code: string, from: Caller) =>
    sendCode('/two-factor/verify-backup-code', from, async ({ uid }) => {
      const stored = await findRecoveryCodes(db, uid)
      return stored === null ? null : recoveryCodes.find(stored, code)
    })

  const routes: TwoStepRoutes = {
    enableTwoStep: ({ password }, from) => sendWithPassword('/two-factor/enable', password, from),
    generateBackupCodes: ({ password }, from) => sendWithPassword('/two-factor/generate-backup-codes', password, from),
    disableTwoStep: ({ password }, from) => sendWithPassword('/two-factor/disable', password, from),
    verifyTotp: async ({ code }, from) => (await sendTotp(code, from)).response,
    verifyBackupCode: async ({ code }, from) => (await sendBackupCode(code, from)).response,
  }

  return {
    ...routes,
    async twoStepOf({ uid }) {
      const stored = await findRecoveryCodes(db, uid)
      return { isOn: stored !== null, usedCodes: stored === null ? [] : recoveryCodes.used(stored) }
    },
    async setUpTwoStep(_account, input, from) {
      const { totpURI } = (await (await routes.enableTwoStep(input, from)).json()) as { totpURI: string }
      return totpURI
    },
    async turnOnTwoStep({ uid }, input, from) {
      const response = await routes.verifyTotp(input, from)
      // The codes of the set-up were never shown.
      const codes = recoveryCodes.create()
      await replaceRecoveryCodes(db, uid, recoveryCodes.hash(JSON.stringify(codes)))
      return { setCookies: response.headers.getSetCookie(), recoveryCodes: codes }
    },
    async newRecoveryCodes(_account, input, from) {
      const { backupCodes } = (await (await routes.generateBackupCodes(input, from)).json()) as {
        backupCodes: string[]
      }
      return backupCodes
    },
    async turnOffTwoStep(_account, input, from) {
      return { setCookies: (await routes.disableTwoStep(input, from)).headers.getSetCookie() }
    },
    awaitsCode: async (cookie) => (await pendingUid(cookie)) !== null,
    async finishSignIn(input, from) {
      const { account } = await callerOf(from)
      const isTotp = /^[\d\s]+$/.test(input.code)
      const { response, isRestored } = await (isTotp ? sendTotp(input.code, from) : sendBackupCode(input.code, from))
      return { account, isRestored, setCookies: response.headers.getSetCookie() }
    },
  }
}

/** Returns a successful response of better-auth, and throws its refusals as ours. */
async function accepted(response: Response): Promise<Response> {
  if (response.ok) return response
  const { code } = (await response.json().catch(() => ({}))) as { code?: string }
  switch (code) {
    case 'TOTP_ALREADY_ENABLED':
      throw new Refusal('identity.two_step_on')
    case 'TOTP_NOT_ENABLED':
    case 'TWO_FACTOR_NOT_ENABLED':
    case 'BACKUP_CODES_NOT_ENABLED':
      throw new Refusal('identity.two_step_off')
    case 'INVALID_TWO_FACTOR_COOKIE':
    case 'TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE':
      throw new Refusal('identity.sign_in_expired')
    case 'INVALID_PASSWORD':
      throw new Refusal('identity.password_wrong', { field: 'password' })
    default:
      throw wrongCode()
  }
}

function wrongCode(): Error {
  return new Refusal('identity.code_wrong', { field: 'code' })
}

/** The identifier in better-auth's signed cookie of a waiting sign-in, which only the browser with the cookie knows. */
function identifierIn(cookie: string | null | undefined): string | null {
  const pairs = (cookie ?? '').split(';').map((pair) => pair.trim())
  const names = [SECOND_STEP_COOKIE, SECURE_SECOND_STEP_COOKIE]
  const pair = pairs.find((each) => names.some((name) => each.startsWith(`${name}=`)))
  const value = pair?.slice(pair.indexOf('=') + 1) ?? ''
  return value.split('.')[0] || null
}
