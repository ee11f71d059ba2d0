import type { Db, Trx } from '#platform/database.server.ts'
import type { Events } from '#platform/events.server.ts'
import type { VideoState } from './video-state.ts'

/** What is announced at each change of a video, to every node. */
export interface VideoChange {
  uid: string
  creatorId: string | null
  state: VideoState | 'removed'
  step: string
  /** Whether its media may be served to everybody. */
  isPublic: boolean
  /** Whether it waits for a worker no more, so that others have come nearer. */
  leftLine: boolean
}

export const VIDEO_CHANNEL = 'video_changed'

/** Announces a change with the transaction that makes it. */
export async function announce(
  events: Events,
  db: Db | Trx,
  row: { uid: string; creator_id: string | null; state: VideoState; step: string; is_published: boolean },
  { removed = false, leftLine = false } = {},
): Promise<void> {
  const change: VideoChange = {
    uid: row.uid,
    creatorId: row.creator_id,
    state: removed ? 'removed' : row.state,
    step: row.step,
    isPublic: !removed && row.is_published && row.state === 'ready',
    leftLine,
  }
  await events.publish(db, VIDEO_CHANNEL, change)
}
