import type { Catalog } from '#catalog/catalog.server.ts'
import type { Db, Trx } from '#platform/database.server.ts'
import { isPossibleId } from '#platform/ids.server.ts'
import type { Emit } from '#platform/room-events.ts'
import type { CountEvents } from '../count-events.server.ts'
import { lockCountsOf } from '../count-rows.server.ts'
import { commentsChanged } from '../engagement-events.ts'
import { emitAdded } from './comment-added.server.ts'
import { type CommentRow, findStoredComment, setMarks } from './comment-rows.server.ts'

/** A comment as moderators see it, whatever its visibility. */
export interface ModeratedComment {
  id: string
  episodeId: string
  authorUid: string
  text: string
  createdAt: Date
  /** Whether it is shown on the picture, as a timed note. */
  onPicture: boolean
  /** When its frame is shown, in seconds from the beginning of the video; null without a frame. */
  seconds: number | null
  hidden: boolean
  /** Whether a moderator hid it, so that the episode's creator cannot show it. */
  hiddenByModerator: boolean
  /** Whether it waits for the episode's creator or a moderator. */
  held: boolean
}

/** A comment in a transaction. Its seconds are read outside of transactions: a comment keeps its frame. */
export type LockedComment = Omit<ModeratedComment, 'seconds'>

export interface CommentModeration {
  /** Null when there is none. For moderators. */
  moderated(id: string): Promise<ModeratedComment | null>
  /** Locks the counts of a comment's episode until the commit, and so the comment; null when it is gone. For moderators. */
  lockModerated(trx: Trx, id: string): Promise<LockedComment | null>
  /**
   * Hides a comment from all but its author and the episode's creator, or takes that back, or lets a held one through. It is
   * locked by `lockModerated`; no marks are no change of it.
   */
  moderate(trx: Trx, id: string, marks: Partial<CommentMarks>): Promise<void>
  /** Tells dashboards the counts of a comment's episode, after the commit of a change by `moderate`. */
  announceModerated(id: string): Promise<void>
}

export type CommentMarks = Pick<ModeratedComment, 'hidden' | 'hiddenByModerator' | 'held'>

export interface CommentModerationParts {
  db: Db
  catalog: Pick<Catalog, 'secondsOfFrame'>
  emit: Emit
  countEvents: CountEvents
}

export function createCommentModeration(parts: CommentModerationParts): CommentModeration {
  const { db, catalog, emit, countEvents } = parts
  const find = async (trx: Db | Trx, id: string) => (isPossibleId(id) ? await findStoredComment(trx, id) : undefined)
  return {
    async moderated(id) {
      const row = await find(db, id)
      if (!row) return null
      const { episode_id, frame } = row
      return { ...toLocked(row), seconds: frame === null ? null : await catalog.secondsOfFrame(episode_id, frame) }
    },

    async lockModerated(trx, id) {
      const known = await find(trx, id)
      if (!known || !(await lockCountsOf(trx, known.episode_id))) return null
      const row = await find(trx, id)
      return row ? toLocked(row) : null
    },

    async moderate(trx, id, marks) {
      const row = Object.keys(marks).length === 0 ? undefined : await find(trx, id)
      if (!row) return
      await setMarks(trx, id, marks)
      const { hidden, held } = { ...row, ...marks }
      if (row.held && !held && !hidden) await emitAdded(emit, trx, { ...row, held })
      await emit(trx, commentsChanged, { id, onPicture: row.on_picture, isWaiting: held && !hidden })
    },

    async announceModerated(id) {
      const row = await find(db, id)
      if (row) countEvents.changed(row.episode_id)
    },
  }
}

function toLocked(row: CommentRow): LockedComment {
  return {
    id: row.id,
    episodeId: row.episode_id,
    authorUid: row.author_uid,
    text: row.text,
    createdAt: row.created_at,
    onPicture: row.on_picture,
    hidden: row.hidden,
    hiddenByModerator: row.hidden_by_moderator,
    held: row.held,
  }
}
