import type { Db, Trx } from '#platform/database.server.ts'
import { type Events, eventChannel } from '#platform/events.server.ts'
import { type Emit, roomEvent } from '#platform/room-events.ts'
import type { Audience } from './audience.ts'
import type { AudienceRow } from './episode-rows.server.ts'

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

/** An episode was saved, or other people than before may find it. The episode is locked. */
export const episodeAudience = roomEvent<{ id: string; creatorId: string; audience: Audience }>(
  'catalog.episode-audience',
)

/** An episode uses this video from now on: it was saved, or its file replaced. Both are locked. */
export const episodeVideo = roomEvent<{ id: string; videoId: string }>('catalog.episode-video')

/** Emits the audience of an episode unless it is still `before`; null for a new one. */
export async function emitAudience(emit: Emit, trx: Trx, row: AudienceRow, before: Audience | null): Promise<void> {
  if (row.audience === before) return
  await emit(trx, episodeAudience, { id: row.id, creatorId: row.creator_id, audience: row.audience })
}
