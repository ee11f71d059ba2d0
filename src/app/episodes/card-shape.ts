import { videoFailureText } from '#app/messages/video-failures.ts'
import type { Episode } from '#catalog/episode.ts'
import { displayName } from '#creators/creator.ts'

const cardFields = [
  'id',
  'title',
  'genre',
  'nsfw',
  'nsfwReason',
  'date',
  'creatorId',
  'trending',
  'founderBadge',
  'durationSeconds',
  'poster',
  'preview',
  'hls',
] as const satisfies readonly (keyof Episode)[]

type CardFields = Pick<Episode, (typeof cardFields)[number]>

/** The fields of an episode that a card shows; no others are sent to the page. */
export type Card = CardFields & {
  creatorName: string
  /** Whether the visitor follows the creator; null for the creator. */
  following: boolean | null
  views: number
  /** Why it is trending; absent when it is not. */
  trendingWatches?: number
  /** Where the signed-in visitor is in it, or null; absent without an account. */
  positionSeconds?: number | null
  /** Whether it is new to the visitor of Following; absent elsewhere. */
  isNew?: boolean
  /** The spoken line by which a search found it; absent elsewhere. */
  line?: { text: string; language: string; from: number }
  /** Why the episode cannot be played; only for its owner. */
  notReady: NotReadyState | null
}

export interface NotReadyState {
  state: 'Processing' | 'Failed'
  /** User-facing reason; only with 'Failed'. */
  reason: string | null
}

type CardNumbers = Pick<Card, 'following' | 'views' | 'trendingWatches' | 'positionSeconds'>

export function cardOf(episode: Episode & CardNumbers): Card {
  const fields = Object.fromEntries(cardFields.map((field) => [field, episode[field]])) as CardFields
  const { following, views, trendingWatches, positionSeconds } = episode
  const why = trendingWatches === undefined ? {} : { trendingWatches }
  const own = positionSeconds === undefined ? {} : { positionSeconds }
  return {
    ...fields,
    creatorName: displayName(episode.creator),
    following,
    views,
    ...why,
    ...own,
    notReady: notReadyOf(episode),
  }
}

/** Null for a playable episode. */
export function notReadyOf(episode: Pick<Episode, 'isPlayable' | 'videoStatus'>): NotReadyState | null {
  if (episode.isPlayable) return null
  const { videoStatus } = episode
  if (videoStatus?.state === 'error') return { state: 'Failed', reason: videoFailureText(videoStatus) }
  return { state: 'Processing', reason: null }
}
