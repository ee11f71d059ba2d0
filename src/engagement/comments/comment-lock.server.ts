import type { Trx } from '#platform/database.server.ts'
import { Refusal } from '#platform/refusal.ts'
import { lockCountsOf } from '../count-rows.server.ts'
import { type CommentRow, findComment } from './comment-rows.server.ts'

/**
 * Locks the counts of a comment's episode until the commit, and so the comment, and reads it again.
 * @throws Refusal engagement.comment_not_found when it has been removed since
 */
export async function lockComment(trx: Trx, { id, episode_id }: CommentRow): Promise<CommentRow> {
  const row = (await lockCountsOf(trx, episode_id)) ? await findComment(trx, id) : undefined
  if (!row) throw new Refusal('engagement.comment_not_found')
  return row
}
