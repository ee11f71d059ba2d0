import type { Catalog } from '#catalog/catalog.server.ts'
import type { Clock } from '#platform/clock.ts'
import type { Db } from '#platform/database.server.ts'
import type { JobKind } from '#platform/job-kind.ts'
import type { Jobs } from '#platform/jobs.server.ts'
import type { Log } from '#platform/log.server.ts'
import type { VideoHost } from '#video/video-host.ts'
import type { ReadMode } from './holding.ts'
import type { ImageModeration, Scores } from './image-moderation.ts'
import type { Suggestion } from './suggestion.ts'

export interface ImageChecksParts {
  db: Db
  clock: Clock
  jobs: Jobs
  catalog: Pick<Catalog, 'episodeOn' | 'moderation'>
  video: Pick<VideoHost, 'withSampledPictures' | 'chosenPosterOf'>
  imageModeration: ImageModeration
  readMode: ReadMode
  /** Scores from which a picture counts as adult, by class. */
  thresholds: Scores
  /** The public reason of the mark. */
  markReason(suggestion: Suggestion): string
  log: Pick<Log, 'info' | 'warn'>
}

/** Checks a video. A process that dies during an attempt uses it up. */
export const imageCheckJob: JobKind<{ uid: string }> = {
  name: 'moderation.check-images',
  about: ({ uid }) => ({ kind: 'video', id: uid }),
  retryLimit: 5,
  retryDelaySeconds: 30,
  // 121 pictures of a service that takes its time for each.
  expireInSeconds: 2 * 3600,
}
