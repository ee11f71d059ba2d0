import { type Selectable, sql } from 'kysely'
import type { Db, Trx } from '#platform/database.server.ts'
import { type FontFormat, fontKey, type SubtitleFont } from './font.ts'

interface FontsTable {
  id: string
  subtitle_id: string
  author_uid: string | null
  names: string[]
  format: FontFormat
  size_bytes: number
  is_licensed: boolean
  created_at: Date
}

/** Fonts whose bytes are to be removed once they are due. */
interface ErasedFontsTable {
  id: string
  format: FontFormat
  due_at: Date
}

export type FontRow = Selectable<FontsTable>

function fontTables(db: Db | Trx) {
  return db.withTables<{ subtitle_fonts: FontsTable; erased_fonts: ErasedFontsTable }>()
}

export async function findFont(db: Db | Trx, id: string): Promise<FontRow | undefined> {
  return fontTables(db).selectFrom('subtitle_fonts').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Fonts of these texts, the oldest first. */
export async function fontsOf(db: Db | Trx, subtitleIds: string[]): Promise<FontRow[]> {
  if (subtitleIds.length === 0) return []
  return fontTables(db)
    .selectFrom('subtitle_fonts')
    .selectAll()
    .where('subtitle_id', 'in', subtitleIds)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** Fonts of a text and of its episode, and bytes of all that this person added. */
export async function countFonts(trx: Trx, subtitleId: string, authorUid: string) {
  const { rows } = await sql<{ ofText: number; ofEpisode: number; bytes: number }>`
    select
      (select count(*)::int from subtitle_fonts where subtitle_id = ${subtitleId}) as "ofText",
      (select count(*)::int from subtitle_fonts join subtitles on subtitles.id = subtitle_id
        where episode_id = (select episode_id from subtitles where id = ${subtitleId})) as "ofEpisode",
      (select coalesce(sum(size_bytes), 0)::float8 from subtitle_fonts where author_uid = ${authorUid}) as bytes
  `.execute(trx)
  return rows[0]!
}

/** Notes that bytes are about to be stored, which are erased at `dueAt` unless `insertFont` names them. */
export async function noteStoring(db: Db, { id, format }: Pick<FontRow, 'id' | 'format'>, dueAt: Date): Promise<void> {
  await fontTables(db).insertInto('erased_fonts').values({ id, format, due_at: dueAt }).execute()
}

/** Names stored bytes. @returns false when they have been erased */
export async function insertFont(trx: Trx, row: FontRow): Promise<boolean> {
  const noted = await fontTables(trx).deleteFrom('erased_fonts').where('id', '=', row.id).executeTakeFirst()
  if (noted.numDeletedRows === 0n) return false
  await fontTables(trx).insertInto('subtitle_fonts').values(row).execute()
  return true
}

/** Removes a font; the database notes its bytes for erasure. */
export async function deleteFont(trx: Trx, id: string): Promise<void> {
  await fontTables(trx).deleteFrom('subtitle_fonts').where('id', '=', id).execute()
}

export async function licenseFonts(trx: Trx, subtitleId: string): Promise<void> {
  await fontTables(trx)
    .updateTable('subtitle_fonts')
    .set({ is_licensed: true })
    .where('subtitle_id', '=', subtitleId)
    .execute()
}

/** Bytes that are due for erasure, a batch at a time. */
export async function dueErasures(db: Db, now: Date, limit: number): Promise<Pick<FontRow, 'id' | 'format'>[]> {
  return fontTables(db)
    .selectFrom('erased_fonts')
    .select(['id', 'format'])
    .where('due_at', '<=', now)
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Locks the note of an erasure and removes it. @returns false when the font has been named since */
export async function takeErasure(trx: Trx, id: string): Promise<boolean> {
  const taken = await fontTables(trx).deleteFrom('erased_fonts').where('id', '=', id).executeTakeFirst()
  return taken.numDeletedRows > 0n
}

/** Fonts after an id in the order of ids, for the audit. */
export async function fontsAfter(db: Db, afterId: string, limit: number): Promise<FontRow[]> {
  return fontTables(db)
    .selectFrom('subtitle_fonts')
    .selectAll()
    .where('id', '>', afterId)
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** The ids among these that any row names, including rows of erasures. */
export async function knownFonts(db: Db, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const erased = fontTables(db).selectFrom('erased_fonts').select('id').where('id', 'in', ids)
  const rows = await fontTables(db)
    .selectFrom('subtitle_fonts')
    .select('id')
    .where('id', 'in', ids)
    .union(erased)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** The fonts of a text, as those see it who may write it, or everybody else. */
export function shownFonts(rows: FontRow[], mayWrite: boolean): SubtitleFont[] {
  return rows
    .filter(({ is_licensed }) => is_licensed || mayWrite)
    .map(({ id, names, format, size_bytes, is_licensed }) => {
      const url = `/${fontKey(id, format)}`
      return { id, name: names[0] ?? '', sizeBytes: size_bytes, url, isLicensed: is_licensed }
    })
}
