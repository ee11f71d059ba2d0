import { access, copyFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { INIT_SEGMENT, segmentName } from '../ffmpeg/hls-arguments.ts'
import { expectBeginning } from '../ffmpeg/read-rendition.server.ts'
import type { RenditionTarget } from '../rendition.ts'

const LOOK_EVERY_MS = 50

interface Beginning {
  /** Where the rendition is being written. */
  outDir: string
  /** A folder for our own use. */
  ownDir: string
  target: RenditionTarget
  /** Aborted when nothing more is written. */
  isOver: AbortSignal
  signal: AbortSignal
}

/**
 * Opens the first segment of a rendition as soon as it is written, while the others still are.
 *
 * @returns false when that cannot be said: the rendition was through before
 * @throws RenditionBroken, ToolFailed as `expectBeginning`
 */
export async function openBeginning({ outDir, ownDir, target, isOver, signal }: Beginning): Promise<boolean> {
  if (!(await appears(join(outDir, segmentName(2)), isOver))) return false
  try {
    await mkdir(ownDir, { recursive: true })
    // The file is cut when all is written, perhaps under the eyes of who reads it.
    await copyFile(join(outDir, INIT_SEGMENT), join(ownDir, INIT_SEGMENT))
    await expectBeginning(ownDir, target, signal)
    return true
  } catch (error) {
    if (isOver.aborted && !signal.aborted) return false
    throw error
  }
}

/** Waits for a file; false when it is over before. */
async function appears(path: string, isOver: AbortSignal): Promise<boolean> {
  while (!isOver.aborted) {
    const isThere = await access(path).then(
      () => true,
      () => false,
    )
    if (isThere) return true
    await pause(LOOK_EVERY_MS, undefined, { signal: isOver }).catch(() => {})
  }
  return false
}
