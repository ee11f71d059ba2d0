import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { LastingError } from '#platform/lasting-error.ts'
import { makePoster } from '../media/stills/poster.server.ts'
import { uidsWithoutLargePoster } from '../missing-image-rows.server.ts'
import { largePosterNameOf, mediaKey } from '../stored-objects.ts'
import { largePosterJob } from '../video-jobs.ts'
import { findVideoRow, thumbnailShareOf } from '../video-rows.server.ts'
import { queueMissing } from './queue-missing.server.ts'
import type { ProcessingParts, VideoJobData } from './run-with-scratch.server.ts'

/**
 * Draws the automatic poster of a film once more, with a large one of the same frame. Usually the frame is that of the poster,
 * which then keeps its name; where an earlier version chose another, both take its place, so that they never differ.
 */
export async function makeVideoLargePoster(
  { db, storage, scratch, transitions }: Pick<ProcessingParts, 'db' | 'storage' | 'scratch' | 'transitions'>,
  { uid }: VideoJobData,
  signal: AbortSignal,
): Promise<void> {
  const row = await findVideoRow(db, uid)
  if (row?.state !== 'ready' || !row.media_info || row.poster_name === null) return
  const { media_info: mediaInfo, poster_name: posterName } = row
  if (row.large_poster_name === largePosterNameOf(posterName)) return
  const share = await thumbnailShareOf(db, uid)
  await scratch.withOriginal(uid, async ({ source, dir }) => {
    const poster = join(dir, 'poster.webp')
    const large = join(dir, 'large-poster.webp')
    await makePoster({ source, out: poster, largeOut: large, mediaInfo, share, signal })
    if (!existsSync(large)) throw new LastingError('The frame of the poster cannot be drawn larger.')
    const stored = await buffer(await storage.read(mediaKey(uid, posterName)))
    if (stored.equals(await readFile(poster))) await transitions.publishLargePoster(uid, posterName, large)
    else await transitions.publishPoster(uid, { poster, large }, posterName)
  })
}

/** Queues the large posters that are missing. */
export const queueMissingLargePosters = (parts: Pick<ProcessingParts, 'db' | 'clock' | 'jobs'>) =>
  queueMissing(parts, largePosterJob, uidsWithoutLargePoster)
