import type { Account } from '#identity/account.ts'
import type { Clock } from '#platform/clock.ts'
import { isPossibleId } from '#platform/ids.server.ts'
import { Refusal } from '#platform/refusal.ts'
import type { Emit } from '#platform/room-events.ts'
import { transact } from '#platform/transact.server.ts'
import { mayArrangeComments } from '../comments/comment-permissions.ts'
import { toAuthor } from '../comments/comment-view.server.ts'
import { notesChanged } from '../engagement-events.ts'
import { deleteMute, insertMute, mutesOf } from './muted-account-rows.server.ts'
import { type MutedAccount, type Note, PINNED_NOTES_MAX } from './note.ts'
import { accessNote, type NoteAccessParts, toNotes } from './note-access.server.ts'
import { lockNote } from './note-lock.server.ts'
import { countPinnedNotes, findNote, type NoteRow, setNoteHidden, setNotePinned } from './note-rows.server.ts'

export interface NoteActions {
  /**
   * Hides a note from all but its author and the episode's creator, or shows it; showing also lets a held one through. For
   * the episode's creator.
   * @throws Refusal engagement.note_not_found, engagement.note_creator_only (403),
   *   engagement.note_hidden_by_moderator (403)
   */
  hide(account: Account, id: string, hidden: boolean): Promise<Note>
  /**
   * Pins a note, or takes that back. For the episode's creator.
   * @throws Refusal engagement.note_not_found, engagement.note_creator_only (403),
   *   engagement.note_not_pinnable (409: hidden or held), engagement.too_many_pinned_notes (409)
   */
  pin(account: Account, id: string, pinned: boolean): Promise<Note>
  /**
   * Leaves out the notes of an account for this person alone, or no longer.
   * @throws Refusal engagement.mute_self (409), engagement.account_not_found
   */
  mute(account: Account, uid: string, muted: boolean): Promise<void>
  /** The accounts that this person has muted, the last one first; for that person only. */
  muted(account: Account): Promise<MutedAccount[]>
}

export interface NoteActionsParts extends NoteAccessParts {
  clock: Clock
  emit: Emit
}

export function createNoteActions(parts: NoteActionsParts): NoteActions {
  const { db, clock, emit } = parts

  /** @throws Refusal engagement.note_not_found, engagement.note_creator_only */
  async function accessToArrange(account: Account, id: string): Promise<NoteRow> {
    const { row, facts, isVisible } = await accessNote(parts, id, account)
    if (!isVisible) throw new Refusal('engagement.note_not_found')
    if (!mayArrangeComments(facts, account)) throw new Refusal('engagement.note_creator_only')
    return row
  }

  async function toNote(row: NoteRow): Promise<Note> {
    const [note] = await toNotes(parts, [row])
    return note!
  }

  return {
    async hide(account, id, hidden) {
      const known = await accessToArrange(account, id)
      const changed = await transact(
        db,
        async (trx) => {
          const row = await lockNote(trx, known)
          if (row.hidden_by_moderator && !hidden) throw new Refusal('engagement.note_hidden_by_moderator')
          await setNoteHidden(trx, id, hidden)
          await emit(trx, notesChanged, { id, isWaiting: false })
          return (await findNote(trx, id))!
        },
        { isolationLevel: 'read committed' },
      )
      return toNote(changed)
    },

    async pin(account, id, pinned) {
      const known = await accessToArrange(account, id)
      const changed = await transact(
        db,
        async (trx) => {
          const row = await lockNote(trx, known)
          if (row.pinned === pinned) return row
          if (pinned && (row.hidden || row.held)) throw new Refusal('engagement.note_not_pinnable')
          if (pinned && (await countPinnedNotes(trx, row.episode_id)) >= PINNED_NOTES_MAX) {
            throw new Refusal('engagement.too_many_pinned_notes')
          }
          await setNotePinned(trx, id, pinned)
          return { ...row, pinned }
        },
        { isolationLevel: 'read committed' },
      )
      return toNote(changed)
    },

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
      const profiles = await parts.creators.findMany(mutes.map((mute) => mute.uid))
      return mutes.map(({ uid: mutedUid, mutedAt }) => ({ ...toAuthor(mutedUid, profiles.get(mutedUid)), mutedAt }))
    },
  }
}
