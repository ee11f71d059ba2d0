import type { Clock } from '#platform/clock.ts'
import type { Db, Trx } from '#platform/database.server.ts'
import type { Events } from '#platform/events.server.ts'
import type { Jobs } from '#platform/jobs.server.ts'
import type { Emit } from '#platform/room-events.ts'
import type { ObjectStorage } from '#platform/storage.server.ts'
import type { VideoRow } from '../video-rows.server.ts'

export interface TransitionParts {
  db: Db
  clock: Clock
  jobs: Jobs
  events: Events
  storage: ObjectStorage
  emit: Emit
}

/**
 * Locks a video's row, applies the changes that `decide` returns, and emits the event.
 * @returns the changed row; null when it is gone or `decide` returned null
 */
export type ChangeVideo = (
  uid: string,
  decide: (trx: Trx, row: VideoRow) => Promise<Partial<VideoRow> | null>,
) => Promise<VideoRow | null>

/**
 * Runs `publish`, which stores files and then names them in the video's row. Queues the removal of files that stay
 * unnamed, because `publish` failed, the row is gone or failed, or another attempt was first.
 */
export type PublishFiles = (uid: string, publish: () => Promise<VideoRow | null>) => Promise<VideoRow | null>
