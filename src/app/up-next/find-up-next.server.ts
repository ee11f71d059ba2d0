import type { Hoshi } from '#app/http/context.ts'
import { nextReasonText } from '#app/messages/up-next.ts'
import type { Episode } from '#catalog/episode.ts'
import type { NextReason } from '#catalog/up-next.ts'
import { displayName } from '#creators/creator.ts'
import type { Account } from '#identity/account.ts'
import type { SeriesNeighbours } from '#series/series.ts'

/** An episode to watch after another, and why. */
export type OfferedEpisode = Episode & {
  reason: NextReason
  reasonText: string
  /** Whether it comes before the episode in their series. */
  isEarlierPart: boolean
}

/**
 * The episodes offered after this one, each with its reason.
 * @param around its place in its series, for this viewer
 * @throws Refusal catalog.episode_not_found
 */
export async function findUpNext(
  { catalog }: Pick<Hoshi, 'catalog'>,
  id: string,
  viewer: Account | null,
  around: SeriesNeighbours | null,
): Promise<OfferedEpisode[]> {
  const found = await catalog.upNext.after(id, viewer, around?.nextListed?.id ?? null)
  const earlier = new Set(around?.parts.filter(({ number }) => number < around.number).map((part) => part.id))
  return found.map(({ episode, reason, term }) => ({
    ...episode,
    reason,
    isEarlierPart: earlier.has(episode.id),
    reasonText: nextReasonText(reason, displayName(episode.creator), term),
  }))
}
