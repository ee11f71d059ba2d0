import { emitEpisodeEvent } from '#catalog/episode-events.server.ts'
import type { Trx } from '#platform/database.server.ts'
import type { Events } from '#platform/events.server.ts'

/** Emits an event for each of these episodes of a creator, whose series or number in it changes. */
export async function emitChanges(
  { events }: { events: Events },
  trx: Trx,
  creatorId: string,
  episodeIds: Iterable<string>,
): Promise<void> {
  for (const id of episodeIds) await emitEpisodeEvent(events, trx, { id, creator_id: creatorId })
}
