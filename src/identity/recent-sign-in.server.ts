import { Refusal } from '#platform/refusal.ts'
import type { Account } from './account.ts'
import type { Caller } from './caller.ts'
import { isSignInRecent, renewSignIn } from './session-rows.server.ts'
import { checkPassword, type SessionParts } from './sessions.server.ts'

/** Dangerous acts want a recent sign-in, so that a browser left open is not enough for them. */
export interface RecentSignIn {
  /**
   * @param headers with the caller's cookies
   * @throws Refusal identity.sign_in_required without a session, identity.sign_in_again when the sign-in of its session is
   *   more than 10 minutes ago
   */
  requireRecentSignIn(headers: Headers): Promise<void>
  /**
   * Makes the sign-in of the caller's session recent again, by the password. Wrong guesses count as in `changePassword`.
   * @throws Refusal identity.password_wrong, identity.too_many_sign_ins, identity.sign_in_required
   */
  signInAgain(account: Account, input: { password: string }, from: Caller): Promise<void>
}

/** @see docs/product.md#accounts */
const RECENT_MINUTES = 10

export function createRecentSignIn(parts: SessionParts): RecentSignIn {
  const { db, auth } = parts

  async function sessionOf(headers: Headers) {
    const user = await auth.sessionUser(headers)
    if (!user) throw new Refusal('identity.sign_in_required')
    return user
  }

  return {
    async requireRecentSignIn(headers) {
      const { sessionId } = await sessionOf(headers)
      if (!(await isSignInRecent(db, sessionId, RECENT_MINUTES))) throw new Refusal('identity.sign_in_again')
    },
    async signInAgain(account, { password }, from) {
      const { id, sessionId } = await sessionOf(new Headers({ cookie: from.cookie ?? '' }))
      if (id !== account.uid) throw new Refusal('identity.sign_in_required')
      await checkPassword(parts, account, password, 'password', from)
      await renewSignIn(db, sessionId)
    },
  }
}
