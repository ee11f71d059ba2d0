import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { UploadSource } from '../ffmpeg/input-arguments.ts'
import { planRenditions } from '../ladder.ts'
import type { MediaInfo } from '../media-info.ts'
import type { CopyTarget } from '../rendition.ts'
import { validate } from '../validation.ts'
import { copyToHls } from './hls.server.ts'
import { copyArguments } from './hls-arguments.ts'
import { verifyStart } from './verify-start.server.ts'

/** A finished copy, to be verified. */
export interface Copied {
  dir: string
  /** Whether its first segment has been opened and decoded. */
  isStartVerified: boolean
}

/** A stream copy that starts from the headers alone, while the packets are still being probed. */
export interface EarlyCopy {
  /** Starts the copy if a file that matches its headers can be stream-copied. @returns whether it was started */
  start(declared: MediaInfo): boolean
  /**
   * Waits for the copy and returns it, if probing has led to the same command; null otherwise.
   * @throws ToolError, RenditionError as the copy and its verification do
   */
  finishedFor(target: CopyTarget, mediaInfo: MediaInfo): Promise<Copied | null>
  /** Stops a copy that is not needed, and waits for its end. */
  abandon(): Promise<void>
}

/** @param maxSeconds length beyond which the file is refused */
export function createEarlyCopy(
  { source, dir }: { source: UploadSource; dir: string },
  maxSeconds: number,
  signal: AbortSignal,
): EarlyCopy {
  const outDir = join(dir, 'early-copy')
  const abandoned = new AbortController()
  const either = AbortSignal.any([signal, abandoned.signal])
  let wanted = ''
  let done: Promise<Copied> | null = null
  const wantedBy = (target: CopyTarget, mediaInfo: MediaInfo) =>
    JSON.stringify([target, copyArguments(source, target, mediaInfo)])

  async function copy(target: CopyTarget, mediaInfo: MediaInfo): Promise<Copied> {
    await mkdir(outDir, { recursive: true })
    const over = new AbortController()
    const onWritten = () => over.abort(new Error('The copy is over.'))
    const ownDir = join(dir, 'beginning')
    const startCheck = verifyStart({ outDir, ownDir, target, isOver: over.signal, signal: either })
    // Awaited after the copy, so that a failure of ffmpeg itself is thrown first.
    startCheck.catch(() => {})
    try {
      await copyToHls({ source, outDir, target, mediaInfo, onWritten, signal: either })
    } finally {
      onWritten()
    }
    return { dir: outDir, isStartVerified: await startCheck }
  }

  return {
    start(declared) {
      if (!validate(declared, maxSeconds).ok) return false
      const { copy: target } = planRenditions(declared)
      if (target === null) return false
      wanted = wantedBy(target, declared)
      done = copy(target, declared)
      // `finishedFor` awaits it and throws its failure.
      done.catch(() => {})
      return true
    },
    async finishedFor(target, mediaInfo) {
      return done === null || wanted !== wantedBy(target, mediaInfo) ? null : await done
    },
    async abandon() {
      abandoned.abort(new Error('The copy is not wanted.'))
      await done?.catch(() => {})
    },
  }
}
