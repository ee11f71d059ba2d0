import { buffer } from 'node:stream/consumers'
import { LastingError } from '#platform/lasting-error.ts'
import { makeSmallPosters } from '../media/stills/small-posters.server.ts'
import { uidsWithoutSmallPosters } from '../missing-image-rows.server.ts'
import { mediaKey, playbackNamesOf, smallPosterSides } from '../stored-objects.ts'
import { smallPostersJob } from '../video-jobs.ts'
import { findVideoRow } from '../video-rows.server.ts'
import { queueMissing } from './queue-missing.server.ts'
import type { ProcessingParts, VideoJobData } from './run-with-scratch.server.ts'

/** Scales the poster that is shown down, for pages with less room. Does nothing before there is one. */
export async function makeVideoSmallPosters(
  { db, storage, scratch, transitions }: Pick<ProcessingParts, 'db' | 'storage' | 'scratch' | 'transitions'>,
  { uid }: VideoJobData,
  signal: AbortSignal,
): Promise<void> {
  const row = await findVideoRow(db, uid)
  if (row?.state !== 'ready' || row.small_posters_name !== null) return
  const { poster } = playbackNamesOf(row)
  if (poster === null) return
  const bytes = await buffer(await storage.read(mediaKey(uid, poster)))
  await scratch.withEmptyFolder(async (dir) => {
    const made = await makeSmallPosters(dir, bytes, smallPosterSides, signal)
    if (!made) throw new LastingError(`The poster ${poster} cannot be read.`)
    await transitions.publishSmallPosters(uid, poster, made)
  })
}

/** Queues the small posters that are missing. */
export const queueMissingSmallPosters = (parts: Pick<ProcessingParts, 'db' | 'clock' | 'jobs'>) =>
  queueMissing(parts, smallPostersJob, uidsWithoutSmallPosters)
