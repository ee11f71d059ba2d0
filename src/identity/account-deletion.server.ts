import { DAY_MS } from '#platform/clock.ts'
import type { Trx } from '#platform/database.server.ts'
import type { MailText } from '#platform/mail.ts'
import type { MailQueue } from '#platform/mail-queue.server.ts'
import { Refusal } from '#platform/refusal.ts'
import { type Emit, roomEvent } from '#platform/room-events.ts'
import { runEach } from '#platform/run-each.ts'
import { transact } from '#platform/transact.server.ts'
import { type Account, DELETION_DAYS } from './account.ts'
import {
  accountsToErase,
  type DeletionState,
  deleteAccountRow,
  deletionStateOf,
  lockForDeletion,
  storeErasure,
} from './account-deletion-rows.server.ts'
import { findPasswordHash } from './account-rows.server.ts'
import type { Caller } from './caller.ts'
import { endSession } from './end-session.server.ts'
import type { SessionChange } from './session-change.ts'
import { checkPassword, type SessionParts } from './sessions.server.ts'

/** Somebody deletes an account, which is locked. A listener that throws refuses it. */
export const accountLeaving = roomEvent<{ uid: string }>('identity.account-leaving')
/** An account is hidden from now on, with all that is its own, until it is restored or removed. It is locked. */
export const accountDeactivated = roomEvent<{ uid: string }>('identity.account-deactivated')
/** An account is about to be removed. Its rows are deleted by cascade; listeners remove everything else. */
export const accountRemoval = roomEvent<{ uid: string }>('identity.account-removal')

export interface AccountDeletion {
  /**
   * Deactivates the account: it is hidden at once, and erased after 30 days unless its owner signs in. With `now` it is
   * erased at once, even if it is deactivated already. Takes the password; ends every session, and the response that of the
   * browser. Repeating it changes nothing. Wrong guesses count as in `changePassword`. The person is told by mail.
   * @returns also when it is erased; null: it is
   * @throws Refusal identity.password_wrong, identity.too_many_sign_ins, and the refusals of listeners of `accountLeaving`
   */
  deleteAccount(
    account: Account,
    input: { password: string; now?: boolean },
    from: Caller,
  ): Promise<SessionChange & { erasesAt: Date | null }>
  /**
   * Erases the accounts whose time has come, each in its own transaction. Safe on several nodes at once.
   * @throws AggregateError after the last, when some could not be erased; the next call tries these again
   */
  eraseDueAccounts(): Promise<void>
  /** The address for mails that tell a person of the site; null when the account is gone or deactivated. */
  addressOf(uid: string): Promise<string | null>
}

/** Words the mails about a deletion. */
export interface DeletionMails {
  /** The account is hidden, and can be restored until then. */
  deactivated(content: { email: string; erasesAt: Date; signInUrl: string }): MailText
  /** The account is gone. */
  erased(content: { email: string }): MailText
}

export interface AccountDeletionParts extends SessionParts {
  emit: Emit
  mail: MailQueue
  publicUrl: string
  deletionMails: DeletionMails
}

const DEACTIVATED_MAIL = 'identity.account-deactivated'
/** Concerns an address: the account is gone when it is written. */
const ERASED_MAIL = 'identity.account-erased'
const ACCOUNTS_AT_A_TIME = 100

export function createAccountDeletion(parts: AccountDeletionParts): AccountDeletion {
  const { db, clock, auth, devices, emit, mail, publicUrl, deletionMails } = parts

  mail.handle(DEACTIVATED_MAIL, async (uid) => {
    const state = await deletionStateOf(db, { uid })
    if (!state?.eraseAt) return null
    const { email, eraseAt: erasesAt } = state
    return { mail: { to: email, ...deletionMails.deactivated({ email, erasesAt, signInUrl: `${publicUrl}/login` }) } }
  })
  mail.handle(ERASED_MAIL, async (email) => ({ mail: { to: email, ...deletionMails.erased({ email }) } }))

  async function erase(trx: Trx, { uid, email }: DeletionState): Promise<void> {
    await emit(trx, accountRemoval, { uid })
    await deleteAccountRow(trx, uid)
    await mail.enqueue(trx, ERASED_MAIL, email)
  }

  async function deactivate(trx: Trx, uid: string): Promise<Date> {
    const eraseAt = new Date(clock.now().getTime() + DELETION_DAYS * DAY_MS)
    await storeErasure(trx, uid, eraseAt)
    await emit(trx, accountDeactivated, { uid })
    await mail.enqueue(trx, DEACTIVATED_MAIL, uid)
    return eraseAt
  }

  async function eraseIfDue(uid: string): Promise<void> {
    await transact(db, async (trx) => {
      const state = await lockForDeletion(trx, uid)
      // Another node has erased it, or its owner has signed in.
      if (!state?.eraseAt || state.eraseAt > clock.now()) return
      await erase(trx, state)
    })
  }

  return {
    async deleteAccount(account, { password, now = false }, from) {
      const { uid } = account
      const hash = await checkPassword(parts, account, password, 'password', from)
      const erasesAt = await transact(db, async (trx) => {
        const state = await lockForDeletion(trx, uid)
        // The account is erased, or deactivated already.
        if (!state || (state.eraseAt && !now)) return state?.eraseAt ?? null
        // The password has changed since, by somebody who does not want this.
        if ((await findPasswordHash(trx, uid)) !== hash)
          throw new Refusal('identity.password_wrong', { field: 'password' })
        if (!state.eraseAt) await emit(trx, accountLeaving, { uid })
        if (!now) return await deactivate(trx, uid)
        await erase(trx, state)
        return null
      })
      const deviceCookie = devices.remove(from.cookie, account.email, clock.now())
      const { headers } = await endSession(auth, new Headers())
      // A browser that can still sign in stays known to the account.
      return { erasesAt, setCookies: [...headers.getSetCookie(), ...(erasesAt ? [] : [deviceCookie])] }
    },

    async eraseDueAccounts() {
      const failures: unknown[] = []
      for (let after = ''; ; ) {
        const uids = await accountsToErase(db, clock.now(), after, ACCOUNTS_AT_A_TIME)
        await runEach(uids.map((uid) => () => eraseIfDue(uid))).catch((error) => failures.push(error))
        const last = uids.at(-1)
        if (last === undefined || uids.length < ACCOUNTS_AT_A_TIME) break
        after = last
      }
      if (failures.length > 0) throw new AggregateError(failures, 'Some accounts could not be erased.')
    },

    async addressOf(uid) {
      const state = await deletionStateOf(db, { uid })
      return state && !state.eraseAt ? state.email : null
    },
  }
}
