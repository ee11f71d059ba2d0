import type { Log } from '#platform/log.server.ts'
import { createEarlyCopy } from '../media/hls/early-copy.server.ts'
import type { NewRendition } from '../media/hls/verify-rendition.server.ts'
import { verifyRendition } from '../media/hls/verify-rendition.server.ts'
import { planRenditions } from '../media/ladder.ts'
import type { MediaInfo } from '../media/media-info.ts'
import { probeMedia } from '../media/probe/probe.server.ts'
import { validate } from '../media/validation.ts'
import type { ScratchFolders } from '../scratch.server.ts'
import type { VideoRow } from '../video-rows.server.ts'
import type { DiskSpace } from './disk-space.server.ts'
import { type GrowingFile, openGrowingFile } from './growing-file.server.ts'
import type { UploadFiles } from './upload-files.ts'

type Upload = Pick<VideoRow, 'uid' | 'size_bytes' | 'max_seconds'>

/** Result of ingest during upload: a video probed from its first packet to its last, and its verified copy. */
export interface IngestResult {
  mediaInfo: MediaInfo
  rendition: NewRendition
}

/**
 * Ingest during upload: probes and copies videos while they arrive, so that hardly anything is left to do after the last
 * byte. Optional: it serves only videos that can be stream-copied, and without a result the job does all the work.
 */
export interface Ingest {
  /**
   * Called repeatedly while bytes of an upload arrive, before they are appended. Resolves when they may be.
   * @param offset bytes received so far
   */
  ensureStarted(upload: Upload, offset: number): Promise<void>
  /**
   * Called once every byte has arrived. Provides the result, or null, while `use` runs.
   * @param signal ends the wait, not `use`
   */
  withResult<Result>(
    uid: string,
    signal: AbortSignal,
    use: (ingested: IngestResult | null) => Promise<Result>,
  ): Promise<Result>
  /** Cancels the ingest of an upload that is over or rewritten. A result in use stays until it is released. */
  cancel(uid: string): void
  close(): void
}

interface IngestRun {
  /** Null until it is there. */
  file: GrowingFile | null
  /** Stops its runs and releases its folder. */
  stop: AbortController
  result: Promise<IngestResult | null>
}

/** If the job has not started here by then, another node runs it. */
const RESULT_TTL_MS = 60_000

export function createIngest(parts: {
  uploadFiles: Pick<UploadFiles, 'growingFile'>
  scratch: Pick<ScratchFolders, 'withEmptyFolder'>
  diskSpace: Pick<DiskSpace, 'whileAvailable'>
  /** Records that ingest has started; false when that was recorded before, or there is no disk space for a copy. */
  mayStart(upload: Upload): Promise<boolean>
  /** Maximum number of concurrent ingests; further videos are left to the job. */
  maxAtOnce: number
  log: Log
}): Ingest {
  const { uploadFiles, scratch, diskSpace, mayStart, maxAtOnce, log } = parts
  // Includes those without a result, so that their next bytes do not start them again.
  const runs = new Map<string, IngestRun>()
  let runningCount = 0

  /** Resolves when the bytes that arrive grow its file. */
  async function start(upload: Upload, offset: number): Promise<void> {
    const { uid, size_bytes, max_seconds } = upload
    const stop = new AbortController()
    const { signal } = stop
    const { promise: result, resolve } = Promise.withResolvers<IngestResult | null>()
    const hasFile = Promise.withResolvers<void>()
    const stopped = new Promise<void>((end) => signal.addEventListener('abort', () => end()))
    const run: IngestRun = { file: null, stop, result }
    runs.set(uid, run)
    runningCount += 1
    const work = scratch.withEmptyFolder(async (dir) => {
      const path = await uploadFiles.growingFile(uid, { dir, offset, signal, onLost: () => cancel(uid) })
      if (path === null) return
      const file = openGrowingFile(path, size_bytes, signal)
      run.file = file
      hasFile.resolve()
      if (!(await mayStart(upload))) return
      const ingested = await diskSpace.whileAvailable(stop.signal, (signal) => prepare(file, dir, max_seconds, signal))
      resolve(ingested)
      if (ingested === null) return
      const expiry = setTimeout(() => cancel(uid), RESULT_TTL_MS)
      await stopped
      clearTimeout(expiry)
    })
    work
      .catch((error) => {
        if (!stop.signal.aborted) log.info({ video: uid, err: error }, 'video: not ingested during its upload')
      })
      .finally(() => {
        runningCount -= 1
        resolve(null)
        hasFile.resolve()
        stop.abort(new Error('The ingest has ended.'))
      })
    await hasFile.promise
  }

  function cancel(uid: string): void {
    runs.get(uid)?.stop.abort(new Error('The ingest was cancelled.'))
    runs.delete(uid)
  }

  return {
    async ensureStarted(upload, offset) {
      if (!runs.has(upload.uid) && runningCount < maxAtOnce) await start(upload, offset)
    },
    async withResult(uid, signal, use) {
      const run = runs.get(uid)
      if (!run) return await use(null)
      const onAbort = () => cancel(uid)
      signal.addEventListener('abort', onAbort)
      run.file?.complete()
      const ingested = await run.result
      signal.removeEventListener('abort', onAbort)
      // From here on no other caller can find or cancel it.
      const isStillHere = runs.delete(uid)
      try {
        return await use(isStillHere ? ingested : null)
      } finally {
        run.stop.abort(new Error('The result has been used.'))
      }
    },
    cancel,
    close() {
      for (const uid of [...runs.keys()]) cancel(uid)
    },
  }
}

/** @returns null when the video does not start with its index (`moov`), is refused, or cannot be stream-copied */
async function prepare(
  source: GrowingFile,
  dir: string,
  maxSeconds: number,
  signal: AbortSignal,
): Promise<IngestResult | null> {
  if (await isIndexLast(source)) return null
  const early = createEarlyCopy({ source, dir }, maxSeconds, signal)
  const unsuitable = new AbortController()
  const onHeaders = (declared: MediaInfo) => {
    if (!early.start(declared)) unsuitable.abort(new Error('It cannot be copied.'))
  }
  try {
    const mediaInfo = await probeMedia(source, { onHeaders, signal: AbortSignal.any([signal, unsuitable.signal]) })
    if (!mediaInfo.isReadable || !validate(mediaInfo, maxSeconds).ok) return null
    const target = planRenditions(mediaInfo).copy
    const copied = target && (await early.finishedFor(target, mediaInfo))
    if (target === null || copied === null) return null
    const { dir: made, isStartVerified } = copied
    const facts = await verifyRendition(made, { target, mediaInfo, isStartVerified, signal })
    return { mediaInfo, rendition: { origin: 'copy', dir: made, facts } }
  } catch (error) {
    if (unsuitable.signal.aborted) return null
    throw error
  } finally {
    await early.abandon()
  }
}

/** Boxes that writers put before the media, to fill them in later. */
const PADDING_BOXES = ['free', 'skip', 'wide']
/** Enough boxes for the type of a file, some padding, and the box after them. */
const FIRST_BOXES = 4
const PADDING_MAX_BYTES = 64 * 1024

/** Whether the media of an MP4 come before its index: nothing can be read until the last byte. Reads box headers only. */
async function isIndexLast(source: GrowingFile): Promise<boolean> {
  let at = 0
  for (let box = 0; box < FIRST_BOXES && at <= PADDING_MAX_BYTES; box += 1) {
    const head = await source.at(at, 8)
    if (!head) return false
    const type = String.fromCharCode(...[4, 5, 6, 7].map((offset) => head.getUint8(offset)))
    if (type === 'mdat') return true
    const size = head.getUint32(0)
    if (size < 8 || !(box === 0 ? ['ftyp', ...PADDING_BOXES] : PADDING_BOXES).includes(type)) return false
    at += size
  }
  return false
}
