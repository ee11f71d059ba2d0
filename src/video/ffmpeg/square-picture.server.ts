import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pLimit from 'p-limit'
import { newId } from '#platform/ids.server.ts'
import { pictureInput } from './input-arguments.ts'
import { pictureDemuxerOf, stillWebp } from './picture-kind.ts'
import { runTool } from './run-tool.server.ts'
import { ToolFailed } from './tool-failed.ts'

const WEBP_QUALITY = 82
const MAX_PICTURE_BYTES = 2 * 1024 ** 2
/** A picture is drawn while somebody waits for it. */
const DEADLINE_MS = 30_000
const AT_ONCE = 2

const turn = pLimit(AT_ONCE)

/**
 * Draws the middle of an uploaded picture (JPEG, PNG, WebP, GIF; of a moving one the first frame) as a square WebP
 * without any of its metadata, and lends the file for as long as `use` takes.
 *
 * @param folder where folders for attempts are made, named for this process
 * @returns why not, when it cannot be drawn
 * @throws ToolFailed for an outage
 */
export async function lendSquarePicture<Result>(
  folder: string,
  bytes: Uint8Array,
  sidePixels: number,
  use: (path: string) => Promise<Result>,
): Promise<{ ok: true; result: Result } | { ok: false; why: 'no_picture' | 'unreadable' }> {
  const demuxer = pictureDemuxerOf(bytes)
  if (!demuxer) return { ok: false, why: 'no_picture' }
  const still = demuxer === 'webp_pipe' ? stillWebp(Buffer.from(bytes)) : bytes
  if (!still) return { ok: false, why: 'unreadable' }
  const dir = join(folder, `${process.pid}-${newId()}`)
  await mkdir(dir, { recursive: true, mode: 0o700 })
  try {
    await writeFile(join(dir, 'source'), still)
    const filters = ["crop='min(iw,ih)':'min(iw,ih)'", `scale=${sidePixels}:${sidePixels}:flags=bicubic`, 'setsar=1']
    const args = [
      ...['-v', 'error', '-y', ...pictureInput(join(dir, 'source'), demuxer)],
      ...['-map', '0:v:0', '-map_metadata', '-1', '-vf', filters.join(','), '-frames:v', '1'],
      ...['-c:v', 'libwebp', '-quality', String(WEBP_QUALITY), '-f', 'webp', 'square.webp'],
    ]
    const run = {
      tool: 'ffmpeg' as const,
      args,
      deadlineMs: DEADLINE_MS,
      outputDir: dir,
      maxFileBytes: MAX_PICTURE_BYTES,
    }
    await turn(() => runTool(run))
    return { ok: true, result: await use(join(dir, 'square.webp')) }
  } catch (error) {
    if (error instanceof ToolFailed && !error.isOutage) return { ok: false, why: 'unreadable' }
    throw error
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
}
