import type { Db, Trx } from '#platform/database.server.ts'
import type { Events } from '#platform/events.server.ts'

/** What is announced, to every node, when an episode is published, edited or removed. */
export interface EpisodeChange {
  id: string
  creatorId: string
}

export const EPISODE_CHANNEL = 'episode_changed'

/** Announces a change with the transaction that makes it; who hears of it looks for itself what there is now. */
export async function announceEpisode(
  events: Events,
  db: Db | Trx,
  row: { id: string; creator_id: string },
): Promise<void> {
  const change: EpisodeChange = { id: row.id, creatorId: row.creator_id }
  await events.publish(db, EPISODE_CHANNEL, change)
}
