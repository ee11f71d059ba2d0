import { buffer } from 'node:stream/consumers'
import { LastingError } from '#platform/lasting-error.ts'
import type { ObjectStorage } from '#platform/storage.server.ts'
import { withBlurredImage } from '../media/stills/encode-image.server.ts'
import { uidsWithoutCover } from '../missing-image-rows.server.ts'
import { mediaKey, playbackNamesOf } from '../stored-objects.ts'
import { coverJob } from '../video-jobs.ts'
import { findVideoRow } from '../video-rows.server.ts'
import { queueMissing } from './queue-missing.server.ts'
import type { ProcessingParts, VideoJobData } from './run-with-scratch.server.ts'

export interface CoverParts extends Pick<ProcessingParts, 'db' | 'transitions'> {
  storage: Pick<ObjectStorage, 'read'>
  /** Local folder for attempts. */
  scratchDir: string
}

/** Blurs the poster of an adult episode's video, for those who have not chosen to see it. Does nothing before there is one. */
export async function makeVideoCover(parts: CoverParts, { uid }: VideoJobData): Promise<void> {
  const { db, storage, scratchDir, transitions } = parts
  const row = await findVideoRow(db, uid)
  if (row?.state !== 'ready' || row.nsfw_episode_id === null || row.cover_name !== null) return
  const { poster } = playbackNamesOf(row)
  if (poster === null) return
  const bytes = await buffer(await storage.read(mediaKey(uid, poster)))
  const image = { size: bytes.length, bytes: async () => new Uint8Array(bytes) }
  const drawn = await withBlurredImage(scratchDir, image, (path) => transitions.publishCover(uid, poster, path))
  if (!drawn.ok) throw new LastingError(`The poster ${poster} cannot be read.`)
}

/** Queues the covers that are missing. */
export const queueMissingCovers = (parts: Pick<ProcessingParts, 'db' | 'clock' | 'jobs'>) =>
  queueMissing(parts, coverJob, uidsWithoutCover)
