import { join } from 'node:path'
import type { Trx } from '#platform/database.server.ts'
import { newId } from '#platform/ids.server.ts'
import { av1RenditionsOf } from '../av1-rows.server.ts'
import { MEDIA_PLAYLIST } from '../media/hls/hls-arguments.ts'
import type { RenditionFacts } from '../media/hls/verify-rendition.server.ts'
import { costlierThanLarger } from '../media/ladder.ts'
import { highestFrameRateOf } from '../media/media-info.ts'
import { masterPlaylist, type VariantStream } from '../media/rendition.ts'
import { retireRendition } from '../retired-rows.server.ts'
import { fileNameOf, mediaKey } from '../stored-objects.ts'
import { filesOfTrack, textTracksOf } from '../text-track-rows.server.ts'
import { videoComplete, videoPlayable, videoUnplayable } from '../video-host.ts'
import {
  hashJob,
  MEDIA_CLEANUP_DELAY_SECONDS,
  mediaCleanupJob,
  mp4FilesJob,
  posterJob,
  previewAssetsJob,
  RETIRED_RETENTION_SECONDS,
} from '../video-jobs.ts'
import { playlistOf, renditionsOf, type VideoRow, videoTables } from '../video-rows.server.ts'
import type { TransitionParts } from './transition.ts'

/** A rendition whose files are stored in the folder of its id. */
export interface StoredRendition {
  id: string
  origin: 'copy' | 'encode'
  facts: Omit<RenditionFacts, 'files'>
  /** Its playlist, init segment and first segments in that folder, as in `renditions.file_names`; absent for default names. */
  fileNames?: string[]
  /** Id of the rendition of the same size that it replaces. */
  replaces?: string
}

/** A rendition of which only the first chunks are stored. */
export interface GrowingRendition extends Omit<VariantStream, 'highestFrameRate'> {}

/** Progress of a video once its new renditions are published, and the work that follows. */
export interface EncodeProgress {
  /** Percentage of the complete ladder once these are published; 100 when none follows. */
  percentComplete: number
  /** Enqueues the work that follows, in the same transaction. */
  next?: (trx: Trx, row: VideoRow) => Promise<void>
}

type ManifestParts = Pick<TransitionParts, 'clock' | 'jobs' | 'storage' | 'emit'>

/** Publishes renditions, always inside the transaction that locks their video's row. */
export function createManifest(parts: ManifestParts) {
  return {
    addRenditions: (trx: Trx, row: VideoRow, made: StoredRendition[], progress: EncodeProgress) =>
      addRenditions(parts, trx, row, made, progress),
    writeMaster: (trx: Trx, row: VideoRow, growing: GrowingRendition[]) => writeMaster(parts, trx, row, growing),
    withdraw: (trx: Trx, row: VideoRow) => withdraw(parts, trx, row),
    complete: (trx: Trx, row: VideoRow) => complete(parts, trx, row),
    expectStored: (key: string) => expectStored(parts, key),
  }
}

export type Manifest = ReturnType<typeof createManifest>

/** Publishes renditions together and makes the video playable if it was not yet. @returns null when none is new */
async function addRenditions(
  parts: ManifestParts,
  trx: Trx,
  row: VideoRow,
  made: StoredRendition[],
  progress: EncodeProgress,
): Promise<Partial<VideoRow> | null> {
  let isAnyNew = false
  for (const each of made) isAnyNew = (await insertRendition(parts, trx, row, each)) || isAnyNew
  if (!isAnyNew) return null
  const percent_complete = Math.max(row.percent_complete, Math.floor(progress.percentComplete))
  if (percent_complete === 100) await retireCostly(parts, trx, row)
  const changes = await writeMaster(parts, trx, row, [])
  await progress.next?.(trx, row)
  const end = percent_complete === 100 ? await complete(parts, trx, row) : { step: '' as const, percent_complete }
  return { ...changes, ...end }
}

/** Retires the renditions of a complete ladder that take more bits than a larger one. */
async function retireCostly(parts: ManifestParts, trx: Trx, { uid }: VideoRow): Promise<void> {
  const rungs = (await renditionsOf(trx, uid)).map((each) => ({
    ...each,
    averageBandwidth: Number(each.average_bandwidth),
  }))
  for (const { id } of costlierThanLarger(rungs)) await retire(parts, trx, uid, id)
}

/** @returns false when it is not, or no longer, published */
async function retire({ clock, jobs }: ManifestParts, trx: Trx, uid: string, id: string): Promise<boolean> {
  if (!(await retireRendition(trx, id, clock.now()))) return false
  await jobs.enqueue(
    trx,
    mediaCleanupJob,
    { uid },
    { startAfterSeconds: RETIRED_RETENTION_SECONDS + MEDIA_CLEANUP_DELAY_SECONDS },
  )
  return true
}

/** Writes a new master playlist and points the video to it. */
async function writeMaster(
  { jobs, storage, emit }: ManifestParts,
  trx: Trx,
  row: VideoRow,
  growing: GrowingRendition[],
): Promise<Partial<VideoRow>> {
  const master_name = fileNameOf('master', newId())
  // A short text, stored under the lock of the row: it lists the renditions as this transaction leaves them.
  await storage.putText(mediaKey(row.uid, master_name), await masterFor(trx, row, growing))
  await jobs.enqueue(trx, mediaCleanupJob, { uid: row.uid }, { startAfterSeconds: MEDIA_CLEANUP_DELAY_SECONDS })
  if (row.state !== 'ready') {
    await jobs.enqueue(trx, posterJob, { uid: row.uid })
    // Nothing depends on the hash, and all work that people wait for is done.
    await jobs.enqueue(trx, hashJob, { uid: row.uid })
    await emit(trx, videoPlayable, { uid: row.uid })
  }
  return { state: 'ready', master_name }
}

/** Makes a video unplayable again. @returns the changes to its row */
async function withdraw({ emit }: ManifestParts, trx: Trx, row: VideoRow): Promise<Partial<VideoRow>> {
  if (row.state === 'ready') await emit(trx, videoUnplayable, { uid: row.uid })
  return { master_name: null }
}

/** Completes the ladder: the smallest rendition is known now, and preview assets are made from it. */
async function complete({ jobs, emit }: ManifestParts, trx: Trx, row: VideoRow): Promise<Partial<VideoRow>> {
  if (row.preview_name === null) await jobs.enqueue(trx, previewAssetsJob, { uid: row.uid })
  await jobs.enqueue(trx, mp4FilesJob, { uid: row.uid })
  await emit(trx, videoComplete, { uid: row.uid })
  return { percent_complete: 100, step: '' as const, has_mp4_files: false }
}

/** A cleanup between storing and naming removes unnamed files. @throws Error in that case, which repeats the attempt */
async function expectStored({ storage }: ManifestParts, key: string): Promise<void> {
  if (!(await storage.stat(key))) throw new Error('Cleanup has removed the file that was just stored.')
}

/** @returns false when another attempt has already published this size */
async function insertRendition(parts: ManifestParts, trx: Trx, row: VideoRow, made: StoredRendition): Promise<boolean> {
  const { id, origin, facts, fileNames, replaces } = made
  if (replaces !== undefined && !(await retire(parts, trx, row.uid, replaces))) return false
  const inserted = await videoTables(trx)
    .insertInto('renditions')
    .values({
      id,
      video_uid: row.uid,
      origin,
      width: facts.width,
      height: facts.height,
      codecs: facts.codecs,
      peak_bandwidth: Math.ceil(facts.peakBandwidth),
      average_bandwidth: Math.ceil(facts.averageBandwidth),
      frame_rate: averageFrameRateOf(row),
      size_bytes: facts.sizeBytes,
      segment_frames: facts.segmentFrames,
      file_names: fileNames ?? null,
    })
    .onConflict((conflict) => conflict.columns(['video_uid', 'height', 'width']).doNothing())
    .executeTakeFirst()
  return inserted.numInsertedOrUpdatedRows === 1n
}

async function masterFor(trx: Trx, row: VideoRow, growing: GrowingRendition[]): Promise<string> {
  const highestFrameRate = row.media_info?.video ? highestFrameRateOf(row.media_info.video) : averageFrameRateOf(row)
  const published = (await renditionsOf(trx, row.uid)).map((each) => ({
    uri: join(each.id, playlistOf(each)),
    width: each.width,
    height: each.height,
    codecs: each.codecs,
    peakBandwidth: each.peak_bandwidth,
    averageBandwidth: each.average_bandwidth,
    highestFrameRate,
  }))
  const inAv1 = (await av1RenditionsOf(trx, row.uid)).map(({ id, playlist, ...each }) => ({
    ...each,
    uri: join(id, playlist ?? MEDIA_PLAYLIST),
    highestFrameRate,
  }))
  const tracks = (await textTracksOf(trx, row.uid)).map(({ id, language, name, kind }) => {
    return { uri: filesOfTrack(id).playlist, language, name, kind }
  })
  return masterPlaylist([...published, ...growing.map((each) => ({ ...each, highestFrameRate }))], inAv1, tracks)
}

function averageFrameRateOf(row: VideoRow): number {
  return (row.frame_rate_numerator ?? 24) / (row.frame_rate_denominator ?? 1)
}
