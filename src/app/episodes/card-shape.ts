import type { Episode } from '#catalog/episode.ts'
import type { EpisodeCounts } from '#engagement/play.ts'

const shownFields = [
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

type Shown = Pick<Episode, (typeof shownFields)[number]>

/** What a card shows of an episode; nothing else travels to the page. */
export type Card = Shown & {
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
  const shown = Object.fromEntries(shownFields.map((field) => [field, episode[field]])) as Shown
  return { ...shown, views: episode.views, notReady: notReadyOf(episode) }
}

/** Null for an episode that plays. */
export function notReadyOf(episode: Pick<Episode, 'isPlayable' | 'videoStatus'>): NotReadyState | null {
  if (episode.isPlayable) return null
  if (episode.videoStatus?.state === 'error') return { state: 'Failed', reason: episode.videoStatus.reason ?? null }
  return { state: 'Processing', reason: null }
}
