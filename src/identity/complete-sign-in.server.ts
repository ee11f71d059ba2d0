import { Refusal } from '#platform/refusal.ts'
import type { Account } from './account.ts'
import { toAccount } from './account-rows.server.ts'
import type { Caller } from './caller.ts'
import { cookieHeaders, endSession } from './end-session.server.ts'
import type { SessionParts } from './sessions.server.ts'

/**
 * Completes a sign-in that took no password, once it has started a session: a deactivated account is restored, the browser
 * becomes known to the account, and its previous session ends.
 * @param response the one that starts the session; gets the cookie of the known device
 * @throws Refusal identity.sign_in_failed when the account is gone
 */
export async function completeSignIn(
  { clock, auth, devices, restoring }: SessionParts,
  response: Response,
  from: Caller,
): Promise<Account> {
  const user = await auth.sessionUser(cookieHeaders(response.headers.getSetCookie()))
  if (!user) throw new Refusal('identity.sign_in_failed')
  const account = toAccount(user.account, clock.now())
  await restoring.restore(account.email, response)
  response.headers.append('set-cookie', devices.remember(from.cookie, account.email, clock.now()))
  // The browser drops the cookie of its previous session, which could not be ended afterwards.
  if (from.cookie) await endSession(auth, new Headers({ cookie: from.cookie }))
  return account
}
