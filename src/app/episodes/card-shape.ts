import type { Episode } from '#catalog/episode.ts'
import type { EpisodeCounts } from '#engagement/play.ts'

/** What a card shows of an episode; nothing else travels to the page. */
export type Card = Pick<
  Episode,
  | 'id'
  | 'title'
  | 'genre'
  | 'nsfw'
  | 'nsfwReason'
  | 'date'
  | 'creatorId'
  | 'trending'
  | 'founderBadge'
  | 'durationSeconds'
  | 'poster'
  | 'hls'
> & {
  views: number
  /** Only for the owner: what keeps the episode from being played. */
  notReady: NotReadyState | null
}

export interface NotReadyState {
  state: 'Processing' | 'Failed'
  /** Why, in words; only with 'Failed'. */
  reason: string | null
}

export function cardOf(episode: Episode & EpisodeCounts): Card {
  const {
    id,
    title,
    genre,
    nsfw,
    nsfwReason,
    date,
    creatorId,
    trending,
    founderBadge,
    durationSeconds,
    poster,
    hls,
    views,
  } = episode
  return {
    id,
    title,
    genre,
    nsfw,
    nsfwReason,
    date,
    creatorId,
    trending,
    founderBadge,
    durationSeconds,
    poster,
    hls,
    views,
    notReady: notReadyOf(episode),
  }
}

/** Null for an episode that plays. */
export function notReadyOf(episode: Pick<Episode, 'isPlayable' | 'videoStatus'>): NotReadyState | null {
  if (episode.isPlayable) return null
  if (episode.videoStatus?.state === 'error') return { state: 'Failed', reason: episode.videoStatus.reason ?? null }
  return { state: 'Processing', reason: null }
}
