import type { Catalog } from '#catalog/catalog.server.ts'
import type { Creators } from '#creators/creators.server.ts'
import type { Identity } from '#identity/identity.server.ts'
import type { Clock } from '#platform/clock.ts'
import type { Db, Trx } from '#platform/database.server.ts'
import type { Jobs } from '#platform/jobs.server.ts'
import { removeLimits } from '#platform/rate-limits.server.ts'
import type { VideoHost } from '#video/video-host.ts'
import { createTrackPublishing } from './publish-tracks.server.ts'
import { createSubtitleReading, type SubtitleReading } from './subtitle-reading.server.ts'
import { createSubtitleReview, type SubtitleReview } from './subtitle-review.server.ts'
import { deleteDraftsOf } from './subtitle-rows.server.ts'
import { createSubtitleWriting, type SubtitleWriting, saveLimitKey } from './subtitle-writing.server.ts'

/**
 * Subtitles of episodes. A viewer is an account, or null for an anonymous visitor.
 * @see docs/product.md#subtitles
 */
export interface Subtitles extends SubtitleReading, SubtitleWriting, SubtitleReview {
  /** An episode uses another video from now on: lists its approved texts in the playlist of that one. */
  videoChanged(trx: Trx, episodeId: string): Promise<void>
  /** Removes the drafts of an account that is being removed, and its limit; what was approved stays, without a name. */
  removeDraftsOf(trx: Trx, uid: string): Promise<void>
}

export interface SubtitlesParts {
  db: Db
  clock: Clock
  jobs: Jobs
  identity: Pick<Identity, 'lockAgainstRemoval'>
  creators: Pick<Creators, 'findMany'>
  catalog: Pick<Catalog, 'find' | 'lockAgainstRemoval' | 'setLines' | 'removeLines' | 'videoIdOf'>
  video: Pick<VideoHost, 'setTextTracks'>
}

/** Subtitles backed by the tables of this room, and by the lines of the catalog. */
export function createSubtitles(parts: SubtitlesParts): Subtitles {
  const publishing = createTrackPublishing(parts)
  const reading = createSubtitleReading(parts)
  return {
    ...reading,
    ...createSubtitleWriting({ ...parts, reading, publishing }),
    ...createSubtitleReview({ ...parts, reading, publishing }),
    videoChanged: publishing.queueAny,
    async removeDraftsOf(trx, uid) {
      await deleteDraftsOf(trx, uid)
      await removeLimits(trx, [saveLimitKey(uid)])
    },
  }
}
