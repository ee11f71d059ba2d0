import { Refusal } from '#platform/refusal.ts'
import type { Caller } from './caller.ts'
import { cookieHeaders, endSession } from './end-session.server.ts'
import type { SessionParts } from './sessions.server.ts'

/**
 * Completes a sign-in that took no password, once it has started a session: a deactivated account is restored, the browser
 * becomes known to the account, and its previous session ends.
 * @param response the one that starts the session; gets the cookie of the known device
 * @returns whether the account was deactivated
 * @throws Refusal identity.sign_in_failed when the account is gone
 */
export async function completeSignIn(
  { clock, auth, devices, restoring }: SessionParts,
  response: Response,
  from: Caller,
): Promise<boolean> {
  const user = await auth.sessionUser(cookieHeaders(response.headers.getSetCookie()))
  if (!user) throw new Refusal('identity.sign_in_failed')
  const { email } = user.account
  const isRestored = await restoring.restore(email, response)
  response.headers.append('set-cookie', devices.remember(from.cookie, email, clock.now()))
  // The browser drops the cookie of its previous session, which could not be ended afterwards.
  if (from.cookie) await endSession(auth, new Headers({ cookie: from.cookie }))
  return isRestored
}
