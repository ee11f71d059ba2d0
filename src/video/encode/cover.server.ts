import { buffer } from 'node:stream/consumers'
import type { ObjectStorage } from '#platform/storage.server.ts'
import { withBlurredImage } from '../media/stills/encode-image.server.ts'
import { mediaKey, playbackNamesOf } from '../stored-objects.ts'
import { coverJob } from '../video-jobs.ts'
import { findVideoRow, uidsWithoutCover } from '../video-rows.server.ts'
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
  if (!drawn.ok) throw new Error(`The poster ${poster} cannot be read.`)
}

/** Most covers that one run queues. */
const MOST_AT_ONCE = 100

/**
 * Queues the covers that are missing: of videos from before there were any, and of those whose jobs failed. Called again each
 * minute, it waits until those that it queued are drawn.
 */
export async function queueMissingCovers({ db, jobs }: Pick<ProcessingParts, 'db' | 'jobs'>): Promise<void> {
  if (await jobs.isAnyDue(db, [coverJob])) return
  for (const uid of await uidsWithoutCover(db, MOST_AT_ONCE)) await jobs.enqueue(db, coverJob, { uid })
}
