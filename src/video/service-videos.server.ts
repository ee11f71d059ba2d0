import { sql } from 'kysely'
import type { Clock } from '#platform/clock.ts'
import type { Db, Trx } from '#platform/database.server.ts'
import type { Events } from '#platform/events.server.ts'
import { isPossibleId } from '#platform/ids.server.ts'
import { Refusal } from '#platform/refusal.ts'
import type { CdnPurge } from './cdn-purge.server.ts'
import type { Video } from './video.ts'
import { readName, type VideoLibrary } from './video-library.server.ts'
import { announce } from './video-news.server.ts'
import { hashUploadKey, lockVideoRow, type ServiceMeta, type VideoRow, videoTables } from './video-rows.server.ts'
import type { VideoState } from './video-state.ts'

/** What a program of the hosted service's dialect says of a video; absent: nothing, or no change. */
export interface ServiceWishes {
  /** All of it is kept. Its `name`, if that is text, is the video's name too. */
  meta?: ServiceMeta
  /** Who may read its media besides our own pages, as `isAllowedOriginEntry` takes it; none: everybody. */
  allowedOrigins?: string[]
  /** The moment of its thumbnail, 0 to 1 of its length. */
  thumbnailShare?: number
}

/** A video as the dialect tells of it. */
export interface ServiceVideo {
  video: Video
  /** As its program wrote them; of a video made by other means, what it has by itself. */
  wishes: Required<Omit<ServiceWishes, 'thumbnailShare'>> & { thumbnailShare: number | null }
  maxSeconds: number
  uploadExpiresAt: Date
  createdAt: Date
  modifiedAt: Date
  /** When its bytes were in; null before. */
  uploadedAt: Date | null
  /** Since when it plays, as far as that was written down. */
  readyAt: Date | null
}

export interface ServiceFilter {
  uids?: string[]
  creatorId?: string
  state?: VideoState
  /** Exactly this, or with this in it, whatever the case. */
  names?: string[]
  nameHolds?: string
  /** From then on. */
  from?: Date
  /** Before then. */
  before?: Date
  isOldestFirst?: boolean
  limit: number
}

/** The videos that were made for programs of the hosted service's dialect. */
export interface ServiceVideos {
  /** Whether bytes for this upload key may come from pages of any site. */
  isOpenUpload(key: string): Promise<boolean>
  /** The sites that `allowedOrigins` of any video names; none: all. */
  allowedOriginsOf(uid: string): Promise<readonly string[]>
  /** Any video of this host. @throws Refusal video.not_found */
  find(uid: string): Promise<ServiceVideo>
  /** Those that were made here, the newest first unless told, with how many there are without the limit. */
  list(filter: ServiceFilter): Promise<{ videos: ServiceVideo[]; total: number }>
  /**
   * Changes take effect on all nodes within a second.
   * @throws Refusal video.not_found, video.not_made_here, video.name_invalid, video.poster_too_early
   */
  edit(uid: string, wishes: ServiceWishes): Promise<ServiceVideo>
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
}

export function createServiceVideos(parts: ServiceVideosParts): ServiceVideos {
  const { db, clock, events, cdn, library, chooseFrame } = parts

  const rows = () =>
    videoTables(db)
      .selectFrom('videos')
      .leftJoin('service_videos', 'service_videos.video_uid', 'videos.uid')
      .selectAll('videos')
      .select(['service_videos.video_uid as service_uid', 'meta', 'allowed_origins', 'thumbnail_share'])

  function shape(row: ServiceRow): ServiceVideo {
    return {
      video: library.shape(row),
      wishes: {
        meta: row.meta ?? { name: row.name },
        allowedOrigins: row.allowed_origins ?? [],
        thumbnailShare: row.thumbnail_share,
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
      let chosen = rows().where('service_videos.video_uid', 'is not', null)
      if (filter.uids) chosen = chosen.where('videos.uid', 'in', filter.uids)
      if (filter.creatorId !== undefined) chosen = chosen.where('creator_id', '=', filter.creatorId)
      if (filter.state) chosen = chosen.where('state', '=', filter.state)
      if (filter.names) chosen = chosen.where('name', 'in', filter.names)
      if (filter.nameHolds) chosen = chosen.where(sql<boolean>`position(lower(${filter.nameHolds}) in lower(name)) > 0`)
      if (filter.from) chosen = chosen.where('created_at', '>=', filter.from)
      if (filter.before) chosen = chosen.where('created_at', '<', filter.before)
      const direction = isOldestFirst ? 'asc' : 'desc'
      const [listed, counted] = await Promise.all([
        chosen.orderBy('created_at', direction).orderBy('videos.uid', direction).limit(limit).execute(),
        chosen
          .clearSelect()
          .select((row) => row.fn.countAll<number>().as('count'))
          .executeTakeFirstOrThrow(),
      ])
      return { videos: listed.map(shape), total: Number(counted.count) }
    },

    async edit(uid, { meta, allowedOrigins, thumbnailShare }) {
      const found = await ownRow(uid)
      const name = nameIn(meta)
      if (thumbnailShare !== undefined && found.state === 'ready')
        await chooseFrame(found, thumbnailShare * (found.duration_seconds ?? 0))
      await db.transaction().execute(async (trx) => {
        const row = await lockVideoRow(trx, uid)
        if (!row) throw new Refusal('video.not_found')
        const changes = { ...(name === undefined ? {} : { name }), updated_at: clock.now() }
        await videoTables(trx).updateTable('videos').set(changes).where('uid', '=', uid).execute()
        await storeWishes(trx, uid, { meta, allowedOrigins, thumbnailShare })
        await announce(events, trx, { ...row, ...changes })
        // Its copies say who may read them.
        if (allowedOrigins && row.is_published) await cdn.forget(trx, uid)
      })
      return shape(await findRow(uid))
    },

    async remove(uid) {
      await ownRow(uid)
      await db.transaction().execute(async (trx) => {
        const row = await lockVideoRow(trx, uid)
        if (!row) throw new Refusal('video.not_found')
        // Published without a creator, it is under no episode.
        if (row.is_published && row.creator_id !== null) throw new Refusal('video.in_use')
        if (row.is_awaited) throw new Refusal('video.awaited')
        await library.verbs.removeWithEpisode(trx, uid)
      })
    },
  }
}

/** The name that a video gets by its meta; undefined: none. @throws Refusal video.name_invalid */
export function nameIn(meta: ServiceMeta | undefined): string | undefined {
  const name = meta?.name
  return typeof name === 'string' && name.trim() !== '' ? readName(name) : undefined
}

/** Notes that a video was made for the dialect, and what its program said. */
export async function noteService(trx: Trx, uid: string, wishes: ServiceWishes & { meta: ServiceMeta }): Promise<void> {
  const { meta, allowedOrigins = [], thumbnailShare = null } = wishes
  const row = { video_uid: uid, meta, allowed_origins: allowedOrigins, thumbnail_share: thumbnailShare }
  await videoTables(trx).insertInto('service_videos').values(row).execute()
}

/** The share of its length that a video's thumbnail is wanted from; null: no wish. */
export async function thumbnailShareOf(db: Db, uid: string): Promise<number | null> {
  const row = await videoTables(db)
    .selectFrom('service_videos')
    .select('thumbnail_share')
    .where('video_uid', '=', uid)
    .executeTakeFirst()
  return row?.thumbnail_share ?? null
}

async function storeWishes(trx: Trx, uid: string, { meta, allowedOrigins, thumbnailShare }: ServiceWishes) {
  const changes = {
    ...(meta === undefined ? {} : { meta }),
    ...(allowedOrigins === undefined ? {} : { allowed_origins: allowedOrigins }),
    ...(thumbnailShare === undefined ? {} : { thumbnail_share: thumbnailShare }),
  }
  if (Object.keys(changes).length === 0) return
  await videoTables(trx).updateTable('service_videos').set(changes).where('video_uid', '=', uid).execute()
}
