import { access, copyFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { RenditionTarget } from '../rendition.ts'
import { INIT_SEGMENT, segmentName } from './hls-arguments.ts'
import { verifyFirstSegment } from './read-rendition.server.ts'

/** ffmpeg does not report the files that it begins, and `fs.watch` may miss one. */
const POLL_MS = 50

interface StartCheck {
  /** Folder in which the rendition is being written. */
  outDir: string
  /** A folder for our own use. */
  ownDir: string
  target: RenditionTarget
  /** Aborted when nothing more is written. */
  isOver: AbortSignal
  signal: AbortSignal
}

/**
 * Opens and decodes the first segment of a rendition as soon as it is written, while others are still being written.
 *
 * @returns false when the rendition ended before the segment was checked
 * @throws RenditionError, ToolError as `verifyFirstSegment`
 */
export async function verifyStart({ outDir, ownDir, target, isOver, signal }: StartCheck): Promise<boolean> {
  if (!(await waitForFile(join(outDir, segmentName(2)), isOver))) return false
  try {
    await mkdir(ownDir, { recursive: true })
    // The init segment is truncated once everything is written, perhaps while it is being read.
    await copyFile(join(outDir, INIT_SEGMENT), join(ownDir, INIT_SEGMENT))
    await verifyFirstSegment(ownDir, target, signal)
    return true
  } catch (error) {
    if (isOver.aborted && !signal.aborted) return false
    throw error
  }
}

/** Waits for a file. @returns false when `isOver` is aborted first */
async function waitForFile(path: string, isOver: AbortSignal): Promise<boolean> {
  while (!isOver.aborted) {
    const isThere = await access(path).then(
      () => true,
      () => false,
    )
    if (isThere) return true
    await pause(POLL_MS, undefined, { signal: isOver }).catch(() => {})
  }
  return false
}
