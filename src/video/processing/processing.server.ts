import { join } from 'node:path'
import type { Log } from '#platform/log.server.ts'
import { ObjectMissing } from '#platform/storage.server.ts'
import { copyToHls, encodeToHls } from '../ffmpeg/hls.server.ts'
import { measure } from '../ffmpeg/measure.server.ts'
import { makePoster } from '../ffmpeg/poster.server.ts'
import { ToolFailed } from '../ffmpeg/tool-failed.ts'
import { RenditionBroken, verifyRendition } from '../ffmpeg/verify-rendition.server.ts'
import type { Measurement } from '../measurement.ts'
import { type CopyTarget, planEncodes, planRenditions } from '../rendition.ts'
import { judge } from '../verdict.ts'
import { encodeJob, FIRST_RENDITION_PRIORITY, measureJob } from '../video-jobs.ts'
import { findVideoRow, renditionsOf } from '../video-rows.server.ts'
import type { Scratch, ScratchFolders } from './scratch.server.ts'
import type { OutcomeParts, VideoOutcomes } from './video-outcomes.server.ts'

export interface ProcessingParts extends Pick<OutcomeParts, 'db' | 'jobs'> {
  outcomes: VideoOutcomes
  scratch: ScratchFolders
  log: Log
}

interface OfVideo {
  uid: string
}

/** Pause before a job is tried again that only the machine stood in the way of. */
const OUTAGE_PAUSE_SECONDS = 15
/** How often an encode's progress is written down. */
const PROGRESS_EVERY_MS = 1000

/**
 * What the jobs of this room do. Every step starts from what is written down, so that any of them may be killed and
 * taken up again.
 */
export function createProcessing({ db, jobs, outcomes, scratch, log }: ProcessingParts) {
  /** Measure, decide, and cut when cutting is enough: the shortest way to playable. */
  async function measureVideo({ uid }: OfVideo, signal: AbortSignal): Promise<void> {
    const row = await outcomes.begin(uid, 'Measuring')
    if (!row) return
    await onLoan(uid, measureJob, async (lent) => {
      const measurement = row.measurement ?? (await acceptedMeasurement(uid, lent, signal))
      if (!measurement) return
      const { copy } = planRenditions(measurement)
      const isCopied = copy ? await cutIntoHls(uid, lent, copy, measurement, signal) : false
      if (!isCopied) await jobs.enqueue(db, encodeJob, { uid }, { priority: FIRST_RENDITION_PRIORITY })
    })
  }

  async function acceptedMeasurement(
    uid: string,
    { source }: Scratch,
    signal: AbortSignal,
  ): Promise<Measurement | null> {
    const measured = await measure(source, { signal })
    const verdict = judge(measured)
    if (!verdict.ok || !measured.isReadable) {
      const reason = verdict.ok ? 'unreadable' : verdict.reasonCode
      log.info({ video: uid, reason }, 'video: refused')
      await outcomes.refused(uid, reason)
      return null
    }
    await outcomes.measured(uid, measured)
    return measured
  }

  /** True when the video plays by stream copy now, or is gone; false when it has to be encoded after all. */
  async function cutIntoHls(
    uid: string,
    lent: Scratch,
    target: CopyTarget,
    measurement: Measurement,
    signal: AbortSignal,
  ): Promise<boolean> {
    const made = await renditionsOf(db, uid)
    if (made.length > 0) return true
    await outcomes.step(uid, 'Preparing')
    const dir = join(lent.dir, 'copy')
    try {
      await copyToHls({ source: lent.source, outDir: dir, target, measurement, signal })
      const facts = await verifyRendition(dir, { target, measurement, signal })
      await outcomes.renditionMade(uid, { origin: 'copy', dir, facts, measurement, remaining: 0 })
      return true
    } catch (error) {
      if (!isFileAtFault(error)) throw error
      log.info({ video: uid, err: error }, 'video: cannot be cut as it is, will be encoded')
      return false
    }
  }

  /** Encodes the first rendition that is missing, then makes way for other uploads before the next. */
  async function encodeVideo({ uid }: OfVideo, signal: AbortSignal): Promise<void> {
    const known = await findVideoRow(db, uid)
    if (!known?.measurement) return
    const measurement = known.measurement
    const made = await renditionsOf(db, uid)
    const missing = planEncodes(measurement).filter((target) => !made.some((each) => each.height === target.height))
    const [target, ...later] = missing
    if (!target) return
    if (!(await outcomes.begin(uid, `Encoding ${target.name}`))) return
    const share = 100 / (made.length + missing.length)
    await onLoan(uid, encodeJob, async (lent) => {
      const dir = join(lent.dir, target.name)
      const onProgress = atMostEvery(PROGRESS_EVERY_MS, (done: number) => {
        void outcomes.progressed(uid, share * (made.length + done)).catch(() => {})
      })
      try {
        await encodeToHls({ source: lent.source, outDir: dir, target, measurement, onProgress, signal })
        const facts = await verifyRendition(dir, { target, measurement, signal })
        await outcomes.renditionMade(uid, {
          origin: 'encode',
          dir,
          facts,
          measurement,
          remaining: later.length,
          next: async (trx) => {
            if (later.length > 0) await jobs.enqueue(trx, encodeJob, { uid })
          },
        })
      } catch (error) {
        if (!isFileAtFault(error)) throw error
        log.info({ video: uid, err: error }, 'video: cannot be converted')
        await outcomes.gaveUp(uid, 'not_convertible')
      }
    })
  }

  async function makeVideoPoster({ uid }: OfVideo, signal: AbortSignal): Promise<void> {
    const row = await findVideoRow(db, uid)
    if (!row?.measurement || row.poster_name || row.state !== 'ready') return
    const { measurement } = row
    await onLoan(uid, null, async ({ source, dir }) => {
      const out = join(dir, 'poster.webp')
      await makePoster({ source, out, measurement, signal })
      await outcomes.posterMade(uid, out)
    })
  }

  /**
   * Lends the original. A video deleted meanwhile ends the job quietly; a machine without room or without ffmpeg puts
   * it off without using up an attempt.
   */
  async function onLoan(uid: string, job: typeof measureJob | null, work: (lent: Scratch) => Promise<void>) {
    try {
      await scratch.lend(uid, work)
    } catch (error) {
      if (!(await findVideoRow(db, uid))) return
      if (error instanceof ObjectMissing) return void (await outcomes.gaveUp(uid, 'processing_failed'))
      if (!job || !isMachineAtFault(error)) throw error
      log.error({ video: uid, err: error }, 'video: the machine cannot work on it now, trying again later')
      await outcomes.step(uid, 'Waiting for the server')
      await jobs.enqueue(
        db,
        job,
        { uid },
        { startAfterSeconds: OUTAGE_PAUSE_SECONDS, priority: FIRST_RENDITION_PRIORITY },
      )
    }
  }

  return { measureVideo, encodeVideo, makeVideoPoster }
}

/** ffmpeg ran as it should and the file made it fail: trying again is of no use. */
function isFileAtFault(error: unknown): boolean {
  return error instanceof RenditionBroken || (error instanceof ToolFailed && !error.isOutage)
}

/** No room, or no ffmpeg. A run that was killed or ran out of time may be the file's doing, and counts as an attempt. */
function isMachineAtFault(error: unknown): boolean {
  if (error instanceof ToolFailed)
    return error.kind === 'missing' || (error.kind === 'exit' && error.signal === null && error.isOutage)
  return error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')
}

function atMostEvery<Value>(ms: number, act: (value: Value) => void): (value: Value) => void {
  let last = 0
  return (value) => {
    if (performance.now() - last < ms) return
    last = performance.now()
    act(value)
  }
}
