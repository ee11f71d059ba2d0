import type { Db } from '#platform/database.server.ts'
import type { Events } from '#platform/events.server.ts'
import { isPossibleId } from '#platform/ids.server.ts'
import { currentAudience, isPublicAudience } from './media-audience.ts'
import { videoChannel } from './video-events.server.ts'
import { videoTables } from './video-rows.server.ts'

/**
 * Access to a video's media. `isTrainingReserved`: its creator reserves it from the training of models. `isUnlisted`: only
 * people with the address may find it, so that its copies must expire soon. `sharedWith` is present for a video made for pages
 * of other sites: the sites that may read it, in the hosted service's notation; empty: all. `nsfw` is present for an adult
 * episode's. `isForModerators`: they may read it too, to decide about it.
 */
export type MediaAccess =
  | {
      kind: 'public'
      isTrainingReserved: boolean
      isUnlisted: boolean
      sharedWith?: readonly string[]
      nsfw?: NsfwMedia
    }
  | { kind: 'owner'; isTrainingReserved: boolean; creatorId: string; isForModerators: boolean }
  | { kind: 'absent' }

/** Media of an adult episode, for those who have chosen to see it, and for its creator. */
export interface NsfwMedia {
  episodeId: string
  creatorId: string | null
}

/** Decides on every request for media, without a database query each time. */
export interface MediaGate {
  accessTo(uid: string): Promise<MediaAccess>
  /** Calls back when a video's media are not, or no longer, public; with null when that may be true of any video. */
  onHidden(listener: (uid: string | null) => void): void
  close(): void
}

/** Unpublishing takes effect on every node within this time, even when its NOTIFY is lost. */
const CACHE_MS = 900
const CACHE_MAX = 5000

/**
 * @param isTrainingReserved of a creator; a video without one is reserved
 * @param now monotonic milliseconds
 */
export function createMediaGate(
  db: Db,
  events: Events,
  isTrainingReserved: (creatorId: string) => Promise<boolean>,
  now: () => number = () => performance.now(),
): MediaGate {
  const cache = new Map<string, { access: Promise<MediaAccess>; until: number }>()
  const listeners: ((uid: string | null) => void)[] = []
  const stop = events.subscribe(
    videoChannel,
    ({ uid, isPublic }) => {
      cache.delete(uid)
      if (!isPublic) for (const listener of listeners) listener(uid)
    },
    () => {
      cache.clear()
      for (const listener of listeners) listener(null)
    },
  )

  async function readAccess(uid: string): Promise<MediaAccess> {
    const row = await videoTables(db)
      .selectFrom('videos')
      .leftJoin('service_videos', 'service_videos.video_uid', 'videos.uid')
      .select(['creator_id', 'state', 'is_published', 'allowed_origins', 'nsfw_episode_id'])
      .select(['restricted_to', 'is_for_moderators'])
      .where('uid', '=', uid)
      .executeTakeFirst()
    if (!row || row.state === 'error') return { kind: 'absent' }
    const audience = currentAudience(row)
    const { creator_id: creatorId } = row
    const isReserved = creatorId === null || (await isTrainingReserved(creatorId))
    if (isPublicAudience(audience)) {
      const { nsfw_episode_id: episodeId } = row
      const access = {
        kind: 'public',
        isTrainingReserved: isReserved,
        isUnlisted: audience === 'link',
        ...(episodeId !== null && { nsfw: { episodeId, creatorId } }),
      } as const
      return row.allowed_origins ? { ...access, sharedWith: row.allowed_origins } : access
    }
    if (creatorId === null) return { kind: 'absent' }
    const isForModerators = audience === 'moderators'
    return { kind: 'owner', isTrainingReserved: isReserved, creatorId, isForModerators }
  }

  return {
    async accessTo(uid) {
      if (!isPossibleId(uid)) return { kind: 'absent' }
      const known = cache.get(uid)
      // While events are being lost, the cached entry may be outdated.
      if (known && known.until > now() && events.isListening()) return await known.access
      const access = readAccess(uid)
      if (cache.size >= CACHE_MAX) cache.clear()
      cache.set(uid, { access, until: now() + CACHE_MS })
      access.catch(() => cache.delete(uid))
      return await access
    },
    onHidden: (listener) => void listeners.push(listener),
    close: stop,
  }
}
