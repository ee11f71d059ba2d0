import { sql } from 'kysely'
import type { Db, Trx } from '#platform/database.server.ts'
import type { Events } from '#platform/events.server.ts'
import { removeLimits, removeLimitsBelow } from '#platform/rate-limits.server.ts'
import { blocksOf } from './comments/comment-block-rows.server.ts'
import { commentLikesOf } from './comments/comment-like-rows.server.ts'
import { commentLimitKeys } from './comments/comment-limits.server.ts'
import { commentsOf } from './comments/comment-rows.server.ts'
import { mutesOf } from './comments/muted-account-rows.server.ts'
import { emitCountEvents } from './count-events.server.ts'
import { lockStats } from './count-rows.server.ts'
import { deleteDailyTotals } from './daily-totals.server.ts'
import { hideActivityOf, showActivityOf } from './deactivated-activity-rows.server.ts'
import { likesOf } from './like-rows.server.ts'
import { clickLimitPrefix } from './support-click-rows.server.ts'

/** One person's likes, comments, blocks and mutes. */
export interface Activity {
  likes: { episodeId: string; likedAt: Date }[]
  comments: Awaited<ReturnType<typeof commentsOf>>
  commentLikes: { commentId: string; likedAt: Date }[]
  /** Accounts that this person blocked from commenting. */
  commentBlocks: { uid: string; blockedAt: Date }[]
  /** Accounts whose timed notes this person does not read. */
  mutedAccounts: { uid: string; mutedAt: Date }[]
}

/**
 * All that a person does here, for their export, and when their account is removed, deactivated or restored: that changes the
 * counts of many other people's episodes. Its caller has locked the account, so that nothing is added.
 * @see README.md, lock order
 */
export interface AccountActivity {
  /** Oldest first; for that person only. */
  of(uid: string): Promise<Activity>
  /** Episodes that this person likes or has commented on, or of which they like a comment; those of a deactivated account too. */
  episodesOf(trx: Trx, uid: string): Promise<string[]>
  /**
   * Locks the counts of these episodes and emits that they change, and deletes the days of the person's own. The episodes must
   * be locked already.
   */
  lockCounts(trx: Trx, episodeIds: string[], ownIds: string[]): Promise<void>
  /** Hides a deactivated account's comments and takes its likes out of the counts, which are locked; or takes that back. */
  setDeactivated(trx: Trx, uid: string, isDeactivated: boolean): Promise<void>
  /** Removes the keys of this person, and of clicks on their links, from the rate limits. */
  removeLimitsOf(trx: Trx, uid: string): Promise<void>
}

export function createAccountActivity({ db, events }: { db: Db; events: Events }): AccountActivity {
  return {
    async of(uid) {
      const [likes, comments, commentLikes, commentBlocks, mutedAccounts] = await Promise.all([
        likesOf(db, uid),
        commentsOf(db, uid),
        commentLikesOf(db, uid),
        blocksOf(db, uid),
        mutesOf(db, uid),
      ])
      return { likes, comments, commentLikes, commentBlocks, mutedAccounts }
    },

    episodesOf: (trx, uid) => episodesWithActivityOf(trx, uid),
    async lockCounts(trx, episodeIds, ownIds) {
      await lockStats(trx, episodeIds)
      await deleteDailyTotals(trx, ownIds)
      await emitCountEvents(events, trx, episodeIds)
    },
    setDeactivated: (trx, uid, isDeactivated) => (isDeactivated ? hideActivityOf : showActivityOf)(trx, uid),
    async removeLimitsOf(trx, uid) {
      await removeLimits(trx, commentLimitKeys(uid))
      await removeLimitsBelow(trx, clickLimitPrefix(uid))
    },
  }
}

async function episodesWithActivityOf(db: Db | Trx, uid: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select episode_id as id from likes where uid = ${uid}
    union
    select episode_id from comments where author_uid = ${uid}
    union
    select episode_id from comment_likes join comments on comments.id = comment_id where uid = ${uid}
    union
    select episode_id from deactivated_likes where uid = ${uid}
    union
    select episode_id from deactivated_comment_likes join comments on comments.id = comment_id where uid = ${uid}
  `.execute(db)
  return rows.map((row) => row.id)
}
