import type { Clock } from '#platform/clock.ts'
import type { Db, Trx } from '#platform/database.server.ts'
import type { Events } from '#platform/events.server.ts'
import { isPossibleId } from '#platform/ids.server.ts'
import type { Emit } from '#platform/room-events.ts'
import type { VideoHost } from '#video/video-host.ts'
import { changeEpisode } from './apply-audience.server.ts'
import { isForModerators, isOpen, type Restriction } from './audience.ts'
import type { Episode } from './episode.ts'
import { lockEpisodeWithVideos } from './episode-lock.server.ts'
import {
  type EpisodeColumns,
  type EpisodeRow,
  findEpisodeRow,
  idsWaitingForCheck,
  lockEpisodeOn,
} from './episode-rows.server.ts'
import { findEpisodeRows } from './episodes-by-id.server.ts'
import { type Hold, type HoldFor, holdOfChange } from './hold.ts'
import { listForModerators, type ModeratedQuery } from './moderated-list.server.ts'

/** The properties of an episode that a moderator can change. */
export interface EpisodeModeration {
  nsfw: boolean
  /** Shown beside the badge. While it is not empty, the creator cannot clear the mark. */
  nsfwReason: string
  /** Narrows who may find it, whatever its creator chose; null for no limit. */
  restriction: Restriction | null
  /** Why only its creator and moderators see it; null when it is not held back. */
  hold: Hold | null
}

/** An episode as moderators see it, whatever its visibility. */
export type ModeratedEpisode = EpisodeModeration &
  Pick<Episode, 'id' | 'title' | 'creatorId' | 'videoId' | 'genre' | 'date' | 'visibility' | 'audience'> & {
    /** Whether moderators can open its page and its media. */
    isOpenToModerators: boolean
  }

export interface EpisodeModerationVerbs {
  /** Null when there is none. For moderators. */
  find(id: string): Promise<ModeratedEpisode | null>
  /** The episodes that exist, by id. For moderators. */
  findMany(ids: string[]): Promise<Map<string, ModeratedEpisode>>
  /** A page of the episodes that moderators can open. For moderators. @throws Refusal catalog.cursor_invalid */
  page(query: ModeratedQuery): Promise<{ episodes: ModeratedEpisode[]; nextCursor: string | null }>
  /** Posters of those that moderators can open, by id of the episode. */
  posters(episodes: Pick<ModeratedEpisode, 'id' | 'videoId' | 'isOpenToModerators'>[]): Promise<Map<string, string>>
  /** Locks an episode and its videos until the commit; null when it is gone. For moderators. */
  lock(trx: Trx, id: string): Promise<ModeratedEpisode | null>
  /**
   * Changes who may find an episode, in lists and media of every node. It is locked by `lock`; nothing to
   * change is no change of it.
   */
  change(trx: Trx, id: string, changes: Partial<EpisodeModeration>): Promise<void>
  /**
   * Holds back the episode on a video with a new poster, where a new episode would be. The video is locked.
   * @returns the episode as it is then; null without one
   */
  holdForPoster(trx: Trx, videoId: string): Promise<ModeratedEpisode | null>
  /** Ids of at most `limit` episodes that wait for nothing but a check, in their order, after one; '' for the first. */
  waitingForCheck(after: string, limit: number): Promise<string[]>
}

export interface EpisodeModerationParts {
  db: Db
  holdFor: HoldFor
  clock: Clock
  events: Events
  emit: Emit
  video: Pick<VideoHost, 'lock' | 'restrict' | 'findMany'>
}

export function createEpisodeModeration(parts: EpisodeModerationParts): EpisodeModerationVerbs {
  const { db, clock, video, holdFor } = parts
  return {
    async find(id) {
      const row = isPossibleId(id) ? await findEpisodeRow(db, id) : undefined
      return row ? toModerated(row) : null
    },

    async findMany(ids) {
      const rows = await findEpisodeRows(db, ids.filter(isPossibleId))
      return new Map(rows.map((row) => [row.id, toModerated(row)]))
    },

    async page(query) {
      const { rows, nextCursor } = await listForModerators(db, query)
      return { episodes: rows.map(toModerated), nextCursor }
    },

    async posters(episodes) {
      const open = episodes.filter(({ isOpenToModerators }) => isOpenToModerators)
      const videos = await video.findMany(open.map(({ videoId }) => videoId))
      return new Map(
        open.flatMap(({ id, videoId }) => {
          const poster = videos.get(videoId)?.playback.poster
          return poster ? [[id, poster]] : []
        }),
      )
    },

    async lock(trx, id) {
      const row = await lockEpisodeWithVideos(parts, trx, id)
      return row ? toModerated(row) : null
    },

    async change(trx, id, changes) {
      const columns = columnsOf(changes)
      if (Object.keys(columns).length === 0) return
      const row = await findEpisodeRow(trx, id)
      if (row) await changeEpisode(parts, trx, row, { ...columns, updated_at: clock.now() })
    },

    async holdForPoster(trx, videoId) {
      const row = await lockEpisodeOn(trx, videoId)
      if (!row) return null
      const hold = holdOfChange(row.hold, (await holdFor(trx)) ?? row.hold)
      if (hold !== row.hold) await changeEpisode(parts, trx, row, { hold, updated_at: clock.now() })
      return toModerated({ ...row, hold })
    },

    waitingForCheck: (after, limit) => idsWaitingForCheck(db, after, limit),
  }
}

function columnsOf({ nsfw, nsfwReason, restriction, hold }: Partial<EpisodeModeration>): EpisodeColumns {
  return {
    ...(nsfw !== undefined && { nsfw }),
    ...(nsfwReason !== undefined && { nsfw_reason: nsfwReason }),
    ...(restriction !== undefined && { restriction }),
    ...(hold !== undefined && { hold }),
  }
}

function toModerated(row: EpisodeRow): ModeratedEpisode {
  return {
    id: row.id,
    title: row.title,
    creatorId: row.creator_id,
    videoId: row.video_id,
    genre: row.genre,
    date: row.published_at,
    visibility: row.visibility,
    audience: row.audience,
    nsfw: row.nsfw,
    nsfwReason: row.nsfw_reason,
    restriction: row.restriction,
    hold: row.hold,
    isOpenToModerators: isOpen(row.audience) || isForModerators(row),
  }
}
