import { sql } from 'kysely'
import type { Db, Trx } from '#platform/database.server.ts'
import { videoTables } from './video-rows.server.ts'

/** A rendition as one MP4 file: a stored beginning, and the segments that follow it. */
export interface Mp4FileRow {
  rendition_id: string
  video_uid: string
  name: string
  size_bytes: number
  parts: Mp4FilePart[]
}

/** A segment, in the folder of the rendition. */
export interface Mp4FilePart {
  name: string
  sizeBytes: number
}

function fileTables(db: Db | Trx) {
  return videoTables(db).withTables<{ mp4_files: Mp4FileRow }>()
}

/** The files of a video, smallest picture first. */
export async function mp4FilesOf(db: Db | Trx, uid: string): Promise<Mp4FileRow[]> {
  return fileTables(db)
    .selectFrom('mp4_files')
    .innerJoin('renditions', 'renditions.id', 'mp4_files.rendition_id')
    .selectAll('mp4_files')
    .where('mp4_files.video_uid', '=', uid)
    .orderBy('height')
    .orderBy('width')
    .execute()
}

/** What lists say of a file. */
interface Mp4FileFacts {
  name: string
  width: number
  height: number
  sizeBytes: number
}

/** A column of a query of `videos`: the files of each, smallest picture first. */
export const fileFactsOfVideo = sql<Mp4FileFacts[]>`(
  select coalesce(
    jsonb_agg(
      jsonb_build_object('name', file.name, 'width', width, 'height', height, 'sizeBytes', file.size_bytes)
      order by height, width
    ),
    '[]'
  )
  from mp4_files file join renditions on renditions.id = file.rendition_id
  where file.video_uid = videos.uid
)`.as('files')

/** What is in a file, by its name; undefined when there is none. */
export async function findMp4File(db: Db, uid: string, name: string): Promise<Mp4FileRow | undefined> {
  return fileTables(db)
    .selectFrom('mp4_files')
    .selectAll()
    .where('video_uid', '=', uid)
    .where('name', '=', name)
    .executeTakeFirst()
}

export async function insertMp4Files(trx: Trx, files: Mp4FileRow[]): Promise<void> {
  if (files.length === 0) return
  const rows = files.map((file) => ({ ...file, parts: sql<Mp4FilePart[]>`${JSON.stringify(file.parts)}::jsonb` }))
  await fileTables(trx).insertInto('mp4_files').values(rows).execute()
}

/** Forgets the files of a video, whose row is locked. */
export async function removeMp4Files(trx: Trx, uid: string): Promise<void> {
  await fileTables(trx).deleteFrom('mp4_files').where('video_uid', '=', uid).execute()
}

/** Complete videos whose renditions are not offered as whole files yet. */
export async function uidsWithoutMp4Files(db: Db, passedOver: string[], limit: number): Promise<string[]> {
  const rows = await fileTables(db)
    .selectFrom('videos')
    .select('uid')
    .where('has_mp4_files', '=', false)
    .where('state', '=', 'ready')
    .where('percent_complete', '=', 100)
    .where('host', '=', 'embedded')
    .where('uid', '<>', sql<string>`all(${passedOver}::text[])`)
    .limit(limit)
    .execute()
  return rows.map(({ uid }) => uid)
}
