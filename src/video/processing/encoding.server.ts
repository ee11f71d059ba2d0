import { join } from 'node:path'
import { encodeJobFor } from '../encode-queue.ts'
import { encodeToHls } from '../ffmpeg/hls.server.ts'
import { verifyRendition } from '../ffmpeg/verify-rendition.server.ts'
import { isWorthListing, planEncodes, planRenditions, shareOfWork } from '../ladder.ts'
import type { Measurement } from '../measurement.ts'
import type { EncodeTarget } from '../rendition.ts'
import { encodeJob, ladderJob, type ToEncode } from '../video-jobs.ts'
import { findVideoRow, type RenditionRow, renditionsOf, turnsOf, type VideoRow } from '../video-rows.server.ts'
import type { Chunks } from './chunks.server.ts'
import { isFileAtFault } from './fault.server.ts'
import { onLoan, type ProcessingParts } from './loan.server.ts'
import { reportProgress } from './report-progress.ts'
import type { NewRendition } from './video-outcomes.server.ts'

/** The jobs that encode: the first rendition of what cannot be cut as it is, and later all others in one go. */
export function createEncoding(parts: ProcessingParts, chunks: Chunks) {
  const { db, jobs, outcomes, log } = parts

  /** Encodes the smallest rendition, from which on the video plays, or leaves that to chunks. */
  async function encodeFirst(data: ToEncode, stopped: AbortSignal): Promise<void> {
    const { uid, isWhole } = data
    const known = await findVideoRow(db, uid)
    if (!known?.measurement) return
    // It plays already: an attempt died after that, or an older version put the later ones into this queue too.
    if ((await renditionsOf(db, uid)).length > 0) return await later(known)
    const { measurement } = known
    const [first, ...others] = planEncodes(measurement)
    const step = stepOf([first])
    if (!first || !(await outcomes.begin(uid, step))) return
    const share = shareOfWork([{ origin: 'encode', ...first }], others)
    const job = isWhole ? encodeJobFor(measurement, true) : encodeJob
    await onLoan(parts, data, job, stopped, async (lent, signal) => {
      const { source, dir: outDir } = lent
      const onProgress = reportProgress(outcomes, uid, 0, share)
      try {
        const work = { uid, stage: 'first' as const, targets: [first], segmentStarts: null, measurement, step }
        if (!isWhole && (await chunks.plan(work, lent, signal))) return
        if (!isWhole && encodeJobFor(measurement, true) !== encodeJob) return void (await outcomes.leftWhole(uid))
        await encodeToHls({ source, outDir, targets: [first], segmentStarts: null, measurement, onProgress, signal })
        const made = await verified(outDir, first, measurement, signal)
        await outcomes.renditionsMade(uid, [made], {
          percentComplete: share * 100,
          next: async (trx, row) => {
            if (others.length > 0) await jobs.enqueueInTurn(trx, ladderJob, [{ uid }], turnsOf(row))
          },
        })
      } catch (error) {
        if (!isFileAtFault(error)) throw error
        log.info({ video: uid, err: error }, 'video: cannot be converted')
        await outcomes.gaveUp(uid, 'not_convertible')
      }
    })
  }

  async function later(row: VideoRow): Promise<void> {
    await db.transaction().execute((trx) => jobs.enqueueInTurn(trx, ladderJob, [{ uid: row.uid }], turnsOf(row)))
  }

  /** Encodes every rendition that is missing, from one decoded source, and lists those that are worth it; or leaves that to chunks. */
  async function encodeLadder(data: ToEncode, stopped: AbortSignal): Promise<void> {
    const { uid, isWhole } = data
    const known = await findVideoRow(db, uid)
    if (!known?.measurement) return
    const { measurement } = known
    const before = await renditionsOf(db, uid)
    const copy = before.find(({ origin }) => origin === 'copy')
    const targets = (copy ? planRenditions(measurement).encodes : planEncodes(measurement)).filter(
      ({ width, height }) => !before.some((each) => each.width === width && each.height === height),
    )
    if (targets.length === 0) return void (await outcomes.completed(uid))
    const step = stepOf(targets)
    if (!(await outcomes.begin(uid, step))) return
    const share = shareOfWork(before, targets)
    const segmentStarts = before[0] ? startsOf(before[0]) : null
    await onLoan(parts, data, ladderJob, stopped, async (lent, signal) => {
      const { source, dir: outDir } = lent
      const onProgress = reportProgress(outcomes, uid, share, 1)
      try {
        const work = { uid, stage: 'later' as const, targets, segmentStarts, measurement, step }
        if (!isWhole && (await chunks.plan(work, lent, signal))) return
        await encodeToHls({ source, outDir, targets, segmentStarts, measurement, onProgress, signal, isLater: true })
        const made = await soundOnes(uid, outDir, targets, measurement, signal)
        const worth = made.filter(
          ({ facts }) => !copy || isWorthListing(facts.averageBandwidth, Number(copy.average_bandwidth)),
        )
        if (worth.length > 0) await outcomes.renditionsMade(uid, worth, { percentComplete: 100 })
        else await outcomes.completed(uid)
      } catch (error) {
        if (!isFileAtFault(error)) throw error
        log.info({ video: uid, err: error }, 'video: no further renditions can be made')
        await outcomes.gaveUp(uid, 'not_convertible')
      }
    })
  }

  /** One broken rendition does not cost the others. */
  async function soundOnes(
    uid: string,
    outDir: string,
    targets: EncodeTarget[],
    measurement: Measurement,
    signal: AbortSignal,
  ): Promise<NewRendition[]> {
    const made: NewRendition[] = []
    for (const target of targets) {
      try {
        made.push(await verified(outDir, target, measurement, signal))
      } catch (error) {
        if (!isFileAtFault(error)) throw error
        log.info({ video: uid, rendition: target.name, err: error }, 'video: a rendition is left out')
      }
    }
    return made
  }

  return { encodeFirst, encodeLadder }
}

async function verified(
  outDir: string,
  target: EncodeTarget,
  measurement: Measurement,
  signal: AbortSignal,
): Promise<NewRendition> {
  const dir = join(outDir, target.name)
  return { origin: 'encode', dir, facts: await verifyRendition(dir, { target, measurement, signal }) }
}

/** What is done while these are made, as the creator reads it. */
export function stepOf(targets: (EncodeTarget | undefined)[]): string {
  const [lowest, highest] = [targets[0], targets.at(-1)]
  return lowest === highest ? `Encoding ${lowest?.name}` : `Encoding ${lowest?.name} to ${highest?.name}`
}

/** Number of the first picture of each segment; null for a rendition whose segments were not counted. */
export function startsOf({ segment_frames: frames }: RenditionRow): number[] | null {
  let next = 0
  return (
    frames?.map((count) => {
      const start = next
      next += count
      return start
    }) ?? null
  )
}
