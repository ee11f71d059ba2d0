import { sql } from 'kysely'
import type { Clock } from '#platform/clock.ts'
import type { Db, Trx } from '#platform/database.server.ts'
import type { Events } from '#platform/events.server.ts'
import { isPossibleId } from '#platform/ids.server.ts'
import { Refusal } from '#platform/refusal.ts'
import { transact } from '#platform/transact.server.ts'
import type { Video } from '../video.ts'
import { emitVideoEvent } from '../video-events.server.ts'
import type { VideoLibrary } from '../video-library.server.ts'
import { hashUploadKey, lockVideoRow, type ServiceMeta, type VideoRow, videoTables } from '../video-rows.server.ts'
import type { VideoState } from '../video-state.ts'
import type { CdnPurge } from './cdn-purge.server.ts'
import { nameIn } from './service-name.ts'

/** Options that a program sets on a video through the compatible API; absent: none, or no change. */
export interface ServiceOptions {
  /** Stored and returned as it is; the video's name comes from it (`nameIn`). */
  meta?: ServiceMeta
  /** Sites that may read its media besides our own pages, as `isAllowedOriginEntry` accepts them; empty: all. */
  allowedOrigins?: string[]
  /** Moment of its thumbnail, 0 to 1 of its length. */
  thumbnailShare?: number
  /** Creator named by the program, 64 characters at most; empty: none. Independent of its owner here. */
  creator?: string
}

/** A video as the compatible API returns it. */
export interface ServiceVideo {
  video: Video
  /** Options as the program set them; defaults for a video made by other means. */
  options: Required<Pick<ServiceOptions, 'meta' | 'allowedOrigins'>> & {
    thumbnailShare: number | null
    /** The owner when the program names no creator. */
    creator: string | null
  }
  maxSeconds: number
  uploadExpiresAt: Date
  createdAt: Date
  modifiedAt: Date
  /** When its upload was complete; null before. */
  uploadedAt: Date | null
  /** When it became playable; null when that was not recorded. */
  readyAt: Date | null
}

export interface ServiceFilter {
  uids?: string[]
  /** Creator, as in the options of `ServiceVideo`. */
  creator?: string
  state?: VideoState
  /** Exact names; or, in `nameContains`, a part of the name in any case. */
  names?: string[]
  nameContains?: string
  /** Created at this time or later. */
  from?: Date
  /** Created before this time. */
  before?: Date
  isOldestFirst?: boolean
  limit: number
}

/** The videos made through the compatible API. */
export interface ServiceVideos {
  /** Whether bytes for this upload key may come from pages of any site. */
  isOpenUpload(key: string): Promise<boolean>
  /** The `allowedOrigins` of any video; empty: all. */
  allowedOriginsOf(uid: string): Promise<readonly string[]>
  /** Any video of this host. @throws Refusal video.not_found */
  find(uid: string): Promise<ServiceVideo>
  /** Videos made through the compatible API, newest first by default, with their number regardless of the limit. */
  list(filter: ServiceFilter): Promise<{ videos: ServiceVideo[]; total: number }>
  /**
   * Changes take effect on all nodes within a second.
   * @throws Refusal video.not_found, video.not_made_here, video.poster_too_early
   */
  edit(uid: string, options: ServiceOptions): Promise<ServiceVideo>
  /** @throws Refusal video.not_found, video.not_made_here, and video.in_use or video.awaited where an episode needs it */
  remove(uid: string): Promise<void>
}

export interface ServiceVideosParts {
  db: Db
  clock: Clock
  events: Events
  cdn: CdnPurge
  library: VideoLibrary
  chooseFrame(row: VideoRow, atSeconds: number): Promise<void>
}

type ServiceRow = VideoRow & {
  service_uid: string | null
  meta: ServiceMeta | null
  allowed_origins: string[] | null
  thumbnail_share: number | null
  creator: string | null
}

/** The stated creator of a video. */
const creator = sql<string | null>`coalesce(service_videos.creator, videos.creator_id)`

export function createServiceVideos(parts: ServiceVideosParts): ServiceVideos {
  const { db, clock, events, cdn, library, chooseFrame } = parts

  const rows = () =>
    videoTables(db)
      .selectFrom('videos')
      .leftJoin('service_videos', 'service_videos.video_uid', 'videos.uid')
      .selectAll('videos')
      .select(['service_videos.video_uid as service_uid', 'meta', 'allowed_origins', 'thumbnail_share'])
      .select(creator.as('creator'))

  function shape(row: ServiceRow): ServiceVideo {
    return {
      video: library.shape(row),
      options: {
        meta: row.meta ?? { name: row.name },
        allowedOrigins: row.allowed_origins ?? [],
        thumbnailShare: row.thumbnail_share,
        creator: row.creator,
      },
      maxSeconds: row.max_seconds,
      uploadExpiresAt: row.upload_expires_at,
      createdAt: row.created_at,
      modifiedAt: row.updated_at,
      uploadedAt: row.received_at,
      readyAt: row.ready_at,
    }
  }

  async function findRow(uid: string): Promise<ServiceRow> {
    const row = isPossibleId(uid) ? await rows().where('videos.uid', '=', uid).executeTakeFirst() : undefined
    if (!row) throw new Refusal('video.not_found')
    return row
  }

  async function ownRow(uid: string): Promise<ServiceRow> {
    const row = await findRow(uid)
    if (row.service_uid === null) throw new Refusal('video.not_made_here')
    return row
  }

  return {
    async isOpenUpload(key) {
      const found = await videoTables(db)
        .selectFrom('videos')
        .innerJoin('service_videos', 'service_videos.video_uid', 'videos.uid')
        .select('videos.uid')
        .where('upload_key_hash', '=', hashUploadKey(key))
        .executeTakeFirst()
      return found !== undefined
    },

    async allowedOriginsOf(uid) {
      const row = await videoTables(db)
        .selectFrom('service_videos')
        .select('allowed_origins')
        .where('video_uid', '=', uid)
        .executeTakeFirst()
      return row?.allowed_origins ?? []
    },

    find: async (uid) => shape(await findRow(uid)),

    async list({ limit, isOldestFirst, ...filter }) {
      let query = rows().where('service_videos.video_uid', 'is not', null)
      if (filter.uids) query = query.where('videos.uid', 'in', filter.uids)
      if (filter.creator !== undefined) query = query.where(creator, '=', filter.creator)
      if (filter.state) query = query.where('state', '=', filter.state)
      if (filter.names) query = query.where('name', 'in', filter.names)
      if (filter.nameContains)
        query = query.where(sql<boolean>`position(lower(${filter.nameContains}) in lower(name)) > 0`)
      if (filter.from) query = query.where('created_at', '>=', filter.from)
      if (filter.before) query = query.where('created_at', '<', filter.before)
      const direction = isOldestFirst ? 'asc' : 'desc'
      const [listed, counted] = await Promise.all([
        query.orderBy('created_at', direction).orderBy('videos.uid', direction).limit(limit).execute(),
        query
          .clearSelect()
          .select((row) => row.fn.countAll<number>().as('count'))
          .executeTakeFirstOrThrow(),
      ])
      return { videos: listed.map(shape), total: Number(counted.count) }
    },

    async edit(uid, options) {
      const { meta, allowedOrigins, thumbnailShare } = options
      const found = await ownRow(uid)
      const name = nameIn(meta)
      if (thumbnailShare !== undefined && found.state === 'ready')
        await chooseFrame(found, thumbnailShare * (found.duration_seconds ?? 0))
      await transact(db, async (trx) => {
        const row = await lockVideoRow(trx, uid)
        if (!row) throw new Refusal('video.not_found')
        const changes = { ...(name === undefined ? {} : { name }), updated_at: clock.now() }
        await videoTables(trx).updateTable('videos').set(changes).where('uid', '=', uid).execute()
        await storeOptions(trx, uid, options)
        await emitVideoEvent(events, trx, { ...row, ...changes })
        // Cached copies state who may read them.
        if (allowedOrigins && row.is_published) await cdn.purge(trx, uid)
      })
      return shape(await findRow(uid))
    },

    async remove(uid) {
      await ownRow(uid)
      await transact(db, async (trx) => {
        const row = await lockVideoRow(trx, uid)
        if (!row) throw new Refusal('video.not_found')
        // A video published without a creator belongs to no episode.
        if (row.is_published && row.creator_id !== null) throw new Refusal('video.in_use')
        if (row.is_awaited) throw new Refusal('video.awaited')
        await library.hostMethods.removeWithEpisode(trx, uid)
      })
    },
  }
}

export interface NewServiceVideo extends ServiceOptions {
  meta: ServiceMeta
  uploadMetadata?: string
}

/** Records that a video was made through the compatible API, with the program's options. */
export async function insertServiceVideo(trx: Trx, uid: string, options: NewServiceVideo): Promise<void> {
  const { meta, allowedOrigins = [], thumbnailShare = null, creator, uploadMetadata } = options
  const row = { video_uid: uid, meta, allowed_origins: allowedOrigins, thumbnail_share: thumbnailShare }
  await videoTables(trx)
    .insertInto('service_videos')
    .values({ ...row, creator: creator || null, upload_metadata: uploadMetadata || null })
    .execute()
}

async function storeOptions(trx: Trx, uid: string, options: ServiceOptions) {
  const { meta, allowedOrigins, thumbnailShare, creator } = options
  const changes = {
    ...(meta === undefined ? {} : { meta }),
    ...(allowedOrigins === undefined ? {} : { allowed_origins: allowedOrigins }),
    ...(thumbnailShare === undefined ? {} : { thumbnail_share: thumbnailShare }),
    ...(creator === undefined ? {} : { creator: creator || null }),
  }
  if (Object.keys(changes).length === 0) return
  await videoTables(trx).updateTable('service_videos').set(changes).where('video_uid', '=', uid).execute()
}
