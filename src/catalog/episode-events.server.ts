import type { Db, Trx } from '#platform/database.server.ts'
import { type Events, eventChannel } from '#platform/events.server.ts'

/** Event emitted to every node when an episode is published, edited or removed. */
export interface EpisodeEvent {
  id: string
  creatorId: string
}

export const episodeChannel = eventChannel<EpisodeEvent>('episode_changed')

/** Emits a change with the transaction that makes it; listeners read the current state themselves. */
export async function emitEpisodeEvent(
  events: Events,
  db: Db | Trx,
  row: { id: string; creator_id: string },
): Promise<void> {
  const event: EpisodeEvent = { id: row.id, creatorId: row.creator_id }
  await events.publish(db, episodeChannel, event)
}
