import { sql } from 'kysely'
import type { Db } from '#platform/database.server.ts'
import { type CommentRow, commentColumns } from './comment-rows.server.ts'
import { NOTE_PARTS, NOTES_MAX } from './note.ts'
import { type FrameRange, partsOf, shareOf } from './note-shares.ts'

/** A comment on the picture, which has a frame. */
export type NoteRow = CommentRow & { frame: number }

/**
 * The reader of a list, who also sees their own hidden and held notes; the episode's creator sees all of them. Neither
 * sees notes of accounts that they muted. Notes of deactivated accounts are hidden from everybody.
 */
export interface NoteReader {
  uid: string | null
  isCreator: boolean
  /** Accounts whose notes are listed, besides the reader's own; all accounts by default. */
  authors?: string[] | undefined
}

const columns = sql.join(commentColumns.map((name) => sql.ref(name)))

/**
 * The notes of a range in the order of their frames, at most `NOTES_MAX`, with the number of all. Where there are more,
 * pinned ones and the reader's own come first, and each part of the range has the same share of the other places, for
 * its newest.
 */
export async function notesWithin(
  db: Db,
  episodeId: string,
  reader: NoteReader,
  range: FrameRange,
): Promise<{ rows: NoteRow[]; total: number }> {
  const seen = sql`episode_id = ${episodeId} and on_picture and ${seenBy(reader)}`
  const within = sql`${seen} and frame between ${range.from} and ${range.to}`
  const counted = await sql<{ total: number }>`select count(*)::int as total from comments where ${within}`.execute(db)
  const { total } = counted.rows[0]!
  const isFirst = sql`(pinned_on_picture or author_uid is not distinct from ${reader.uid})`
  const first = total > NOTES_MAX ? isFirst : sql`true`
  const { rows } = await sql<NoteRow>`
    select ${columns} from comments where ${within} and ${first} order by created_at desc, id desc limit ${NOTES_MAX}
  `.execute(db)
  const places = NOTES_MAX - rows.length
  const others = total > NOTES_MAX && places > 0 ? await shared(db, sql`${seen} and not ${isFirst}`, range, places) : []
  return { rows: [...rows, ...others].sort(byFrame), total }
}

/** The newest notes of each part, as many of each as there are places for. */
async function shared(db: Db, seen: ReturnType<typeof sql>, range: FrameRange, places: number): Promise<NoteRow[]> {
  const parts = partsOf(range, NOTE_PARTS)
  const [froms, tos] = [parts.map(({ from }) => from), parts.map(({ to }) => to)]
  const each = sql`unnest(${froms}::int[], ${tos}::int[]) as part (first, last)`
  const counts = await sql<{ number: number }>`
    select (select count(*)::int from comments where ${seen} and frame between first and last) as number from ${each}
  `.execute(db)
  const share = shareOf(
    counts.rows.map(({ number }) => number),
    places,
  )
  const { rows } = await sql<NoteRow>`
    select ${columns} from ${each} cross join lateral (
      select ${columns} from comments where ${seen} and frame between first and last
      order by created_at desc, id desc limit ${share}
    ) as newest
  `.execute(db)
  return rows
}

function seenBy({ uid, isCreator, authors }: NoteReader) {
  const wanted = authors ? sql`author_uid = any (${uid === null ? authors : [uid, ...authors]}::text[])` : sql`true`
  if (uid === null) return sql`is_public and ${wanted}`
  const mine = isCreator ? sql`true` : sql`author_uid = ${uid}`
  const muted = sql`select muted_uid from muted_accounts where uid = ${uid}`
  return sql`(is_public or (${mine} and not author_deactivated)) and author_uid <> all (${muted}) and ${wanted}`
}

function byFrame(a: NoteRow, b: NoteRow): number {
  return a.frame - b.frame || a.created_at.getTime() - b.created_at.getTime() || (a.id < b.id ? -1 : 1)
}

/** The number of notes that everybody sees; counts no further than anybody needs. */
export async function countPublicNotes(db: Db, episodeId: string): Promise<number> {
  const { rows } = await sql<{ number: number }>`
    select count(*)::int as number from (
      select from comments where episode_id = ${episodeId} and on_picture and is_public limit ${NOTES_MAX}
    ) as counted
  `.execute(db)
  return rows[0]!.number
}
