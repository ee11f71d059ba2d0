import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pLimit from 'p-limit'
import { newId } from '#platform/ids.server.ts'
import { Refusal } from '#platform/refusal.ts'
import { pictureInput } from './input-arguments.ts'
import { pictureDemuxerOf, stillWebp } from './picture-kind.ts'
import { runTool } from './run-tool.server.ts'
import { ToolFailed } from './tool-failed.ts'

const WEBP_QUALITY = 82
const MAX_PICTURE_BYTES = 2 * 1024 ** 2
/** A picture is drawn while somebody waits for it. */
const DEADLINE_MS = 30_000
/** @see docs/product.md#limits */
const AT_ONCE = 2
const WAITING_MAX = 16
const RETRY_AFTER_SECONDS = 5

const turn = pLimit(AT_ONCE)

/**
 * Draws when it is its turn: each drawing holds a picture in memory and a processor.
 * @throws Refusal request.busy when too many wait already
 */
export async function drawInTurn<Result>(draw: () => Promise<Result>): Promise<Result> {
  if (turn.pendingCount >= WAITING_MAX) throw new Refusal('request.busy', { retryAfterSeconds: RETRY_AFTER_SECONDS })
  return await turn(draw)
}

/** What became of a picture: what was made with it, or why it cannot be drawn. */
export type Drawn<Result> = { ok: true; result: Result } | { ok: false; why: 'no_picture' | 'unreadable' }

/**
 * Draws an uploaded picture (JPEG, PNG, WebP, GIF; of a moving one the first frame) anew as a WebP without any of its
 * metadata, and lends the file for as long as `use` takes.
 *
 * @param folder where folders for attempts are made, named for this process
 * @param filters ffmpeg's, of our own making: the shape that it gets
 * @throws ToolFailed for an outage; Refusal request.busy
 */
async function lendDrawnPicture<Result>(
  folder: string,
  picture: Pick<Blob, 'size' | 'bytes'>,
  filters: string[],
  use: (path: string) => Promise<Result>,
): Promise<Drawn<Result>> {
  const dir = join(folder, `${process.pid}-${newId()}`)
  try {
    const why = await drawInTurn(async () => draw(dir, await picture.bytes(), filters))
    return why === null ? { ok: true, result: await use(join(dir, 'drawn.webp')) } : { ok: false, why }
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
}
/** Draws `drawn.webp` into a new folder. @returns why it cannot be drawn, or null */
async function draw(dir: string, bytes: Uint8Array, filters: string[]): Promise<'no_picture' | 'unreadable' | null> {
  const demuxer = pictureDemuxerOf(bytes)
  if (!demuxer) return 'no_picture'
  const still = demuxer === 'webp_pipe' ? stillWebp(Buffer.from(bytes)) : bytes
  if (!still) return 'unreadable'
  await mkdir(dir, { recursive: true, mode: 0o700 })
  await writeFile(join(dir, 'source'), still)
  const args = [
    ...['-v', 'error', '-y', ...pictureInput(join(dir, 'source'), demuxer)],
    ...['-map', '0:v:0', '-map_metadata', '-1', '-vf', [...filters, 'setsar=1'].join(','), '-frames:v', '1'],
    ...['-c:v', 'libwebp', '-quality', String(WEBP_QUALITY), '-f', 'webp', 'drawn.webp'],
  ]
  try {
    const reads = join(dir, 'source')
    const run = { args, reads, deadlineMs: DEADLINE_MS, outputDir: dir, maxFileBytes: MAX_PICTURE_BYTES }
    await runTool({ tool: 'ffmpeg', ...run })
    return null
  } catch (error) {
    if (error instanceof ToolFailed && !error.isOutage) return 'unreadable'
    throw error
  }
}

/** The middle of the picture as a square. @see lendDrawnPicture */
export function lendSquarePicture<Result>(
  folder: string,
  picture: Pick<Blob, 'size' | 'bytes'>,
  sidePixels: number,
  use: (path: string) => Promise<Result>,
): Promise<Drawn<Result>> {
  const filters = ["crop='min(iw,ih)':'min(iw,ih)'", `scale=${sidePixels}:${sidePixels}:flags=bicubic`]
  return lendDrawnPicture(folder, picture, filters, use)
}

/** The whole picture in its own shape, made small enough for a box; it never grows. @see lendDrawnPicture */
export function lendFittedPicture<Result>(
  folder: string,
  picture: Pick<Blob, 'size' | 'bytes'>,
  box: { width: number; height: number },
  use: (path: string) => Promise<Result>,
): Promise<Drawn<Result>> {
  const size = `'min(iw,${box.width})':'min(ih,${box.height})'`
  return lendDrawnPicture(folder, picture, [`scale=${size}:force_original_aspect_ratio=decrease:flags=bicubic`], use)
}
