import type { DiskStorage } from '#platform/disk-storage.server.ts'
import type { Log } from '#platform/log.server.ts'
import type { DiskRoom } from '../disk-room.server.ts'
import { headerOfIndex } from '../ffmpeg/header-of-index.ts'
import { indexInFront } from '../ffmpeg/index-in-front.ts'
import { measure, promisedBy } from '../ffmpeg/measure.server.ts'
import { verifyRendition } from '../ffmpeg/verify-rendition.server.ts'
import { planRenditions } from '../ladder.ts'
import type { Measurement } from '../measurement.ts'
import { judge } from '../verdict.ts'
import type { VideoRow } from '../video-rows.server.ts'
import { createEarlyCopy } from './early-copy.server.ts'
import { type GrowingFile, openGrowingFile } from './growing-file.server.ts'
import type { ScratchFolders } from './scratch.server.ts'
import type { NewRendition } from './video-outcomes.server.ts'

type Upload = Pick<VideoRow, 'uid' | 'size_bytes' | 'max_seconds'>

/** What came of a film while it arrived: measured from its first packet to its last, copied, and the copy verified. */
export interface Arrived {
  measurement: Measurement
  rendition: NewRendition
}

/**
 * Films that are measured and copied while they still arrive, so that hardly anything is left to do after the last byte. A
 * help and no more: only what can be copied as it is comes of it, and whoever finds nothing here does it all himself.
 */
export interface Arrivals {
  /** Bytes are being added to the end of an upload's file; told as often as that is so. */
  growing(upload: Upload): void
  /**
   * Every byte is there. Lends what came of it for as long as `use` takes; null when there is nothing.
   * @param signal ends the wait, not the use
   */
  lend<Result>(uid: string, signal: AbortSignal, use: (arrived: Arrived | null) => Promise<Result>): Promise<Result>
  /** The upload is over, or its file is written anew. What is lent stays until it is given back. */
  forget(uid: string): void
  close(): void
}

interface Arrival {
  file: GrowingFile
  /** Ends whatever is done for it, and gives its folder back. */
  stop: AbortController
  outcome: Promise<Arrived | null>
}

/** When the job has not come by then, another node has it. */
const KEPT_MS = 60_000

export function createArrivals(parts: {
  storage: Pick<DiskStorage, 'pathOf'>
  scratch: Pick<ScratchFolders, 'lendEmpty'>
  room: Pick<DiskRoom, 'whileThere'>
  /** Writes down that a film is begun early; false when that is written down already, or there is no room for a copy. */
  mayBegin(upload: Upload): Promise<boolean>
  /** Of those that come besides, nothing is done. */
  maxAtOnce: number
  log: Log
}): Arrivals {
  const { storage, scratch, room, mayBegin, maxAtOnce, log } = parts
  // Also those of which nothing came, so that they are not begun again with their next bytes.
  const arrivals = new Map<string, Arrival>()
  let underWay = 0

  function begin(upload: Upload): void {
    const { uid, size_bytes, max_seconds } = upload
    const stop = new AbortController()
    const file = openGrowingFile(storage.pathOf(`originals/${uid}`), size_bytes, stop.signal)
    const { promise: outcome, resolve } = Promise.withResolvers<Arrived | null>()
    const stopped = new Promise<void>((end) => stop.signal.addEventListener('abort', () => end()))
    arrivals.set(uid, { file, stop, outcome })
    underWay += 1
    const work = scratch.lendEmpty(async (dir) => {
      if (!(await mayBegin(upload))) return
      const arrived = await room.whileThere(stop.signal, (signal) => prepare(file, dir, max_seconds, signal))
      resolve(arrived)
      if (arrived === null) return
      const tooLate = setTimeout(() => forget(uid), KEPT_MS)
      await stopped
      clearTimeout(tooLate)
    })
    work
      .catch((error) => {
        if (!stop.signal.aborted) log.info({ video: uid, err: error }, 'video: not prepared while it arrives')
      })
      .finally(() => {
        underWay -= 1
        resolve(null)
        stop.abort(new Error('It is over.'))
      })
  }

  function forget(uid: string): void {
    arrivals.get(uid)?.stop.abort(new Error('It is not wanted any more.'))
    arrivals.delete(uid)
  }

  return {
    growing(upload) {
      if (!arrivals.has(upload.uid) && underWay < maxAtOnce) begin(upload)
    },
    async lend(uid, signal, use) {
      const arrival = arrivals.get(uid)
      if (!arrival) return await use(null)
      const notWanted = () => forget(uid)
      signal.addEventListener('abort', notWanted)
      arrival.file.complete()
      const arrived = await arrival.outcome
      signal.removeEventListener('abort', notWanted)
      // From here on nobody else finds it, and nobody takes it away.
      const isStillHere = arrivals.delete(uid)
      try {
        return await use(isStillHere ? arrived : null)
      } finally {
        arrival.stop.abort(new Error('It has been used.'))
      }
    },
    forget,
    close() {
      for (const uid of [...arrivals.keys()]) forget(uid)
    },
  }
}

/** Null when the film does not begin with its index, or is of no kind that can usually be copied. */
async function prepare(
  source: GrowingFile,
  dir: string,
  maxSeconds: number,
  signal: AbortSignal,
): Promise<Arrived | null> {
  const index = await indexInFront(source.at)
  const header = index && headerOfIndex(index)
  if (header === null) return null
  const early = createEarlyCopy({ source, dir }, maxSeconds, signal)
  if (!early.begin(promisedBy(header, source.sizeBytes))) return null
  try {
    const measurement = await measure(source, { signal })
    if (!measurement.isReadable || !judge(measurement, maxSeconds).ok) return null
    const target = planRenditions(measurement).copy
    const copied = target && (await early.finishedFor(target, measurement))
    if (target === null || copied === null) return null
    const { dir: made, isOpened } = copied
    const facts = await verifyRendition(made, { target, measurement, isOpened, signal })
    return { measurement, rendition: { origin: 'copy', dir: made, facts } }
  } finally {
    await early.abandon()
  }
}
