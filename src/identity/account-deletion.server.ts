import { type Emit, roomEvent } from '#platform/room-events.ts'
import { transact } from '#platform/transact.server.ts'
import type { Account } from './account.ts'
import { deleteAccountRow } from './account-deletion-rows.server.ts'
import { lockAccount } from './account-rows.server.ts'
import type { Caller } from './caller.ts'
import type { SessionChange } from './session-change.ts'
import { checkPassword, endSession, type SessionParts } from './sessions.server.ts'

/** An account is about to be removed. Its rows are deleted by cascade; listeners remove everything else. */
export const accountRemoval = roomEvent<{ uid: string }>('identity.account-removal')

export interface AccountDeletion {
  /**
   * Removes the account and all data of the person, given the password; the response also ends the browser's session.
   * Wrong guesses count as in `changePassword`.
   * @throws Refusal identity.password_wrong, identity.too_many_sign_ins
   */
  deleteAccount(account: Account, input: { password: string }, from: Caller): Promise<SessionChange>
}

export function createAccountDeletion(parts: SessionParts & { emit: Emit }): AccountDeletion {
  const { db, clock, auth, devices, emit } = parts
  return {
    async deleteAccount(account, { password }, from) {
      await checkPassword(parts, account, password, 'password', from)
      await transact(db, async (trx) => {
        await lockAccount(trx, account.uid)
        await emit(trx, accountRemoval, { uid: account.uid })
        await deleteAccountRow(trx, account.uid)
      })
      const deviceCookie = devices.remove(from.cookie, account.email, clock.now())
      return { setCookies: [...(await endSession(auth, new Headers())).headers.getSetCookie(), deviceCookie] }
    },
  }
}
