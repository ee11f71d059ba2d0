import type { Db, Trx } from '#platform/database.server.ts'
import { isPossibleId } from '#platform/ids.server.ts'
import type { Emit } from '#platform/room-events.ts'
import { transact } from '#platform/transact.server.ts'
import type { CountEvents } from '../count-events.server.ts'
import { withCountsLock } from '../count-rows.server.ts'
import { commentsChanged } from '../engagement-events.ts'
import { type CommentRow, findStoredComment, setHiddenByModerator } from './comment-rows.server.ts'

/** What moderators read of a comment, whoever else may see it. */
export interface ModeratedComment {
  id: string
  episodeId: string
  authorUid: string
  text: string
  createdAt: Date
  hidden: boolean
  /** Whether a moderator hid it, so that the episode's creator cannot show it. */
  hiddenByModerator: boolean
}

export interface CommentModeration {
  /** Null when there is none. For moderators. */
  moderatedComment(id: string): Promise<ModeratedComment | null>
  /**
   * Hides a comment from all but its author and the episode's creator, or takes that back, in one transaction with `work`.
   * @param work called with the locked comment, or null when it is gone; returns what to change, or null for nothing
   * @param lockFirst takes the locks that come before those of counts
   */
  moderateComment(
    id: string,
    work: (trx: Trx, comment: ModeratedComment | null) => Promise<HiddenMarks | null>,
    lockFirst?: (trx: Trx) => Promise<void>,
  ): Promise<void>
}

export type HiddenMarks = Pick<ModeratedComment, 'hidden' | 'hiddenByModerator'>

export interface CommentModerationParts {
  db: Db
  emit: Emit
  countEvents: CountEvents
}

export function createCommentModeration({ db, emit, countEvents }: CommentModerationParts): CommentModeration {
  const read = async (trx: Db | Trx, id: string) => {
    const row = isPossibleId(id) ? await findStoredComment(trx, id) : undefined
    return row ? toModerated(row) : null
  }
  return {
    moderatedComment: (id) => read(db, id),

    async moderateComment(id, work, lockFirst) {
      const known = await read(db, id)
      const change = async (trx: Trx) => {
        const comment = await read(trx, id)
        const marks = await work(trx, comment)
        if (!comment || !marks) return
        await setHiddenByModerator(trx, id, marks)
        await emit(trx, commentsChanged, { id })
      }
      const isDone =
        known &&
        (await withCountsLock(
          db,
          known.episodeId,
          async (trx) => {
            await change(trx)
            return true
          },
          lockFirst,
        ))
      if (isDone) return countEvents.changed(known.episodeId)
      await transact(db, async (trx) => {
        await lockFirst?.(trx)
        await work(trx, null)
      })
    },
  }
}

function toModerated(row: CommentRow): ModeratedComment {
  return {
    id: row.id,
    episodeId: row.episode_id,
    authorUid: row.author_uid,
    text: row.text,
    createdAt: row.created_at,
    hidden: row.hidden,
    hiddenByModerator: row.hidden_by_moderator,
  }
}
