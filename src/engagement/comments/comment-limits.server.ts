import type { Trx } from '#platform/database.server.ts'
import { Refusal } from '#platform/refusal.ts'
import { takeSlots } from '../admission.server.ts'
import { COMMENTS_PER_DAY, COMMENTS_PER_MINUTE, REPEAT_MINUTES } from './comment.ts'
import { isRepeated, isRepeatedOnPicture, type NewComment } from './comment-rows.server.ts'
import { NOTE_REPEAT_MINUTES, NOTES_PER_MINUTE } from './note.ts'

// How often one person may write. Comments on the picture are short, and have limits of their own.

const dayKey = (uid: string) => `comments-day:${uid}`
const minuteKey = (uid: string) => `comments:${uid}`
const pictureKey = (uid: string) => `notes:${uid}`

/** Keys of a person's limits. */
export function commentLimitKeys(uid: string): string[] {
  return [minuteKey(uid), dayKey(uid), pictureKey(uid)]
}

type WrittenComment = Pick<NewComment, 'id' | 'episodeId' | 'authorUid' | 'text' | 'frame' | 'onPicture'>

/**
 * Counts a new or changed comment, and refuses what its author wrote just before. Locks the person's keys until the end, so
 * that a concurrent comment is seen; a refusal takes no slot.
 * @throws Refusal engagement.too_many_comments, engagement.too_many_comments_today, engagement.too_many_notes,
 *   engagement.comment_repeated, engagement.note_repeated
 */
export async function countComment(trx: Trx, comment: WrittenComment, now: Date): Promise<void> {
  await takeSlots(trx, comment.onPicture ? pictureSlots(comment.authorUid) : slots(comment.authorUid))
  const minutes = comment.onPicture ? NOTE_REPEAT_MINUTES : REPEAT_MINUTES
  const since = new Date(now.getTime() - minutes * 60_000)
  if (comment.onPicture) {
    if (await isRepeatedOnPicture(trx, comment, since)) throw new Refusal('engagement.note_repeated', { field: 'text' })
    return
  }
  if (await isRepeated(trx, comment, since)) throw new Refusal('engagement.comment_repeated', { field: 'text' })
}

function slots(uid: string) {
  return [
    {
      key: dayKey(uid),
      count: COMMENTS_PER_DAY,
      windowSeconds: 86_400,
      refusal: 'engagement.too_many_comments_today' as const,
    },
    {
      key: minuteKey(uid),
      count: COMMENTS_PER_MINUTE,
      windowSeconds: 60,
      refusal: 'engagement.too_many_comments' as const,
    },
  ]
}

function pictureSlots(uid: string) {
  return [
    {
      key: pictureKey(uid),
      count: NOTES_PER_MINUTE,
      windowSeconds: 60,
      refusal: 'engagement.too_many_notes' as const,
    },
  ]
}
