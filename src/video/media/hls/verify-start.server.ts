import { createReadStream, createWriteStream } from 'node:fs'
import { access, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
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
  /** Aborted when nothing more is written, before the init segment is changed. */
  isOver: AbortSignal
  signal: AbortSignal
}

/**
 * Opens and decodes the first segment of a rendition as soon as it is written, while others are still being written.
 *
 * @returns false when the rendition ended before its beginning was read
 * @throws RenditionError, ToolError as `verifyFirstSegment`
 */
export async function verifyStart({ outDir, ownDir, target, isOver, signal }: StartCheck): Promise<boolean> {
  if (!(await waitForFile(join(outDir, segmentName(2)), isOver))) return false
  await mkdir(ownDir, { recursive: true })
  // Not `copyFile`, which never ends when its source is truncated meanwhile.
  await pipeline(createReadStream(join(outDir, INIT_SEGMENT)), createWriteStream(join(ownDir, INIT_SEGMENT)), {
    signal,
  })
  if (isOver.aborted) return false
  await verifyFirstSegment(ownDir, target, signal)
  return true
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
