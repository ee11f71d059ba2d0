import type { Db } from '#platform/database.server.ts'
import { Refusal } from '#platform/refusal.ts'
import { type Emit, roomEvent } from '#platform/room-events.ts'
import { transact } from '#platform/transact.server.ts'
import { deletionStateOf, hasSession, lockForDeletion, storeErasure } from './account-deletion-rows.server.ts'
import type { Auth } from './auth.server.ts'
import { cookieHeaders, endSession } from './end-session.server.ts'

/** A deactivated account is back, with all that is its own. It is locked. */
export const accountRestored = roomEvent<{ uid: string }>('identity.account-restored')

/** Keeps sessions and deactivated accounts apart. Every way to sign in ends with one of these two. */
export interface AccountRestoring {
  /**
   * Restores the account, if it is deactivated, once a sign-in has started a session.
   * @param response the one that starts the session
   * @returns whether it was deactivated
   * @throws Refusal identity.sign_in_failed when it has since been erased, or was deactivated after this session had started
   */
  restore(email: string, response: Response): Promise<boolean>
  /**
   * For a session that takes the place of another one: ends it, if the account was deactivated in between.
   * @throws Refusal identity.sign_in_required
   */
  refuseDeactivated(email: string, response: Response): Promise<void>
}

export function createAccountRestoring({ db, auth, emit }: { db: Db; auth: Auth; emit: Emit }): AccountRestoring {
  return {
    async restore(email, response) {
      const known = await deletionStateOf(db, { email })
      if (!known) throw new Refusal('identity.sign_in_failed')
      if (!known.eraseAt) return false
      const { uid } = known
      const headers = cookieHeaders(response.headers.getSetCookie())
      const session = await auth.sessionUser(headers)
      try {
        return await transact(db, async (trx) => {
          const state = await lockForDeletion(trx, uid)
          if (!state) throw new Refusal('identity.sign_in_failed')
          if (!state.eraseAt) return false
          // The deletion ended it, and so came after this sign-in.
          if (!session || !(await hasSession(trx, uid, session.sessionId))) throw new Refusal('identity.sign_in_failed')
          await storeErasure(trx, uid, null)
          await emit(trx, accountRestored, { uid })
          return true
        })
      } catch (error) {
        await endSession(auth, headers)
        throw error
      }
    },

    async refuseDeactivated(email, response) {
      const state = await deletionStateOf(db, { email })
      if (state && !state.eraseAt) return
      await endSession(auth, cookieHeaders(response.headers.getSetCookie()))
      throw new Refusal('identity.sign_in_required')
    },
  }
}
