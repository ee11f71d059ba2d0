import type { Episode } from '#catalog/episode.ts'
import type { SeriesPosition } from '#series/series.ts'
import type { CountGrowth } from './growth.ts'
import type { EpisodeCounts } from './play.ts'

/** An own episode with its counts, their growth and its place in a series, as dashboards list it. */
export type OwnEpisode = Episode & EpisodeCounts & SeriesPosition & { growth: CountGrowth }

/** Event for a dashboard. `at` is the cursor to resume from; null while older events are still to come. */
export type LiveEvent = { at: string | null } & (
  | { type: 'episode'; episode: OwnEpisode }
  | { type: 'removed'; id: string }
  /** It is unknown what has changed: `ids` are all episodes, and each of them follows. */
  | { type: 'refresh'; ids: string[] }
  /** Figures of the whole channel have changed: followers gained or lost, or support clicks. Never repeated later. */
  | { type: 'figures' }
  /** Only the cursor. */
  | { type: 'cursor' }
)

/** Receives events in order; `sent` is called when the event has been written to the network. */
export type LiveEventListener = (event: LiveEvent, sent?: () => void) => void
