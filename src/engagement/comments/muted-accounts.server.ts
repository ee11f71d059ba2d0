import type { Account } from '#identity/account.ts'
import type { Clock } from '#platform/clock.ts'
import { isPossibleId } from '#platform/ids.server.ts'
import { Refusal } from '#platform/refusal.ts'
import { type CommentViewParts, toAuthor } from './comment-view.server.ts'
import { deleteMute, insertMute, mutesOf } from './muted-account-rows.server.ts'
import type { MutedAccount } from './note.ts'

export interface MutedAccounts {
  /**
   * Leaves out the timed notes of an account for this person alone, or no longer.
   * @throws Refusal engagement.mute_self (409), engagement.account_not_found
   */
  mute(account: Account, uid: string, muted: boolean): Promise<void>
  /** The accounts that this person has muted, the last one first; for that person only. */
  muted(account: Account): Promise<MutedAccount[]>
}

export interface MutedAccountsParts extends CommentViewParts {
  clock: Clock
}

/** The accounts whose timed notes a person does not want to read. */
export function createMutedAccounts({ db, clock, creators }: MutedAccountsParts): MutedAccounts {
  return {
    async mute({ uid }, mutedUid, muted) {
      if (uid === mutedUid) throw new Refusal('engagement.mute_self')
      const mute = { uid, mutedUid }
      if (!muted) await deleteMute(db, mute)
      else if (!isPossibleId(mutedUid) || !(await insertMute(db, mute, clock.now()))) {
        throw new Refusal('engagement.account_not_found')
      }
    },

    async muted({ uid }) {
      const mutes = (await mutesOf(db, uid)).reverse()
      const profiles = await creators.findMany(mutes.map((mute) => mute.uid))
      return mutes.map(({ uid: mutedUid, mutedAt }) => ({ ...toAuthor(mutedUid, profiles.get(mutedUid)), mutedAt }))
    },
  }
}
