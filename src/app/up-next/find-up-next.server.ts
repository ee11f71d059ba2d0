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
  rooms: Pick<Hoshi, 'catalog'>,
  id: string,
  viewer: Account | null,
): Promise<OfferedEpisode[]> {
  const found = await rooms.catalog.episodesAfter(id, viewer, await nextPartOf(rooms, id))
  return found.map(({ episode, reason, term }) => ({
    ...episode,
    reason,
    reasonText: nextReasonText(reason, displayName(episode.creator), term),
  }))
}

/** Id of the next part of the episode's series; null for none, as long as there are no series. */
async function nextPartOf(_rooms: Pick<Hoshi, 'catalog'>, _id: string): Promise<string | null> {
  return null
}
