import { watch } from 'node:fs'
import { copyFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { INIT_SEGMENT, segmentName } from '../ffmpeg/hls-arguments.ts'
import { expectBeginning } from '../ffmpeg/read-rendition.server.ts'
import type { RenditionTarget } from '../rendition.ts'

interface Beginning {
  /** Where the rendition is being written; exists. */
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
  if (!(await appears(outDir, segmentName(2), isOver))) return false
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
async function appears(dir: string, name: string, isOver: AbortSignal): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const watcher = watch(dir, (_event, changed) => {
    if (changed === name) resolve(true)
  })
  const give = () => resolve(false)
  isOver.addEventListener('abort', give)
  if (isOver.aborted) give()
  try {
    return await promise
  } finally {
    isOver.removeEventListener('abort', give)
    watcher.close()
  }
}
