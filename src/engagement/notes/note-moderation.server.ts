import type { Db, Trx } from '#platform/database.server.ts'
import { isPossibleId } from '#platform/ids.server.ts'
import type { Emit } from '#platform/room-events.ts'
import type { CommentMarks } from '../comments/comment-moderation.server.ts'
import { withCountsLockIfThere } from '../count-rows.server.ts'
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
  moderatedNote(id: string): Promise<ModeratedNote | null>
  /**
   * Hides a note from all but its author and the episode's creator, or takes that back, or lets a held one through, in one
   * transaction with `work`.
   * @param work called with the locked note, or null when it is gone; returns what to change
   * @param lockFirst takes the locks that come before those of counts
   */
  moderateNote(
    id: string,
    work: (trx: Trx, note: ModeratedNote | null) => Promise<Partial<CommentMarks>>,
    lockFirst?: (trx: Trx) => Promise<void>,
  ): Promise<void>
}

export interface NoteModerationParts extends Pick<NoteAccessParts, 'db' | 'catalog'> {
  emit: Emit
}

export function createNoteModeration({ db, catalog, emit }: NoteModerationParts): NoteModeration {
  const find = async (trx: Db | Trx, id: string) => (isPossibleId(id) ? await findStoredNote(trx, id) : undefined)
  const secondsOf = ({ episode_id, frame }: NoteRow) => catalog.secondsOfFrame(episode_id, frame)
  return {
    async moderatedNote(id) {
      const row = await find(db, id)
      return row ? toModerated(row, await secondsOf(row)) : null
    },

    async moderateNote(id, work, lockFirst) {
      const known = await find(db, id)
      // Not within the transaction: a note keeps its frame.
      const seconds = known ? await secondsOf(known) : 0
      const change = async (trx: Trx) => {
        const row = await find(trx, id)
        const marks = await work(trx, row ? toModerated(row, seconds) : null)
        if (!row || Object.keys(marks).length === 0) return
        await setNoteMarks(trx, id, marks)
        const { hidden, held } = { ...row, ...marks }
        await emit(trx, notesChanged, { id, isWaiting: held && !hidden })
      }
      await withCountsLockIfThere(db, known?.episode_id, change, (trx) => work(trx, null), lockFirst)
    },
  }
}

function toModerated(row: NoteRow, seconds: number): ModeratedNote {
  return {
    id: row.id,
    episodeId: row.episode_id,
    authorUid: row.author_uid,
    text: row.text,
    seconds,
    hidden: row.hidden,
    hiddenByModerator: row.hidden_by_moderator,
    held: row.held,
  }
}
