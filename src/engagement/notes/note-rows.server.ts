import { type Generated, type GeneratedAlways, type Selectable, sql } from 'kysely'
import type { Db, Trx } from '#platform/database.server.ts'
import { NOTE_PARTS, NOTES_MAX } from './note.ts'

interface NotesTable {
  id: string
  episode_id: string
  author_uid: string
  text: string
  frame: number
  created_at: Date
  hidden: Generated<boolean>
  held: Generated<boolean>
  pinned: Generated<boolean>
  /** Its author's account is deactivated: nobody sees it. */
  author_deactivated: Generated<boolean>
  is_public: GeneratedAlways<boolean>
}

const noteColumns = [
  'id',
  'episode_id',
  'author_uid',
  'text',
  'frame',
  'created_at',
  'hidden',
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

/**
 * Who reads: a reader sees also their own hidden and held notes, and the episode's creator all of them; neither sees those
 * of accounts that they muted. Nobody sees those of deactivated accounts.
 */
export interface NoteReader {
  uid: string | null
  isCreator: boolean
}

/**
 * The notes from one frame to another in the order of the film, at most `NOTES_MAX`, with the number of all. Pinned ones and
 * the reader's own come before others; those get their places in turn, one for each part of the range, the newest first.
 */
export async function notesWithin(
  db: Db,
  episodeId: string,
  reader: NoteReader,
  { from, to }: { from: number; to: number },
): Promise<{ rows: NoteRow[]; total: number }> {
  const { uid, isCreator } = reader
  const columns = sql.join(noteColumns.map((name) => sql.ref(name)))
  const mine = isCreator ? sql`not author_deactivated` : sql`author_uid = ${uid} and not author_deactivated`
  const shown = uid === null ? sql`is_public` : sql`(is_public or (${mine}))`
  const heard =
    uid === null ? sql`true` : sql`author_uid <> all (select muted_uid from muted_accounts where uid = ${uid})`
  const part = sql`(frame - ${from}::bigint) * ${NOTE_PARTS} / ${Math.max(1, to - from + 1)}::bigint`
  const { rows } = await sql<NoteRow & { total: number }>`
    select ${columns}, total from (
      select ${columns}, count(*) over ()::int as total, pinned or author_uid is not distinct from ${uid} as is_first,
        row_number() over (partition by ${part} order by created_at desc, id desc) as place
      from notes
      where episode_id = ${episodeId} and frame between ${from} and ${to} and ${shown} and ${heard}
      order by is_first desc, place, frame, id limit ${NOTES_MAX}
    ) as chosen
    order by frame, created_at, id
  `.execute(db)
  return { rows, total: rows[0]?.total ?? 0 }
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
