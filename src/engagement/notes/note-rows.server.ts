import { type Generated, type GeneratedAlways, type Selectable, sql } from 'kysely'
import type { Db, Trx } from '#platform/database.server.ts'
import { NOTES_MAX } from './note.ts'

interface NotesTable {
  id: string
  episode_id: string
  author_uid: string
  text: string
  frame: number
  created_at: Date
  hidden: Generated<boolean>
  held: Generated<boolean>
  /** Its episode's creator cannot show it. */
  hidden_by_moderator: Generated<boolean>
  pinned: Generated<boolean>
  /** Its author's account is deactivated: nobody sees it. */
  author_deactivated: Generated<boolean>
  is_public: GeneratedAlways<boolean>
}

export const noteColumns = [
  'id',
  'episode_id',
  'author_uid',
  'text',
  'frame',
  'created_at',
  'hidden',
  'hidden_by_moderator',
  'held',
  'pinned',
] as const

export type NoteRow = Pick<Selectable<NotesTable>, (typeof noteColumns)[number]>

/** A note that is being written. */
export interface NewNote {
  id: string
  episodeId: string
  authorUid: string
  text: string
  frame: number
  held: boolean
  createdAt: Date
}

function noteTable(db: Db | Trx) {
  return db.withTables<{ notes: NotesTable }>()
}

/** Stores a note. The caller holds the lock of the episode's counts. */
export async function insertNote(trx: Trx, note: NewNote): Promise<void> {
  await noteTable(trx)
    .insertInto('notes')
    .values({
      id: note.id,
      episode_id: note.episodeId,
      author_uid: note.authorUid,
      text: note.text,
      frame: note.frame,
      held: note.held,
      created_at: note.createdAt,
    })
    .execute()
}

/** Undefined also for that of a deactivated account. */
export async function findNote(db: Db | Trx, id: string): Promise<NoteRow | undefined> {
  return noteTable(db)
    .selectFrom('notes')
    .select(noteColumns)
    .where('id', '=', id)
    .where('author_deactivated', '=', false)
    .executeTakeFirst()
}

/** Finds a note, whatever its visibility. */
export async function findStoredNote(db: Db | Trx, id: string): Promise<NoteRow | undefined> {
  return noteTable(db).selectFrom('notes').select(noteColumns).where('id', '=', id).executeTakeFirst()
}

/** Whether this person wrote the same text at the same frame since then. */
export async function isRepeatedNote(
  trx: Trx,
  { episodeId, authorUid, text, frame }: Pick<NewNote, 'episodeId' | 'authorUid' | 'text' | 'frame'>,
  since: Date,
): Promise<boolean> {
  const found = await noteTable(trx)
    .selectFrom('notes')
    .select('id')
    .where('author_uid', '=', authorUid)
    .where('created_at', '>', since)
    .where('episode_id', '=', episodeId)
    .where('frame', '=', frame)
    .where('text', '=', text)
    .executeTakeFirst()
  return found !== undefined
}

/** Hides a note, which also unpins it, or shows it and lets it through. */
export async function setNoteHidden(trx: Trx, id: string, hidden: boolean): Promise<void> {
  await noteTable(trx)
    .updateTable('notes')
    .set(hidden ? { hidden, pinned: false } : { hidden, held: false })
    .where('id', '=', id)
    .execute()
}

/** Changes the marks that a moderator sets: hidden, so that the creator cannot show the note, and held. */
export async function setNoteMarks(
  trx: Trx,
  id: string,
  { hiddenByModerator, hidden, held }: { hiddenByModerator?: boolean; hidden?: boolean; held?: boolean },
): Promise<void> {
  await noteTable(trx)
    .updateTable('notes')
    .set({
      ...(hidden !== undefined && { hidden }),
      ...(hiddenByModerator !== undefined && { hidden_by_moderator: hiddenByModerator }),
      ...(held !== undefined && { held }),
      ...((hidden || held) && { pinned: false }),
    })
    .where('id', '=', id)
    .execute()
}

export async function setNotePinned(trx: Trx, id: string, pinned: boolean): Promise<void> {
  await noteTable(trx).updateTable('notes').set({ pinned }).where('id', '=', id).execute()
}

/** How many notes of the episode are pinned, of deactivated accounts too: these may return. */
export async function countPinnedNotes(trx: Trx, episodeId: string): Promise<number> {
  const { rows } = await sql<{ number: number }>`
    select count(*)::int as number from notes where episode_id = ${episodeId} and pinned
  `.execute(trx)
  return rows[0]!.number
}

/** Counts no further than anybody needs. */
export async function countPublicNotes(db: Db, episodeId: string): Promise<number> {
  const { rows } = await sql<{ number: number }>`
    select count(*)::int as number from (
      select from notes where episode_id = ${episodeId} and is_public limit ${NOTES_MAX}
    ) as counted
  `.execute(db)
  return rows[0]!.number
}

export async function deleteNote(trx: Trx, id: string): Promise<void> {
  await noteTable(trx).deleteFrom('notes').where('id', '=', id).execute()
}

/** All notes of one person, oldest first. */
export async function notesOf(db: Db, authorUid: string) {
  return noteTable(db)
    .selectFrom('notes')
    .select(['id', 'episode_id as episodeId', 'text', 'frame', 'created_at as createdAt', 'hidden', 'held'])
    .where('author_uid', '=', authorUid)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}
