import { join } from 'node:path'
import { makeGlimpses } from '../ffmpeg/glimpses.server.ts'
import { copyToHls } from '../ffmpeg/hls.server.ts'
import { measure } from '../ffmpeg/measure.server.ts'
import { makePoster } from '../ffmpeg/poster.server.ts'
import { canToneMap } from '../ffmpeg/tone-mapping.server.ts'
import { verifyRendition } from '../ffmpeg/verify-rendition.server.ts'
import { planRenditions, shareOfWork } from '../ladder.ts'
import { isHighDynamicRange, type Measured, type Measurement } from '../measurement.ts'
import { thumbnailShareOf } from '../service-videos.server.ts'
import { judge, type ReasonCode } from '../verdict.ts'
import { ladderJob, measureJob, type ToMeasure } from '../video-jobs.ts'
import { findVideoRow, renditionsOf, turnsOf, type VideoRow } from '../video-rows.server.ts'
import type { Arrivals, Arrived } from './arrivals.server.ts'
import { createAv1 } from './av1.server.ts'
import { createChunks } from './chunks.server.ts'
import { createEarlyCopy, type EarlyCopy } from './early-copy.server.ts'
import { createEncoding } from './encoding.server.ts'
import { isFileAtFault } from './fault.server.ts'
import { type OfVideo, onLoan, type ProcessingParts } from './loan.server.ts'
import type { Scratch } from './scratch.server.ts'
import type { NewRendition } from './video-outcomes.server.ts'

/**
 * What the jobs of this room do. Every step starts from what is written down, so that any of them may be killed and
 * taken up again.
 */
export function createProcessing(parts: ProcessingParts & { arrivals: Arrivals; makesAv1: boolean }) {
  const { db, jobs, outcomes, arrivals, log } = parts
  const chunks = createChunks(parts)

  /** Measure, decide, and cut when cutting is enough: the shortest way to playable. */
  async function measureVideo({ uid, onlyGrew }: ToMeasure, stopped: AbortSignal): Promise<void> {
    const row = await outcomes.begin(uid, 'Measuring')
    if (!row) return
    if (!onlyGrew) arrivals.forget(uid)
    const isPublished = await arrivals.lend(uid, stopped, async (arrived) => {
      if (arrived !== null) await publishArrived(uid, arrived)
      return arrived !== null
    })
    if (isPublished) return
    await onLoan(parts, { uid }, measureJob, stopped, async (lent, signal) => {
      const early = createEarlyCopy(lent, row.max_seconds, signal)
      try {
        const measurement = row.measurement ?? (await acceptedMeasurement(row, lent, early, signal))
        if (!measurement) return
        const isCopied = await cutIntoHls(uid, lent, measurement, early, signal)
        if (!isCopied) await outcomes.awaitsEncoding(uid)
      } finally {
        await early.abandon()
      }
    })
  }

  /** What was prepared while the film arrived becomes what it plays by. */
  async function publishArrived(uid: string, { measurement, rendition }: Arrived): Promise<void> {
    await outcomes.measured(uid, measurement)
    await publishCopy(uid, measurement, rendition)
  }

  async function acceptedMeasurement(
    { uid, max_seconds }: Pick<VideoRow, 'uid' | 'max_seconds'>,
    { source }: Scratch,
    early: EarlyCopy,
    signal: AbortSignal,
  ): Promise<Measurement | null> {
    const measured = await measure(source, { onPromised: early.begin, signal })
    const reason = await reasonAgainst(measured, max_seconds)
    if (reason !== null || !measured.isReadable) {
      log.info({ video: uid, reason }, 'video: refused')
      await outcomes.refused(uid, reason ?? 'unreadable')
      return null
    }
    await outcomes.measured(uid, measured)
    return measured
  }

  /** True when the video plays by stream copy now, or is gone; false when it has to be encoded after all. */
  async function cutIntoHls(
    uid: string,
    lent: Scratch,
    measurement: Measurement,
    early: EarlyCopy,
    signal: AbortSignal,
  ): Promise<boolean> {
    const { copy: target } = planRenditions(measurement)
    if (target === null) return false
    const made = await renditionsOf(db, uid)
    if (made.length > 0) return true
    await outcomes.step(uid, 'Preparing')
    try {
      const begun = await early.finishedFor(target, measurement)
      const { dir, isOpened } = begun ?? { dir: join(lent.dir, 'copy'), isOpened: false }
      if (begun === null) await copyToHls({ source: lent.source, outDir: dir, target, measurement, signal })
      const facts = await verifyRendition(dir, { target, measurement, isOpened, signal })
      await publishCopy(uid, measurement, { origin: 'copy', dir, facts })
      return true
    } catch (error) {
      if (!isFileAtFault(error)) throw error
      log.info({ video: uid, err: error }, 'video: cannot be cut as it is, will be encoded')
      return false
    }
  }

  async function publishCopy(uid: string, measurement: Measurement, made: NewRendition): Promise<void> {
    const { encodes } = planRenditions(measurement)
    const { width, height } = made.facts
    await outcomes.renditionsMade(uid, [made], {
      percentComplete: shareOfWork([{ origin: 'copy', width, height }], encodes) * 100,
      next: async (trx, row) => {
        if (encodes.length > 0) await jobs.enqueueInTurn(trx, ladderJob, [{ uid }], turnsOf(row))
      },
    })
  }

  async function makeVideoPoster({ uid }: OfVideo, stopped: AbortSignal): Promise<void> {
    const row = await findVideoRow(db, uid)
    if (!row?.measurement || row.poster_name || row.state !== 'ready') return
    const { measurement } = row
    await onLoan(parts, { uid }, null, stopped, async ({ source, dir }, signal) => {
      const out = join(dir, 'poster.webp')
      const share = await thumbnailShareOf(db, uid)
      await makePoster({ source, out, measurement, share, signal })
      await outcomes.posterMade(uid, out)
    })
  }

  /** From our own smallest rendition: cheap to decode, and already as every browser shows it. */
  async function makeVideoGlimpses({ uid }: OfVideo, signal: AbortSignal): Promise<void> {
    const row = await findVideoRow(db, uid)
    if (row?.state !== 'ready' || row.preview_name !== null || row.duration_seconds === null) return
    const smallest = (await renditionsOf(db, uid)).at(-1)
    if (!smallest) return
    const { width, height } = smallest
    const durationSeconds = row.duration_seconds
    try {
      await parts.scratch.lendRendition(uid, smallest, async (dir) => {
        await outcomes.glimpsesMade(uid, await makeGlimpses({ dir, width, height, durationSeconds, signal }))
      })
    } catch (error) {
      if (!(await findVideoRow(db, uid))) return
      throw error
    }
  }

  return {
    measureVideo,
    makeVideoPoster,
    makeVideoGlimpses,
    ...createEncoding(parts, chunks),
    encodeChunk: chunks.encode,
    av1: createAv1(parts, chunks, parts.makesAv1),
  }
}

/** Null for a file that may become a video here: by what it is, and by what the installed ffmpeg can do with it. */
async function reasonAgainst(measured: Measured, maxSeconds: number): Promise<ReasonCode | null> {
  const verdict = judge(measured, maxSeconds)
  if (!verdict.ok) return verdict.reasonCode
  const isBright = measured.isReadable && measured.video !== null && isHighDynamicRange(measured.video)
  return isBright && !(await canToneMap()) ? 'hdr_unsupported' : null
}
