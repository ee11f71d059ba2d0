import type { Account } from '#identity/account.ts'
import { Refusal } from '#platform/refusal.ts'
import type { Note, NoteList } from './note.ts'
import { accessNote, toNotes } from './note-access.server.ts'
import { createNoteActions, type NoteActions } from './note-actions.server.ts'
import { notesWithin } from './note-list-rows.server.ts'
import { createNoteModeration, type NoteModeration } from './note-moderation.server.ts'
import { countPublicNotes } from './note-rows.server.ts'
import { createNoteWriting, type NoteWriting, type NoteWritingParts } from './note-writing.server.ts'

/** Timed notes: short texts at the frames of an episode. */
export interface Notes extends NoteWriting, NoteActions, NoteModeration {
  /**
   * The notes from frame `from` to frame `to`, both included; of the whole episode by default. At most `NOTES_MAX`,
   * spread over the range, without those of accounts that the viewer muted.
   * @param range with `authors`: only their notes, and the viewer's own
   * @throws Refusal catalog.episode_not_found
   */
  on(
    episodeId: string,
    viewer: Account | null,
    range?: { from?: number; to?: number; authors?: string[] },
  ): Promise<NoteList>
  /** A note as this viewer may see it. @throws Refusal engagement.note_not_found */
  find(id: string, viewer: Account | null): Promise<Note>
  /** Number of notes that everybody sees, at most `NOTES_MAX`, for their place on a page. Does not check access. */
  countOf(episodeId: string): Promise<number>
}

/** Notes backed by the tables `notes` and `muted_accounts`. */
export function createNotes(parts: NoteWritingParts): Notes {
  const { db, catalog } = parts
  return {
    ...createNoteWriting(parts),
    ...createNoteActions(parts),
    ...createNoteModeration(parts),

    async find(id, viewer) {
      const { row, isVisible } = await accessNote(parts, id, viewer)
      if (!isVisible) throw new Refusal('engagement.note_not_found')
      const [note] = await toNotes(parts, [row])
      return note!
    },

    countOf: (episodeId) => countPublicNotes(db, episodeId),

    async on(episodeId, viewer, { from = 0, to, authors } = {}) {
      const rules = await catalog.commentRulesOf(episodeId, viewer)
      if (!rules?.isVisible) throw new Refusal('catalog.episode_not_found')
      const reader = { uid: viewer?.uid ?? null, isCreator: viewer?.uid === rules.creatorId, authors }
      // A shorter video may have replaced the one at whose frame a note was written.
      const last = ((await catalog.frameCountOf(episodeId)) ?? 0) - 1
      const { rows, total } = await notesWithin(db, episodeId, reader, { from, to: Math.min(to ?? last, last) })
      return { notes: await toNotes(parts, rows), total }
    },
  }
}
