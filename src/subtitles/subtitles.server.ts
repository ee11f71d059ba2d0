import type { Catalog } from '#catalog/catalog.server.ts'
import type { Creators } from '#creators/creators.server.ts'
import type { Identity } from '#identity/identity.server.ts'
import type { Clock } from '#platform/clock.ts'
import type { Db, Trx } from '#platform/database.server.ts'
import type { Jobs } from '#platform/jobs.server.ts'
import { removeLimits } from '#platform/rate-limits.server.ts'
import type { Emit } from '#platform/room-events.ts'
import type { ObjectStorage } from '#platform/storage.server.ts'
import type { VideoHost } from '#video/video-host.ts'
import { createConversions } from './conversions.server.ts'
import { createFileTextImport } from './file-texts.server.ts'
import { createFontStorage, type FontChecker } from './fonts/font-storage.server.ts'
import { createSubtitleFonts, type SubtitleFonts } from './fonts/fonts.server.ts'
import { createTrackPublishing } from './publish-tracks.server.ts'
import { createTextReader } from './reader/text-reader.server.ts'
import { saveLimitKey } from './save-limits.server.ts'
import { createSubtitleModeration, type SubtitleModeration } from './subtitle-moderation.server.ts'
import { createSubtitleReading, type SubtitleReading } from './subtitle-reading.server.ts'
import { createSubtitleReview, type SubtitleReview } from './subtitle-review.server.ts'
import { deleteDraftsOf, setAuthorDeactivated } from './subtitle-rows.server.ts'
import { createSubtitleWriting, type SubtitleWriting } from './subtitle-writing.server.ts'

/**
 * Subtitles of episodes. A viewer is an account, or null for an anonymous visitor.
 * @see docs/product.md#subtitles
 */
export interface Subtitles extends SubtitleReading, SubtitleWriting, SubtitleReview {
  fonts: SubtitleFonts
  moderation: SubtitleModeration
  /** An episode uses another video from now on: lists its approved texts in the playlist of that one, and takes out those in it. */
  videoChanged(trx: Trx, episode: { id: string; videoId: string }): Promise<void>
  /** The playlist of a video has lost its texts: lists them again. */
  textTracksLost(trx: Trx, videoUid: string): Promise<void>
  /** A video plays, and may be an episode's: takes the texts out of its file. */
  videoPlayable(trx: Trx, videoUid: string): Promise<void>
  /** Removes the drafts of an account that is being removed, and its limit; approved texts stay, without a name. */
  removeDraftsOf(trx: Trx, uid: string): Promise<void>
  /** Marks the texts of an account as those of a deactivated one, or takes that back. */
  setAuthorDeactivated(trx: Trx, uid: string, isDeactivated: boolean): Promise<void>
}

export interface SubtitlesParts {
  db: Db
  clock: Clock
  jobs: Jobs
  identity: Pick<Identity, 'lockAgainstRemoval'>
  creators: Pick<Creators, 'findMany'>
  catalog: Pick<Catalog, 'find' | 'lockAgainstRemoval' | 'lines' | 'videoIdOf' | 'episodeOn' | 'creatorsOf'>
  video: Pick<VideoHost, 'setTextTracks' | 'withFileTexts'>
  storage: ObjectStorage
  fontChecker: FontChecker
  emit: Emit
  /** The server's secret, from which this room derives its own keys. */
  secret: string
}

/** Subtitles backed by the tables of this room, and by the lines of the catalog. */
export function createSubtitles(given: SubtitlesParts): Subtitles {
  const reader = createTextReader()
  const parts = { ...given, reader, conversions: createConversions({ ...given, reader }) }
  const publishing = createTrackPublishing(parts)
  const reading = createSubtitleReading(parts)
  const fontStorage = createFontStorage(parts)
  const fileTexts = createFileTextImport({ ...parts, fontStorage })
  return {
    ...reading,
    ...createSubtitleWriting({ ...parts, reading, publishing }),
    ...createSubtitleReview({ ...parts, reading, publishing }),
    moderation: createSubtitleModeration({ ...parts, publishing }),
    fonts: createSubtitleFonts({ ...parts, fontStorage }),
    async videoChanged(trx, { id, videoId }) {
      await publishing.queueAny(trx, id)
      await fileTexts.queue(trx, videoId)
    },
    async textTracksLost(trx, videoUid) {
      const episodeId = await parts.catalog.episodeOn(videoUid)
      if (episodeId !== null) await publishing.queueAny(trx, episodeId)
    },
    videoPlayable: fileTexts.queue,
    setAuthorDeactivated,
    async removeDraftsOf(trx, uid) {
      await deleteDraftsOf(trx, uid)
      await removeLimits(trx, [saveLimitKey(uid)])
    },
  }
}
