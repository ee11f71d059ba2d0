import type { Clock } from '#platform/clock.ts'
import type { Db } from '#platform/database.server.ts'
import { Refusal } from '#platform/refusal.ts'
import type { Account } from './account.ts'
import type { AccountRestoring } from './account-restoring.server.ts'
import { findPasswordHash, readPasswordHash } from './account-rows.server.ts'
import type { Auth } from './auth.server.ts'
import type { Caller } from './caller.ts'
import { isImpossiblePassword, readEmail } from './credentials.ts'
import { cookieHeaders, endSession } from './end-session.server.ts'
import type { createIdentityLimits } from './identity-limits.server.ts'
import type { createKnownDevices } from './known-devices.server.ts'
import type { PasswordHashing } from './password-hashing.server.ts'

export interface SessionParts {
  db: Db
  clock: Clock
  auth: Auth
  passwords: PasswordHashing
  limits: ReturnType<typeof createIdentityLimits>
  devices: ReturnType<typeof createKnownDevices>
  restoring: AccountRestoring
}

/**
 * better-auth's response to a successful sign-in, or to one that waits for a code; throws a refusal otherwise.
 * @param isSecondStepDone starts the session without asking for a code
 */
export async function startSession(
  { db, auth }: SessionParts,
  email: string,
  password: string,
  from: Caller,
  isSecondStepDone = false,
): Promise<Response> {
  const before = await readPasswordHash(db, email)
  const call = { method: 'POST', path: '/sign-in/email', body: { email, password }, from, isSecondStepDone } as const
  const response = await auth.send(call).catch(async (error) => {
    // The account has since been erased.
    if (before !== null && (await readPasswordHash(db, email)) === null) throw new Refusal('identity.sign_in_failed')
    throw error
  })
  refuseTooMany(response)
  if (!response.ok) throw new Refusal('identity.sign_in_failed')
  // A session started with a password that is being changed would outlive the change.
  if ((await readPasswordHash(db, email)) === before) return response
  await endSession(auth, cookieHeaders(response.headers.getSetCookie()))
  throw new Refusal('identity.sign_in_failed')
}

/**
 * Starts a session, or a sign-in that waits for a code, with the limits on guesses. A session restores a deactivated account.
 * @returns better-auth's response, with the cookies of the browser
 */
export async function signIn(parts: SessionParts, input: { email: string; password: string }, from: Caller) {
  const { clock, limits, devices, restoring } = parts
  const email = readEmail(input.email)
  if (email === null || isImpossiblePassword(input.password)) throw new Refusal('identity.sign_in_failed')
  const device = devices.recognise(from.cookie, email, clock.now())
  const response = await limits.withGuessLimits(
    email,
    from,
    () => startSession(parts, email, input.password, from),
    device && `device ${device}`,
  )
  const needsCode = await isWaiting(response)
  const isRestored = !needsCode && (await restoring.restore(email, response))
  // A password alone makes no browser known: its guesses at codes would have slots of their own.
  if (!needsCode) response.headers.append('set-cookie', devices.remember(from.cookie, email, clock.now()))
  // The browser drops the cookie of its previous session, which could not be ended afterwards.
  if (from.cookie) await endSession(parts.auth, new Headers({ cookie: from.cookie }))
  return { email, response, needsCode, isRestored }
}

/** Whether a sign-in waits for its code. */
async function isWaiting(response: Response): Promise<boolean> {
  const body = (await response.clone().json()) as { twoFactorRedirect?: boolean }
  return body.twoFactorRedirect === true
}

/**
 * @returns the stored hash that the password matches
 * @throws Refusal identity.password_wrong, identity.too_many_sign_ins
 */
export async function checkPassword(
  { db, auth, limits, passwords }: SessionParts,
  account: Account,
  password: string,
  field: string,
  from: Caller,
): Promise<string> {
  const verify = async () => {
    const current = await findPasswordHash(db, account.uid)
    const isCorrect =
      current !== null && !isImpossiblePassword(password) && (await passwords.verify({ hash: current, password }))
    if (!isCorrect) throw new Refusal('identity.password_wrong', { field })
    return current
  }
  const user = await auth.sessionUser(new Headers({ cookie: from.cookie ?? '' }))
  const session = user?.id === account.uid ? `session ${user.sessionId}` : null
  return await limits.withGuessLimits(account.email, from, verify, session)
}

/** Turns better-auth's own 429 into a refusal. */
function refuseTooMany(response: Response): void {
  if (response.status !== 429) return
  throw new Refusal('request.too_many', { retryAfterSeconds: Number(response.headers.get('x-retry-after')) || 10 })
}
