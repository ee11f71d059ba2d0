import type { Hoshi } from '#app/context.ts'
import { nextReasonText } from '#app/messages/up-next.ts'
import type { Episode } from '#catalog/episode.ts'
import type { NextReason } from '#catalog/up-next.ts'
import { displayName } from '#creators/creator.ts'
import type { Account } from '#identity/account.ts'

/** An episode to watch after another, and why. */
export type OfferedEpisode = Episode & { reason: NextReason; reasonText: string }

/**
 * The episodes offered after this one, each with its reason.
 * @throws Refusal catalog.episode_not_found
 */
export async function findUpNext(
  rooms: Pick<Hoshi, 'catalog' | 'series'>,
  id: string,
  viewer: Account | null,
): Promise<OfferedEpisode[]> {
  const found = await rooms.catalog.episodesAfter(id, viewer, await nextPartOf(rooms, id, viewer))
  return found.map(({ episode, reason, term }) => ({
    ...episode,
    reason,
    reasonText: nextReasonText(reason, displayName(episode.creator), term),
  }))
}

/** Id of the next part of the episode's series that Explore lists; null for none. */
async function nextPartOf(
  { series }: Pick<Hoshi, 'series'>,
  id: string,
  viewer: Account | null,
): Promise<string | null> {
  return (await series.neighboursOf(id, viewer, { listedOnly: true }))?.next?.id ?? null
}
