import type { JobKind } from '#platform/job-kind.ts'
import { transact } from '#platform/transact.server.ts'
import { encodeToHls } from '../media/hls/hls.server.ts'
import { planEncodes, shareOfWork } from '../media/ladder.ts'
import { planLater } from '../media/replacement.ts'
import { type EncodeJobData, encodeJob, ladderJob, slowEncodeJob } from '../video-jobs.ts'
import { findVideoRow, queueOwnerOf, renditionsOf, type VideoRow } from '../video-rows.server.ts'
import { encodingStep } from '../video-step.ts'
import type { Chunks } from './chunks.server.ts'
import { encodeJobFor, FIRST_ENCODE_BUDGET_MS } from './encode-queue.ts'
import { isAborted, isFileAtFault } from './fault.server.ts'
import { encodeLaterRenditions, verified } from './later-renditions.server.ts'
import { reportProgress } from './report-progress.ts'
import { type ProcessingParts, runWithScratch } from './run-with-scratch.server.ts'

/** Encoding jobs: the first rendition of a video that cannot be stream-copied, and later all others in one go. */
export function createEncoding(parts: ProcessingParts, chunks: Chunks) {
  const { db, jobs, transitions, log, firstEncodeBudgetMs = FIRST_ENCODE_BUDGET_MS } = parts

  /**
   * Encodes the smallest rendition, which makes the video playable, or leaves that to chunk jobs. In the usual queue it has
   * a limited time, after which it starts over in the slow one.
   */
  async function encodeFirst(queue: JobKind<EncodeJobData>, data: EncodeJobData, stopped: AbortSignal): Promise<void> {
    const { uid, isWhole: isUnchunked } = data
    const known = await findVideoRow(db, uid)
    if (!known?.media_info) return
    // It plays already: an attempt died after that, or an older version put later renditions into this queue too.
    if ((await renditionsOf(db, uid)).length > 0) return await later(known)
    const { media_info: mediaInfo } = known
    const [first] = planEncodes(mediaInfo)
    const others = planLater(mediaInfo)
    const step = encodingStep(first ? [first] : [])
    if (!first || !(await transitions.start(uid, step))) return
    const share = shareOfWork([{ origin: 'encode', ...first }], others)
    await runWithScratch(parts, data, queue, stopped, async (scratchFolder, signal) => {
      const { source, dir: outDir } = scratchFolder
      const onProgress = reportProgress(transitions, uid, 0, share)
      const inTime = queue === encodeJob ? AbortSignal.any([signal, AbortSignal.timeout(firstEncodeBudgetMs)]) : signal
      try {
        const work = {
          uid,
          stage: 'first' as const,
          targets: [first],
          segmentStarts: null,
          mediaInfo,
          step,
        }
        if (!isUnchunked && (await chunks.plan(work, scratchFolder, inTime))) return
        if (!isUnchunked && encodeJobFor(mediaInfo, true) !== encodeJob)
          return void (await transitions.queueUnchunkedEncoding(uid))
        const run = { source, outDir, targets: [first], segmentStarts: null, mediaInfo, onProgress }
        await encodeToHls({ ...run, signal: inTime })
        const made = await verified(outDir, first, mediaInfo, signal)
        await transitions.publishRenditions(uid, [made], {
          percentComplete: share * 100,
          next: async (trx, row) => {
            if (others.length > 0) await jobs.enqueueFairly(trx, ladderJob, [{ uid }], queueOwnerOf(row))
          },
        })
      } catch (error) {
        if (isAborted(error) && !signal.aborted) {
          log.info({ video: uid }, 'video: takes long to encode, continues in the slow queue')
          return void (await transitions.queueSlowEncoding(uid))
        }
        if (!isFileAtFault(error)) throw error
        log.info({ video: uid, err: error }, 'video: cannot be converted')
        await transitions.fail(uid, 'not_convertible')
      }
    })
  }

  async function later(row: VideoRow): Promise<void> {
    await transact(db, (trx) => jobs.enqueueFairly(trx, ladderJob, [{ uid: row.uid }], queueOwnerOf(row)))
  }

  const encodeLadder = (data: EncodeJobData, stopped: AbortSignal) =>
    encodeLaterRenditions(parts, chunks, data, stopped)

  return {
    encodeFirst: (data: EncodeJobData, stopped: AbortSignal) => encodeFirst(encodeJob, data, stopped),
    encodeSlowFirst: (data: EncodeJobData, stopped: AbortSignal) => encodeFirst(slowEncodeJob, data, stopped),
    encodeLadder,
  }
}
