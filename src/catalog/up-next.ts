import type { Episode } from './episode.ts'

/** Most episodes that are offered after another one. @see docs/product.md#up-next */
export const UP_NEXT_MAX = 8
/** Most of them by the same creator, and most of them for a shared tag or genre. */
export const UP_NEXT_OF_CREATOR = 3
export const UP_NEXT_SIMILAR = 3

export const nextReasons = ['series', 'creator', 'similar', 'newest'] as const
/** Why an episode is offered after another one. */
export type NextReason = (typeof nextReasons)[number]

export interface NextEpisode {
  episode: Episode
  reason: NextReason
  /** The tag or genre that both share, as the first one writes it; null unless the reason is `similar`. */
  term: string | null
}

/** Watches that every share starts with, so that the first viewers of an episode do not decide alone. */
export const STARTING_WATCHES = 20
export const STARTING_ENDED = 5

/**
 * The share of an episode's watches that ended, 0 to 1. Only whether a watch ended counts: neither the length of the
 * episode nor how much its creator publishes is part of it.
 */
export function endedShare({ watches, ended }: { watches: number; ended: number }): number {
  return (Math.min(ended, watches) + STARTING_ENDED) / (watches + STARTING_WATCHES)
}
