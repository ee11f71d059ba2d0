import { type ColumnType, type Selectable, sql } from 'kysely'
import type { Db, Trx } from '#platform/database.server.ts'
import { type SubtitleFormat, type SubtitleKind, type SubtitleState, VERSIONS_KEPT } from './subtitle.ts'
import type { TextWarning } from './text/warnings.ts'

interface SubtitlesTable {
  id: string
  episode_id: string
  author_uid: string | null
  language: string
  kind: SubtitleKind
  label: string
  state: SubtitleState
  words: string | null
  version: number
  approved_version: number | null
  /** Whether it came with the file of a video. */
  from_file: boolean
  /** Whether its author is hidden from everybody until they return. */
  author_deactivated: boolean
  /** Visible only to its author and the episode's creator. */
  hidden_by_moderator: boolean
  created_at: Date
  updated_at: Date
}

/** Videos whose file was read for texts. */
interface SourcesTable {
  video_uid: string
  taken_at: Date
}

interface VersionsTable {
  subtitle_id: string
  number: number
  author_uid: string | null
  format: SubtitleFormat
  text: string
  size_bytes: number
  cues: number
  added: number
  removed: number
  created_at: Date
  /** Null of one that is stored as it was sent. */
  warnings: ColumnType<TextWarning[] | null, string>
}

export type SubtitleRow = Selectable<SubtitlesTable>
export type VersionRow = Omit<Selectable<VersionsTable>, 'text' | 'size_bytes'>
type NewVersionRow = VersionRow & { text: string; warnings: TextWarning[] }

const versionColumns = [
  'subtitle_id',
  'number',
  'author_uid',
  'format',
  'cues',
  'added',
  'removed',
  'created_at',
  'warnings',
] as const

function subtitleTables(db: Db | Trx) {
  return db.withTables<{
    subtitles: SubtitlesTable
    subtitle_versions: VersionsTable
    subtitle_sources: SourcesTable
  }>()
}

export async function findSubtitle(db: Db | Trx, id: string): Promise<SubtitleRow | undefined> {
  return subtitleTables(db).selectFrom('subtitles').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Number of the version that everybody sees; null for none. */
export function shownVersionOf(row: Pick<SubtitleRow, 'approved_version' | 'hidden_by_moderator'>): number | null {
  return row.hidden_by_moderator ? null : row.approved_version
}

/** Locks a text until the commit. Its episode is locked against removal before. */
export async function lockSubtitle(trx: Trx, id: string): Promise<SubtitleRow | undefined> {
  return subtitleTables(trx).selectFrom('subtitles').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

/** Texts of an episode, oldest first. */
export async function subtitlesOn(db: Db | Trx, episodeId: string): Promise<SubtitleRow[]> {
  return subtitleTables(db)
    .selectFrom('subtitles')
    .selectAll()
    .where('episode_id', '=', episodeId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** The texts of these episodes that everybody sees, oldest first. */
export async function publicTextsOn(db: Db, episodeIds: string[]) {
  if (episodeIds.length === 0) return []
  return subtitleTables(db)
    .selectFrom('subtitles')
    .select(['id', 'episode_id as episodeId', 'language', 'kind', 'label'])
    .where('episode_id', '=', sql<string>`any(${episodeIds}::text[])`)
    .where('approved_version', 'is not', null)
    .where('hidden_by_moderator', '=', false)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** Formats and sizes of these versions, by id and number. */
export async function versionsAmong(
  db: Db | Trx,
  wanted: { id: string; number: number }[],
): Promise<Map<string, VersionRow>> {
  if (wanted.length === 0) return new Map()
  const { rows } = await sql<VersionRow>`
    select ${sql.join(versionColumns.map((column) => sql.ref(column)))} from subtitle_versions
    where (subtitle_id, number) in (
      select * from unnest(${wanted.map(({ id }) => id)}::text[], ${wanted.map(({ number }) => number)}::int[])
    )
  `.execute(db)
  return new Map(rows.map((row) => [versionKey(row.subtitle_id, row.number), row]))
}

export function versionKey(id: string, number: number): string {
  return `${id} ${number}`
}

/** Versions of a text, newest first. */
export async function versionsOf(db: Db | Trx, id: string): Promise<VersionRow[]> {
  return subtitleTables(db)
    .selectFrom('subtitle_versions')
    .select(versionColumns)
    .where('subtitle_id', '=', id)
    .orderBy('number', 'desc')
    .execute()
}

export async function formatOfVersion(db: Db, id: string, number: number): Promise<SubtitleFormat | undefined> {
  const row = await subtitleTables(db)
    .selectFrom('subtitle_versions')
    .select('format')
    .where('subtitle_id', '=', id)
    .where('number', '=', number)
    .executeTakeFirst()
  return row?.format
}

/** The text of a version as it is stored. Warnings are null where that is how it was sent: before a parse wrote all texts. */
export async function textOfVersion(
  db: Db | Trx,
  id: string,
  number: number,
): Promise<{ format: SubtitleFormat; text: string; warnings: TextWarning[] | null } | undefined> {
  return subtitleTables(db)
    .selectFrom('subtitle_versions')
    .select(['format', 'text', 'warnings'])
    .where('subtitle_id', '=', id)
    .where('number', '=', number)
    .executeTakeFirst()
}

export async function insertSubtitle(trx: Trx, row: SubtitleRow): Promise<void> {
  await subtitleTables(trx).insertInto('subtitles').values(row).execute()
}

/** Changes a text that the caller has locked. */
export async function updateSubtitle(trx: Trx, id: string, changes: Partial<SubtitleRow>): Promise<void> {
  await subtitleTables(trx).updateTable('subtitles').set(changes).where('id', '=', id).execute()
}

export async function deleteSubtitle(trx: Trx, id: string): Promise<void> {
  await subtitleTables(trx).deleteFrom('subtitles').where('id', '=', id).execute()
}

/** Stores a version, and removes the oldest beyond those that are kept; the approved one stays. */
export async function insertVersion(trx: Trx, row: NewVersionRow): Promise<void> {
  const size_bytes = Buffer.byteLength(row.text)
  await subtitleTables(trx)
    .insertInto('subtitle_versions')
    .values({ ...row, size_bytes, warnings: JSON.stringify(row.warnings) })
    .execute()
  await sql`
    delete from subtitle_versions using subtitles
    where subtitle_id = ${row.subtitle_id} and id = subtitle_id and number <= ${row.number - VERSIONS_KEPT}
      and number is distinct from approved_version
  `.execute(trx)
}

/** Texts of an episode, and this person's that are not approved. */
export async function countOn(
  trx: Trx,
  episodeId: string,
  authorUid: string,
): Promise<{ all: number; drafts: number }> {
  const { rows } = await sql<{ all: number; drafts: number }>`
    select count(*)::int as all, (count(*) filter (where author_uid = ${authorUid} and approved_version is null))::int as drafts
    from subtitles where episode_id = ${episodeId}
  `.execute(trx)
  return rows[0]!
}

/** Bytes of all versions that a person wrote. */
export async function bytesStoredBy(trx: Trx, uid: string): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(size_bytes), 0)::float8 as bytes from subtitle_versions where author_uid = ${uid}
  `.execute(trx)
  return rows[0]!.bytes
}

/** Removes texts that a person wrote and no creator approved. Approved texts stay, and lose their author with the account. */
export async function deleteDraftsOf(trx: Trx, uid: string): Promise<void> {
  await subtitleTables(trx)
    .deleteFrom('subtitles')
    .where('author_uid', '=', uid)
    .where('approved_version', 'is', null)
    .execute()
}

/** Marks the texts of a person. */
export async function setAuthorDeactivated(trx: Trx, uid: string, isDeactivated: boolean): Promise<void> {
  await subtitleTables(trx)
    .updateTable('subtitles')
    .set({ author_deactivated: isDeactivated })
    .where('author_uid', '=', uid)
    .where('author_deactivated', '<>', isDeactivated)
    .execute()
}

/** Labels and authors of these texts, drafts included. */
export async function namesAmong(db: Db, ids: string[]) {
  if (ids.length === 0) return []
  return subtitleTables(db)
    .selectFrom('subtitles')
    .select(['id', 'language', 'label', 'author_uid'])
    .where('id', 'in', ids)
    .execute()
}

/** Everything that a person wrote, with the newest version of each text. */
export async function writtenBy(db: Db, uid: string) {
  return subtitleTables(db)
    .selectFrom('subtitles')
    .innerJoin('subtitle_versions', (join) => join.onRef('subtitle_id', '=', 'id').onRef('number', '=', 'version'))
    .select(['id', 'episode_id', 'language', 'kind', 'label', 'state', 'format', 'version', 'subtitles.created_at'])
    .where('subtitles.author_uid', '=', uid)
    .orderBy('subtitles.created_at')
    .execute()
}

/** Whether the texts of a video's file were taken out. */
export async function wasTaken(db: Db, uid: string): Promise<boolean> {
  const row = await subtitleTables(db)
    .selectFrom('subtitle_sources')
    .select('video_uid')
    .where('video_uid', '=', uid)
    .executeTakeFirst()
  return row !== undefined
}

/** Notes that they are; false when they were. */
export async function markTaken(trx: Trx, uid: string, now: Date): Promise<boolean> {
  const noted = await subtitleTables(trx)
    .insertInto('subtitle_sources')
    .values({ video_uid: uid, taken_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return noted.numInsertedOrUpdatedRows === 1n
}
