import type { Episode } from '#catalog/episode.ts'
import type { EpisodeCounts } from './play.ts'

/** An own episode with its counts, as dashboards list it. */
export type OwnEpisode = Episode & EpisodeCounts

/** What a dashboard is told. `at` is the place to follow on from; null while older news is still to come. */
export type LiveEvent = { at: string | null } & (
  | { type: 'episode'; episode: OwnEpisode }
  | { type: 'removed'; id: string }
  /** What changed is not known any more: these are all there are, and each of them follows. */
  | { type: 'refresh'; ids: string[] }
  /** Nothing but the place. */
  | { type: 'place' }
)

/** Takes events in order; `sent` is called when one has left for the network. */
export type Hear = (event: LiveEvent, sent?: () => void) => void
