import type { Db, Trx } from '#platform/database.server.ts'
import { isPossibleId } from '#platform/ids.server.ts'
import type { Emit } from '#platform/room-events.ts'
import type { CommentMarks } from '../comments/comment-moderation.server.ts'
import { lockCountsOf } from '../count-rows.server.ts'
import { notesChanged } from '../engagement-events.ts'
import type { NoteAccessParts } from './note-access.server.ts'
import { findStoredNote, type NoteRow, setNoteMarks } from './note-rows.server.ts'

/** A note as moderators see it, whatever its visibility. Its marks are those of comments. */
export interface ModeratedNote extends CommentMarks {
  id: string
  episodeId: string
  authorUid: string
  text: string
  /** When its frame is shown, in seconds from the beginning of the video. */
  seconds: number
}

export interface NoteModeration {
  /** Null when there is none. For moderators. */
  moderated(id: string): Promise<ModeratedNote | null>
  /**
   * Locks the counts of a note's episode until the commit, and so the note; null when it is gone. For moderators. Its seconds
   * are read outside of transactions: a note keeps its frame.
   */
  lockModerated(trx: Trx, id: string): Promise<LockedNote | null>
  /**
   * Hides a note from all but its author and the episode's creator, or takes that back, or lets a held one through. It is
   * locked by `lockModerated`; no marks are no change of it.
   */
  moderate(trx: Trx, id: string, marks: Partial<CommentMarks>): Promise<void>
}

export type LockedNote = Omit<ModeratedNote, 'seconds'>

export interface NoteModerationParts extends Pick<NoteAccessParts, 'db' | 'catalog'> {
  emit: Emit
}

export function createNoteModeration({ db, catalog, emit }: NoteModerationParts): NoteModeration {
  const find = async (trx: Db | Trx, id: string) => (isPossibleId(id) ? await findStoredNote(trx, id) : undefined)
  const secondsOf = ({ episode_id, frame }: NoteRow) => catalog.secondsOfFrame(episode_id, frame)
  return {
    async moderated(id) {
      const row = await find(db, id)
      return row ? { ...toLocked(row), seconds: await secondsOf(row) } : null
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
      await setNoteMarks(trx, id, marks)
      const { hidden, held } = { ...row, ...marks }
      await emit(trx, notesChanged, { id, isWaiting: held && !hidden })
    },
  }
}

function toLocked(row: NoteRow): LockedNote {
  return {
    id: row.id,
    episodeId: row.episode_id,
    authorUid: row.author_uid,
    text: row.text,
    hidden: row.hidden,
    hiddenByModerator: row.hidden_by_moderator,
    held: row.held,
  }
}
