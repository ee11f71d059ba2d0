import { join } from 'node:path'
import { copyToHls } from '../ffmpeg/hls.server.ts'
import { copyArguments } from '../ffmpeg/hls-arguments.ts'
import { planRenditions } from '../ladder.ts'
import type { Measurement } from '../measurement.ts'
import type { CopyTarget } from '../rendition.ts'
import { judge } from '../verdict.ts'
import type { Scratch } from './scratch.server.ts'

/** A stream copy that is begun on the word of the headers, while the packets are still being measured. */
export interface EarlyCopy {
  /** Begins it if a file that is what its headers say can be copied. */
  begin(promised: Measurement): void
  /**
   * Waits for the copy and gives its folder, if measuring has led to the same command; null otherwise.
   * @throws ToolFailed as the copy itself would
   */
  folderFor(target: CopyTarget, measurement: Measurement): Promise<string | null>
  /** Ends what nobody has asked for. */
  abandon(): Promise<void>
}

/** @param maxSeconds length beyond which the file is refused */
export function createEarlyCopy(
  { source, dir }: Pick<Scratch, 'source' | 'dir'>,
  maxSeconds: number,
  signal: AbortSignal,
): EarlyCopy {
  const outDir = join(dir, 'early-copy')
  const abandoned = new AbortController()
  let command = ''
  let done: Promise<void> | null = null
  const commandFor = (target: CopyTarget, measurement: Measurement) =>
    copyArguments(source, target, measurement).join('\n')

  return {
    begin(promised) {
      if (!judge(promised, maxSeconds).ok) return
      const { copy: target } = planRenditions(promised)
      if (target === null || done !== null) return
      command = commandFor(target, promised)
      const either = AbortSignal.any([signal, abandoned.signal])
      done = copyToHls({ source, outDir, target, measurement: promised, signal: either })
      // Whoever wants it waits for it and hears of its failure then.
      done.catch(() => {})
    },
    async folderFor(target, measurement) {
      if (done === null || command !== commandFor(target, measurement)) return null
      await done
      return outDir
    },
    async abandon() {
      abandoned.abort(new Error('The copy is not wanted.'))
      await done?.catch(() => {})
    },
  }
}
