import type { Episode } from '#catalog/episode.ts'
import type { EpisodeCounts } from '#engagement/play.ts'

/** Share of an episode from which on it counts as watched to the end. @see docs/product.md#library */
const FINISHED_SHARE = 0.95
/** Entries of a list unless asked otherwise, and at most. */
export const LIBRARY_PAGE = 24
export const LIBRARY_PAGE_MAX = 60

/** An episode in one of a person's lists. */
export interface LibraryEpisode extends Episode, EpisodeCounts {
  /** The person's position; null if the episode is not in their history. */
  positionSeconds: number | null
  /** When it was watched last, added or liked, whichever the list is about. */
  at: Date
}

export interface LibraryPage {
  episodes: LibraryEpisode[]
  /** Exact number of episodes in the entire list. */
  total: number
  /** Opaque; null on the last page. */
  nextCursor: string | null
}

/** Whether an episode counts as watched to the end; one of unknown length never does. */
export function isFinished(positionSeconds: number, durationSeconds: number | null): boolean {
  return durationSeconds !== null && durationSeconds > 0 && positionSeconds >= FINISHED_SHARE * durationSeconds
}

/** The position that a player reports: whole seconds, rounded down; the length once the episode is watched to the end. */
export function storedPosition(seconds: number, durationSeconds: number): number {
  return isFinished(seconds, durationSeconds) ? durationSeconds : Math.floor(seconds)
}

/** Where an episode resumes, in seconds: at its start when it was watched to the end. */
export function resumeSecondsOf(positionSeconds: number | null, durationSeconds: number | null): number {
  if (positionSeconds === null || isFinished(positionSeconds, durationSeconds)) return 0
  return positionSeconds
}
