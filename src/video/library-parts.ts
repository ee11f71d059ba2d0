import type { Identity } from '#identity/identity.server.ts'
import type { Clock } from '#platform/clock.ts'
import type { Db, Trx } from '#platform/database.server.ts'
import type { Events } from '#platform/events.server.ts'
import type { JobKind } from '#platform/job-kind.ts'
import type { Jobs } from '#platform/jobs.server.ts'
import type { PosterImage } from './poster.ts'
import type { Playback } from './video.ts'
import type { VideoRow, VideoViewRow } from './video-rows.server.ts'

export interface VideoLibraryParts {
  db: Db
  clock: Clock
  jobs: Jobs
  events: Events
  identity: Pick<Identity, 'lockAgainstRemoval'>
  limits: { maxUploadBytes: number; creatorQuotaBytes: number }
}

/** Host-specific operations on the videos it stores. */
export interface HostAdapter {
  /** URLs of a video's media, as far as they exist. */
  playbackOf(row: VideoViewRow): Playback
  /** @see VideoHost.postersOf */
  postersOf(row: VideoRow): PosterImage[]
  /** URL of the large poster of the one that is shown; absent at a host whose posters are large. */
  largePosterOf?(row: VideoViewRow): string | null
  /** URL of a file in the folder of a video's media; absent at a host that offers no files. */
  mediaUrlOf?(row: VideoViewRow, name: string): string
  /** URL of the blurred poster; absent at a host that draws none. */
  coverOf?(row: VideoViewRow): string | null
  /** Removes everything the host stores of a video whose row is gone, or that failed. */
  eraseJob: JobKind<{ uid: string }>
  /** Called inside the transaction that removes a row. */
  onRemoved?(trx: Trx, row: VideoRow): Promise<void>
  /** Called inside the transaction that lets fewer people read a video's media. */
  onRestricted?(trx: Trx, row: VideoRow): Promise<void>
  /** Called inside the transaction that makes a video an adult episode's. */
  onNsfw?(trx: Trx, row: VideoRow): Promise<void>
  /** Number of videos ahead of each one that waits for a worker, by uid; absent where that is unknown. */
  queuePositions?(): Promise<Map<string, number>>
  /** Refreshes a row that a caller waits for; may return it unchanged when that takes long. */
  refresh?(row: VideoRow): Promise<VideoRow>
}

/** Parts of the verbs that all hosts share: the host too. */
export interface VideoVerbParts extends VideoLibraryParts {
  adapter: HostAdapter
}
