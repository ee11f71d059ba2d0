import type { Account } from '#identity/account.ts'
import type { Identity } from '#identity/identity.server.ts'
import type { Clock } from '#platform/clock.ts'
import { newId } from '#platform/ids.server.ts'
import { Refusal } from '#platform/refusal.ts'
import type { Emit } from '#platform/room-events.ts'
import { transact } from '#platform/transact.server.ts'
import { type AdmissionParts, readSiteRules, refuseBlocked, takeSlots, takeText } from '../admission.server.ts'
import { mayRemoveComment } from '../comments/comment-permissions.ts'
import { ensureStatsOf, lockCountsOf } from '../count-rows.server.ts'
import { notesChanged } from '../engagement-events.ts'
import { NOTE_REPEAT_MINUTES, NOTES_PER_MINUTE, type Note, readNote } from './note.ts'
import { accessNote, type NoteAccessParts, toNotes } from './note-access.server.ts'
import { deleteNote, insertNote, isRepeatedNote } from './note-rows.server.ts'

export interface NoteWriting {
  /**
   * Adds a note to a frame of the episode. Permissions and holds are those of comments.
   * @throws Refusal catalog.episode_not_found, engagement.comments_closed (403),
   *   engagement.comments_closed_everywhere (403), engagement.comments_blocked (403), engagement.note_required,
   *   engagement.note_invalid, engagement.frame_outside, creators.word_refused, engagement.note_repeated (409),
   *   engagement.too_many_notes
   */
  write(account: Account, episodeId: string, note: { text: string; frame: number }): Promise<Note>
  /** For its author, the episode's creator and admins. @throws Refusal engagement.note_not_found, engagement.note_not_yours */
  remove(account: Account, id: string): Promise<void>
}

export interface NoteWritingParts extends NoteAccessParts, AdmissionParts {
  clock: Clock
  emit: Emit
  identity: Pick<Identity, 'lockAgainstRemoval'>
}

/** Key of a person's limit. */
export function noteLimitKey(uid: string): string {
  return `notes:${uid}`
}

export function createNoteWriting(parts: NoteWritingParts): NoteWriting {
  const { db, clock, emit, catalog, identity, words } = parts

  return {
    async write(account, episodeId, { text: raw, frame }) {
      const { uid } = account
      const rules = await catalog.commentRulesOf(episodeId, account)
      if (!rules?.isVisible) throw new Refusal('catalog.episode_not_found')
      if (!rules.isOpen) throw new Refusal('engagement.comments_closed')
      const site = await readSiteRules(parts)
      const frames = (await catalog.frameCountOf(episodeId)) ?? 0
      const id = newId()
      if (!(await ensureStatsOf(db, episodeId))) throw new Refusal('catalog.episode_not_found')
      const stored = await transact(
        db,
        async (trx) => {
          await identity.lockAgainstRemoval(trx, uid)
          if (!(await lockCountsOf(trx, episodeId))) throw new Refusal('catalog.episode_not_found')
          await refuseBlocked(trx, { creatorUid: rules.creatorId, uid })
          const text = readNote(raw)
          if (!Number.isInteger(frame) || frame < 0 || frame >= frames) {
            throw new Refusal('engagement.frame_outside', { field: 'frame' })
          }
          const { held, word } = takeText(text, { isCreator: uid === rules.creatorId, ...site })
          // Locks the person's key until the end, so that a concurrent note is seen below. Refusals take no slot.
          await takeSlots(trx, [slotOf(uid)])
          const note = { id, episodeId, authorUid: uid, text, frame, held, createdAt: clock.now() }
          const since = new Date(note.createdAt.getTime() - NOTE_REPEAT_MINUTES * 60_000)
          if (await isRepeatedNote(trx, note, since)) throw new Refusal('engagement.note_repeated', { field: 'text' })
          await insertNote(trx, note)
          if (held) await emit(trx, notesChanged, { id, isWaiting: true })
          if (word !== null) await words.queue(trx, { kind: 'note', id }, word)
          return { ...note, hidden: false, hidden_by_moderator: false, pinned: false }
        },
        { isolationLevel: 'read committed' },
      )
      const { authorUid, createdAt, ...fields } = stored
      const row = { ...fields, episode_id: episodeId, author_uid: authorUid, created_at: createdAt }
      const [note] = await toNotes(parts, [row])
      return note!
    },

    async remove(account, id) {
      const { row, facts, isVisible } = await accessNote(parts, id, account)
      if (!mayRemoveComment(facts, account)) {
        throw new Refusal(isVisible ? 'engagement.note_not_yours' : 'engagement.note_not_found')
      }
      await transact(
        db,
        async (trx) => {
          if (!(await lockCountsOf(trx, row.episode_id))) return
          await emit(trx, notesChanged, { id, isWaiting: false })
          await deleteNote(trx, id)
        },
        { isolationLevel: 'read committed' },
      )
    },
  }
}

function slotOf(uid: string) {
  return {
    key: noteLimitKey(uid),
    count: NOTES_PER_MINUTE,
    windowSeconds: 60,
    refusal: 'engagement.too_many_notes' as const,
  }
}
