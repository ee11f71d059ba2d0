import { createHash } from 'node:crypto'
import type { Generated, Insertable, Selectable } from 'kysely'
import type { Db, Trx } from '#platform/database.server.ts'
import type { FailureReason } from './failure-reasons.ts'
import { INIT_SEGMENT, MEDIA_PLAYLIST, segmentName } from './media/hls/hls-arguments.ts'
import type { MediaInfo } from './media/media-info.ts'
import { type NameColumn, nameColumns } from './stored-objects.ts'
import type { FrameRate, Video } from './video.ts'
import type { VideoState } from './video-state.ts'
import { parseStep, type StoredStep } from './video-step.ts'

interface VideosTable extends Record<NameColumn, string | null> {
  uid: string
  /** The host that stores its bytes. */
  host: Generated<'embedded' | 'cloudflare'>
  /** Null when it belongs to the account of the compatible API. */
  creator_id: string | null
  name: string
  /** An upper bound until `is_size_known`. */
  size_bytes: number
  is_size_known: Generated<boolean>
  /** Number of retries by its creator. */
  retries: Generated<number>
  /** Length beyond which the file is refused. */
  max_seconds: Generated<number>
  state: Generated<VideoState>
  step: Generated<StoredStep>
  percent_complete: Generated<number>
  reason_code: FailureReason | null
  /** Name of the codec that it was refused for. */
  reason_codec: string | null
  /** Null when another host receives the upload. */
  upload_key_hash: Buffer | null
  upload_expires_at: Date
  /** Processing started during its upload. Never done twice: a file that harms the server would do so again. */
  is_begun_early: Generated<boolean>
  received_at: Date | null
  /** Bytes of an unfinished upload, as last recorded; the rest of its declared size is reserved on the disk. */
  received_bytes: Generated<number>
  moved_at: Date | null
  /** When a hosted service is polled next without a waiting request; null when its status is final. */
  ask_at: Date | null
  asked_at: Date | null
  /** Hash of the upload; null until it is computed, and always when the bytes are at a hosted service. */
  source_sha256: Buffer | null
  probed_at: Date | null
  /** When it became playable; null also for videos that played before this was recorded. */
  ready_at: Date | null
  media_info: MediaInfo | null
  duration_seconds: number | null
  width: number | null
  height: number | null
  /** Size of the poster that `small_posters_name` was made of. */
  poster_width: number | null
  poster_height: number | null
  frame_rate_numerator: number | null
  frame_rate_denominator: number | null
  /** An episode or a program uses it. */
  is_published: Generated<boolean>
  /** The audience of its media once it is in use and plays; null for everyone. */
  restricted_to: 'owner' | 'link' | null
  /** Whether moderators may, where its creator alone may. */
  is_for_moderators: Generated<boolean>
  /** The adult episode that uses it, whose media only those get who have chosen to see it; null for all others. */
  nsfw_episode_id: string | null
  /** Whether each rendition in H.264 is offered as a whole file; false until the ladder is complete. */
  has_mp4_files: Generated<boolean>
  /** An episode waits for it to play. */
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
  /** In its folder: playlist, init segment, first segments. Null when they have the default names. */
  file_names: string[] | null
  created_at: Generated<Date>
}

/** Options of videos made through the compatible API. */
interface ServiceVideosTable {
  video_uid: string
  meta: ServiceMeta
  /** Empty: all. */
  allowed_origins: Generated<string[]>
  /** Moment of its thumbnail, as a share of its length; null: the automatic one. */
  thumbnail_share: number | null
  /** Creator named by the program; null: its owner, if it has one. */
  creator: string | null
  /** `Upload-Metadata` of a resumable upload, as it was sent; null without any. */
  upload_metadata: string | null
}

/** Metadata as the API caller sent it. */
export type ServiceMeta = Record<string, unknown>

/** Videos without a row whose bytes are still to be removed; written by a trigger. */
interface ErasuresTable {
  uid: string
}

export type VideoRow = Selectable<VideosTable>
export type NewVideoRow = Insertable<VideosTable>
export type RenditionRow = Selectable<RenditionsTable>

/** Columns that the view of a video needs. Lists read no others: parsing rows costs more than finding them. */
export const viewColumns = [
  'uid',
  'creator_id',
  'name',
  'size_bytes',
  'source_sha256',
  'state',
  'step',
  'percent_complete',
  'reason_code',
  'reason_codec',
  'duration_seconds',
  'width',
  'height',
  'frame_rate_numerator',
  'frame_rate_denominator',
  'is_published',
  'restricted_to',
  'is_for_moderators',
  'nsfw_episode_id',
  ...nameColumns,
] as const satisfies readonly (keyof VideoRow)[]

export type VideoViewRow = Pick<VideoRow, (typeof viewColumns)[number]>

/** The only access to the tables of this room. */
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

/** Owner of a video's jobs in queues shared fairly among creators: its creator. */
export function queueOwnerOf({ creator_id }: Pick<VideoRow, 'creator_id'>): { owner: string } {
  return { owner: creator_id ?? 'nobody' }
}

/** The row, locked against every other writer until the transaction ends. */
export async function lockVideoRow(trx: Trx, uid: string): Promise<VideoRow | undefined> {
  return videoTables(trx).selectFrom('videos').selectAll().where('uid', '=', uid).forUpdate().executeTakeFirst()
}

/** Videos whose row is gone and whose bytes are not. */
export async function uidsToErase(db: Db, limit: number): Promise<string[]> {
  const rows = await videoTables(db).selectFrom('erasures').select('uid').limit(limit).execute()
  return rows.map(({ uid }) => uid)
}

export async function removeErasure(db: Db, uid: string): Promise<void> {
  await videoTables(db).deleteFrom('erasures').where('uid', '=', uid).execute()
}

/** Locks these rows in the order of their uids. */
export async function lockVideoRows(trx: Trx, uids: string[]): Promise<void> {
  const rows = videoTables(trx).selectFrom('videos').select('uid').where('uid', 'in', uids)
  await rows.orderBy('uid').forUpdate().execute()
}

/** All of a creator's rows, locked in the order of their uids. */
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
export function fastStartNamesOf({ file_names }: Pick<RenditionRow, 'file_names'>, count: number) {
  const defaultNames = [INIT_SEGMENT, ...Array.from({ length: count }, (_, index) => segmentName(index + 1))]
  const [init = INIT_SEGMENT, ...segments] = file_names?.slice(1, count + 2) ?? defaultNames
  return { init, segments }
}

export async function removeRenditions(trx: Trx, uid: string): Promise<void> {
  await videoTables(trx).deleteFrom('renditions').where('video_uid', '=', uid).execute()
}

/** The stored hash of an upload key. */
export function hashUploadKey(key: string): Buffer {
  return createHash('sha256').update(key).digest()
}

/** On average, where the rate varies; null before the file was probed. */
export function frameRateOf({
  frame_rate_numerator: numerator,
  frame_rate_denominator: denominator,
}: Pick<VideoRow, 'frame_rate_numerator' | 'frame_rate_denominator'>): FrameRate | null {
  return numerator !== null && denominator !== null ? { numerator, denominator } : null
}

/** What a host makes of a row's names. */
export type VideoUrls = Pick<Video, 'playback' | 'largePoster' | 'cover'>

/** Shapes a row for those who may see the video. */
export function toVideo(row: VideoViewRow, { playback, largePoster, cover }: VideoUrls): Video {
  return {
    uid: row.uid,
    name: row.name,
    creatorId: row.creator_id,
    sizeBytes: row.size_bytes,
    status: {
      state: row.state,
      percentComplete: row.percent_complete,
      ...parseStep(row.step),
      ...(row.reason_code ? { reasonCode: row.reason_code } : {}),
      ...(row.reason_codec ? { reasonParameters: { codec: row.reason_codec } } : {}),
    },
    sha256: row.source_sha256?.toString('hex') ?? null,
    durationSeconds: row.duration_seconds,
    width: row.width,
    height: row.height,
    frameRate: frameRateOf(row),
    playback,
    largePoster,
    cover,
    hasChosenPoster: row.chosen_poster_name !== null,
  }
}

/** Records that processing of a video starts during its upload; false when it did so before. */
export async function recordEarlyStart(db: Db, uid: string): Promise<boolean> {
  const updated = await videoTables(db)
    .updateTable('videos')
    .set({ is_begun_early: true })
    .where('uid', '=', uid)
    .where('is_begun_early', '=', false)
    .executeTakeFirst()
  return updated.numUpdatedRows === 1n
}

/** `Upload-Metadata` that a resumable upload began with; null without any. */
export async function uploadMetadataOf(db: Db, uid: string): Promise<string | null> {
  const row = await videoTables(db)
    .selectFrom('service_videos')
    .select('upload_metadata')
    .where('video_uid', '=', uid)
    .executeTakeFirst()
  return row?.upload_metadata ?? null
}

/** Requested moment of a video's thumbnail, as a share of its length; null without a request. */
export async function thumbnailShareOf(db: Db, uid: string): Promise<number | null> {
  const row = await videoTables(db)
    .selectFrom('service_videos')
    .select('thumbnail_share')
    .where('video_uid', '=', uid)
    .executeTakeFirst()
  return row?.thumbnail_share ?? null
}
