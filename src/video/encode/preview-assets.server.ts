import { isAnalysed, uidsToAnalyse } from '../frame-analysis-rows.server.ts'
import { makePreviewAssets } from '../media/stills/preview-assets.server.ts'
import { previewAssetsJob } from '../video-jobs.ts'
import { findVideoRow, renditionsOf } from '../video-rows.server.ts'
import type { ProcessingParts, VideoJobData } from './run-with-scratch.server.ts'

/**
 * Makes the preview assets and analyses the frames, which takes one decode. Uses our own smallest rendition: cheap to decode,
 * and already as every browser shows it. The analysis is stored first, whether or not the assets can be made.
 */
export async function makeVideoPreviewAssets(
  { db, transitions, scratch }: Pick<ProcessingParts, 'db' | 'transitions' | 'scratch'>,
  { uid }: VideoJobData,
  signal: AbortSignal,
): Promise<void> {
  const row = await findVideoRow(db, uid)
  if (row?.state !== 'ready' || row.duration_seconds === null) return
  if (row.preview_name !== null && (await isAnalysed(db, uid))) return
  const smallest = (await renditionsOf(db, uid)).at(-1)
  if (!smallest) return
  const { width, height } = smallest
  const durationSeconds = row.duration_seconds
  const framesPerSecond = (row.media_info?.video?.packets ?? 0) / durationSeconds
  try {
    await scratch.withRendition(uid, smallest, async (dir) => {
      const made = await makePreviewAssets(
        { dir, width, height, durationSeconds, framesPerSecond, signal },
        async (analysis) => void (await transitions.recordAnalysis(uid, analysis)),
      )
      await transitions.publishPreviewAssets(uid, made, row.preview_name)
    })
  } catch (error) {
    if (!(await findVideoRow(db, uid))) return
    if (!signal.aborted) await transitions.recordAnalysis(uid, null)
    throw error
  }
}

/** Most videos that one run queues. */
const MOST_AT_ONCE = 20
const AGAIN_AFTER_MS = 24 * 3_600_000

/**
 * Queues the videos whose frames are still to be analysed: those from before there was an analysis, or from before one that finds
 * more, and, once a day, those whose analysis failed. Called again each minute, it waits until those that it queued are done.
 */
export async function queueMissingAnalyses({ db, clock, jobs }: Pick<ProcessingParts, 'db' | 'clock' | 'jobs'>) {
  if (await jobs.isAnyDue(db, [previewAssetsJob])) return
  const failedBefore = new Date(clock.now().getTime() - AGAIN_AFTER_MS)
  for (const uid of await uidsToAnalyse(db, failedBefore, MOST_AT_ONCE))
    await jobs.enqueue(db, previewAssetsJob, { uid })
}
