import type { Db, Trx } from '#platform/database.server.ts'
import { type Events, eventChannel } from '#platform/events.server.ts'
import { currentAudience, isPublicAudience } from './media-audience.ts'
import type { VideoState } from './video-state.ts'
import type { StoredStep } from './video-step.ts'

/** Event published to every node at each change of a video. */
export interface VideoEvent {
  uid: string
  creatorId: string | null
  state: VideoState | 'removed'
  step: StoredStep
  /** Whether others than its owner and moderators may read its media. */
  isPublic: boolean
  /** Whether it has left the queue for a worker, so that others have moved up. */
  leftLine: boolean
}

export const videoChannel = eventChannel<VideoEvent>('video_changed')

/** Publishes a change in the transaction that makes it. */
export async function emitVideoEvent(
  events: Events,
  db: Db | Trx,
  row: Parameters<typeof currentAudience>[0] & { uid: string; creator_id: string | null; step: StoredStep },
  { removed = false, leftLine = false } = {},
): Promise<void> {
  const event: VideoEvent = {
    uid: row.uid,
    creatorId: row.creator_id,
    state: removed ? 'removed' : row.state,
    step: row.step,
    isPublic: !removed && isPublicAudience(currentAudience(row)),
    leftLine,
  }
  await events.publish(db, videoChannel, event)
}
