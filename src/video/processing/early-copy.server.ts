import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { copyToHls } from '../ffmpeg/hls.server.ts'
import { copyArguments } from '../ffmpeg/hls-arguments.ts'
import type { Uploaded } from '../ffmpeg/input-arguments.ts'
import { planRenditions } from '../ladder.ts'
import type { Measurement } from '../measurement.ts'
import type { CopyTarget } from '../rendition.ts'
import { judge } from '../verdict.ts'
import { openBeginning } from './open-beginning.server.ts'

/** A finished copy, to be verified. */
export interface Copied {
  dir: string
  /** Its beginning has been opened and decoded meanwhile. */
  isOpened: boolean
}

/** A stream copy that is begun on the word of the headers, while the packets are still being measured. */
export interface EarlyCopy {
  /** Begins it if a file that is what its headers say can be copied; false if not. */
  begin(promised: Measurement): boolean
  /**
   * Waits for the copy and gives it, if measuring has led to the same command; null otherwise.
   * @throws ToolFailed, RenditionBroken as the copy itself would, and its verification
   */
  finishedFor(target: CopyTarget, measurement: Measurement): Promise<Copied | null>
  /** Ends what nobody has asked for. */
  abandon(): Promise<void>
}

/** @param maxSeconds length beyond which the file is refused */
export function createEarlyCopy(
  { source, dir }: { source: Uploaded; dir: string },
  maxSeconds: number,
  signal: AbortSignal,
): EarlyCopy {
  const outDir = join(dir, 'early-copy')
  const abandoned = new AbortController()
  const either = AbortSignal.any([signal, abandoned.signal])
  let wanted = ''
  let done: Promise<Copied> | null = null
  const wantedBy = (target: CopyTarget, measurement: Measurement) =>
    JSON.stringify([target, copyArguments(source, target, measurement)])

  async function copy(target: CopyTarget, measurement: Measurement): Promise<Copied> {
    await mkdir(outDir, { recursive: true })
    const over = new AbortController()
    const ownDir = join(dir, 'beginning')
    const opening = openBeginning({ outDir, ownDir, target, isOver: over.signal, signal: either })
    // Heard once the copy is through: what fails first is what ffmpeg says itself.
    opening.catch(() => {})
    try {
      await copyToHls({ source, outDir, target, measurement, signal: either })
    } finally {
      over.abort(new Error('The copy is over.'))
    }
    return { dir: outDir, isOpened: await opening }
  }

  return {
    begin(promised) {
      if (!judge(promised, maxSeconds).ok) return false
      const { copy: target } = planRenditions(promised)
      if (target === null) return false
      wanted = wantedBy(target, promised)
      done = copy(target, promised)
      // Whoever wants it waits for it and hears of its failure then.
      done.catch(() => {})
      return true
    },
    async finishedFor(target, measurement) {
      return done === null || wanted !== wantedBy(target, measurement) ? null : await done
    },
    async abandon() {
      abandoned.abort(new Error('The copy is not wanted.'))
      await done?.catch(() => {})
    },
  }
}
