import type { Db } from '#platform/database.server.ts'
import type { Events } from '#platform/events.server.ts'
import { isPossibleId } from '#platform/ids.server.ts'
import { VIDEO_CHANNEL, type VideoChange } from './video-news.server.ts'
import { videoTables } from './video-rows.server.ts'

/**
 * Who may have a video's media. `sharedWith` is there when it was made for pages of other sites: those that may read it,
 * as the hosted service names them; none named: all.
 */
export type MediaAccess =
  | { kind: 'public'; sharedWith?: readonly string[] }
  | { kind: 'owner'; creatorId: string }
  | { kind: 'absent' }

/** Decides at every request for media, without asking the database at every request. */
export interface MediaGate {
  accessTo(uid: string): Promise<MediaAccess>
  /** Calls back when a video's media are not, or no longer, everybody's; with null when that may be so of any. */
  whenHidden(hear: (uid: string | null) => void): void
  close(): void
}

/** Unpublishing shows on every node within this time even when its NOTIFY is lost. */
const KEPT_MS = 900
const KEPT_MAX = 5000

/** @param now milliseconds that only ever grow */
export function createMediaGate(db: Db, events: Events, now: () => number = () => performance.now()): MediaGate {
  const kept = new Map<string, { access: Promise<MediaAccess>; until: number }>()
  const hearers: ((uid: string | null) => void)[] = []
  const stop = events.subscribe(
    VIDEO_CHANNEL,
    (change) => {
      const { uid, isPublic } = change as VideoChange
      kept.delete(uid)
      if (!isPublic) for (const hear of hearers) hear(uid)
    },
    () => {
      kept.clear()
      for (const hear of hearers) hear(null)
    },
  )

  async function look(uid: string): Promise<MediaAccess> {
    const row = await videoTables(db)
      .selectFrom('videos')
      .leftJoin('service_videos', 'service_videos.video_uid', 'videos.uid')
      .select(['creator_id', 'state', 'is_published', 'allowed_origins'])
      .where('uid', '=', uid)
      .executeTakeFirst()
    if (!row || row.state === 'error') return { kind: 'absent' }
    if (row.is_published && row.state === 'ready') {
      return row.allowed_origins ? { kind: 'public', sharedWith: row.allowed_origins } : { kind: 'public' }
    }
    return row.creator_id === null ? { kind: 'absent' } : { kind: 'owner', creatorId: row.creator_id }
  }

  return {
    async accessTo(uid) {
      if (!isPossibleId(uid)) return { kind: 'absent' }
      const known = kept.get(uid)
      // While news is being lost, what is remembered may be what it was about.
      if (known && known.until > now() && events.isListening()) return await known.access
      const access = look(uid)
      if (kept.size >= KEPT_MAX) kept.clear()
      kept.set(uid, { access, until: now() + KEPT_MS })
      access.catch(() => kept.delete(uid))
      return await access
    },
    whenHidden: (hear) => void hearers.push(hear),
    close: stop,
  }
}
