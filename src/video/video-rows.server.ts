import { createHash } from 'node:crypto'
import type { Generated, Insertable, Selectable } from 'kysely'
import type { Db, Trx } from '#platform/database.server.ts'
import { type FailureReason, failureReasons } from './failure-reasons.ts'
import { INIT_SEGMENT, MEDIA_PLAYLIST, segmentName } from './ffmpeg/hls-arguments.ts'
import type { Measurement } from './measurement.ts'
import type { Playback, Video } from './video.ts'
import type { VideoState } from './video-state.ts'

interface VideosTable {
  uid: string
  /** Where its bytes are. */
  host: Generated<'embedded' | 'cloudflare'>
  /** Null when it belongs to the account of the hosted service's dialect. */
  creator_id: string | null
  name: string
  /** At most so many until `is_size_known`. */
  size_bytes: number
  is_size_known: Generated<boolean>
  /** How often its creator had it tried again. */
  retries: Generated<number>
  /** Length beyond which the file is refused. */
  max_seconds: Generated<number>
  state: Generated<VideoState>
  step: Generated<string>
  percent_complete: Generated<number>
  reason_code: FailureReason | null
  /** Null where the address is another host's. */
  upload_key_hash: Buffer | null
  upload_expires_at: Date
  /** Something has been done with its bytes before all were there. Never twice: whatever that did to the server, it would do again. */
  is_begun_early: Generated<boolean>
  received_at: Date | null
  /** Of an upload that is under way, as last written down; what was declared beyond it is reserved on the disk. */
  received_bytes: Generated<number>
  moved_at: Date | null
  /** When a hosted service is asked next without anybody waiting; null when it has said all there is. */
  ask_at: Date | null
  asked_at: Date | null
  /** Of what was uploaded; null until it is computed, and for good where the bytes are a hosted service's. */
  source_sha256: Buffer | null
  measured_at: Date | null
  /** Since when it plays; null also for what played before this was written down. */
  ready_at: Date | null
  measurement: Measurement | null
  duration_seconds: number | null
  width: number | null
  height: number | null
  frame_rate_numerator: number | null
  frame_rate_denominator: number | null
  master_name: string | null
  /** The automatic one. */
  poster_name: string | null
  /** What its creator wants to see in place of it. */
  chosen_poster_name: string | null
  preview_name: string | null
  /** The WebVTT; the sheet lies beside it, under the same name with another ending. */
  storyboard_name: string | null
  is_published: Generated<boolean>
  /** An episode waits for it, to stand on it once it plays. */
  is_awaited: Generated<boolean>
  created_at: Generated<Date>
  updated_at: Generated<Date>
}

interface RenditionsTable {
  id: string
  video_uid: string
  origin: 'copy' | 'encode'
  width: number
  height: number
  codecs: string
  peak_bandwidth: number
  average_bandwidth: number
  frame_rate: number
  size_bytes: number
  segment_frames: number[] | null
  /** In its folder: playlist, init segment, first segments. Null where the whole folder was stored at once, under the plain names. */
  file_names: string[] | null
  created_at: Generated<Date>
}

/** What programs of the hosted service's dialect said of videos that were made for them. */
interface ServiceVideosTable {
  video_uid: string
  meta: ServiceMeta
  /** Empty: everywhere. */
  allowed_origins: Generated<string[]>
  /** The moment of its thumbnail, as a share of its length; null: the automatic one. */
  thumbnail_share: number | null
}

/** As its caller wrote it. */
export type ServiceMeta = Record<string, unknown>

/** Videos without a row whose bytes are still to go; written by a trigger. */
interface ErasuresTable {
  uid: string
}

export type VideoRow = Selectable<VideosTable>
export type NewVideoRow = Insertable<VideosTable>
export type RenditionRow = Selectable<RenditionsTable>

/** The only door to the tables of this room. */
export function videoTables(db: Db | Trx) {
  return db.withTables<{
    videos: VideosTable
    service_videos: ServiceVideosTable
    renditions: RenditionsTable
    erasures: ErasuresTable
  }>()
}

export async function findVideoRow(db: Db | Trx, uid: string): Promise<VideoRow | undefined> {
  return videoTables(db).selectFrom('videos').selectAll().where('uid', '=', uid).executeTakeFirst()
}

/** Whose turn it is when a job of a video is: its creator's. */
export function turnsOf({ creator_id }: Pick<VideoRow, 'creator_id'>): { owner: string } {
  return { owner: creator_id ?? 'nobody' }
}

/** The row, held against every other writer until the transaction ends. */
export async function lockVideoRow(trx: Trx, uid: string): Promise<VideoRow | undefined> {
  return videoTables(trx).selectFrom('videos').selectAll().where('uid', '=', uid).forUpdate().executeTakeFirst()
}

/** Videos whose row is gone and whose bytes are not. */
export async function uidsToErase(db: Db, most: number): Promise<string[]> {
  const rows = await videoTables(db).selectFrom('erasures').select('uid').limit(most).execute()
  return rows.map(({ uid }) => uid)
}

export async function noteErased(trx: Trx, uid: string): Promise<void> {
  await videoTables(trx).deleteFrom('erasures').where('uid', '=', uid).execute()
}

/** These rows, held in the order of their uids. */
export async function lockVideoRows(trx: Trx, uids: string[]): Promise<void> {
  const rows = videoTables(trx).selectFrom('videos').select('uid').where('uid', 'in', uids)
  await rows.orderBy('uid').forUpdate().execute()
}

/** All of a creator's rows, held in the order of their uids. */
export async function lockVideoRowsOf(trx: Trx, creatorId: string): Promise<VideoRow[]> {
  return videosOf(trx, creatorId).orderBy('uid').forUpdate().execute()
}

export async function videoRowsOf(db: Db, creatorId: string): Promise<VideoRow[]> {
  return videosOf(db, creatorId).orderBy('created_at').orderBy('uid').execute()
}

function videosOf(db: Db | Trx, creatorId: string) {
  return videoTables(db).selectFrom('videos').selectAll().where('creator_id', '=', creatorId)
}

export async function renditionsOf(db: Db | Trx, uid: string): Promise<RenditionRow[]> {
  return videoTables(db)
    .selectFrom('renditions')
    .selectAll()
    .where('video_uid', '=', uid)
    .orderBy('height', 'desc')
    .execute()
}

/** Name of a rendition's playlist in its folder. */
export function playlistOf({ file_names }: Pick<RenditionRow, 'file_names'>): string {
  return file_names?.[0] ?? MEDIA_PLAYLIST
}

/** Names of the init segment and of the first segments in a rendition's folder; `count` of them where as many are known. */
export function beginningNamesOf({ file_names }: Pick<RenditionRow, 'file_names'>, count: number) {
  const plain = [INIT_SEGMENT, ...Array.from({ length: count }, (_, place) => segmentName(place + 1))]
  const [init = INIT_SEGMENT, ...segments] = file_names?.slice(1, count + 2) ?? plain
  return { init, segments }
}

export async function removeRenditions(trx: Trx, uid: string): Promise<void> {
  await videoTables(trx).deleteFrom('renditions').where('video_uid', '=', uid).execute()
}

/** What is stored of an upload key. */
export function hashUploadKey(key: string): Buffer {
  return createHash('sha256').update(key).digest()
}

/** Every file below media/{uid}/ that the row names itself; renditions have rows of their own. */
export function mediaNamesOf(row: VideoRow): string[] {
  const { master_name, poster_name, chosen_poster_name, preview_name, storyboard_name } = row
  const sheet = storyboard_name && sheetOf(storyboard_name)
  const names = [master_name, poster_name, chosen_poster_name, preview_name, storyboard_name, sheet]
  return names.filter((name) => name !== null)
}

/** The sheet that a storyboard's WebVTT cuts its pictures from. */
export function sheetOf(storyboardName: string): string {
  return storyboardName.replace(/\.vtt$/, '.webp')
}

/** Shapes a row for those who may see the video. */
export function toVideo(row: VideoRow, playback: Playback): Video {
  const has = row.frame_rate_numerator !== null && row.frame_rate_denominator !== null
  return {
    uid: row.uid,
    name: row.name,
    creatorId: row.creator_id,
    sizeBytes: row.size_bytes,
    status: {
      state: row.state,
      percentComplete: row.percent_complete,
      ...(row.step === '' ? {} : { step: row.step }),
      ...(row.reason_code ? { reasonCode: row.reason_code, reason: failureReasons[row.reason_code] } : {}),
    },
    sha256: row.source_sha256?.toString('hex') ?? null,
    durationSeconds: row.duration_seconds,
    width: row.width,
    height: row.height,
    frameRate: has ? { numerator: row.frame_rate_numerator!, denominator: row.frame_rate_denominator! } : null,
    playback,
    hasChosenPoster: row.chosen_poster_name !== null,
  }
}

/** Whether this is the first time that something is done with a video's bytes before all of them are there. */
export async function beginEarly(db: Db, uid: string): Promise<boolean> {
  const updated = await videoTables(db)
    .updateTable('videos')
    .set({ is_begun_early: true })
    .where('uid', '=', uid)
    .where('is_begun_early', '=', false)
    .executeTakeFirst()
  return updated.numUpdatedRows === 1n
}
