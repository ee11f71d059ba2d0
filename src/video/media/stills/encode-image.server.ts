import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pLimit from 'p-limit'
import { newId } from '#platform/ids.server.ts'
import { Refusal } from '#platform/refusal.ts'
import { imageInput } from '../ffmpeg/input-arguments.ts'
import { runTool } from '../ffmpeg/run-tool.server.ts'
import { ToolError } from '../ffmpeg/tool-error.ts'
import { imageDemuxerOf, stillWebp } from './image-format.ts'

const WEBP_QUALITY = 82
const MAX_IMAGE_BYTES = 2 * 1024 ** 2
/** A request waits while an image is encoded. */
const DEADLINE_MS = 30_000
/** @see docs/product.md#limits */
const MAX_CONCURRENT = 2
const MAX_QUEUED = 16
const RETRY_AFTER_SECONDS = 5

const limit = pLimit(MAX_CONCURRENT)

/**
 * Limits simultaneous encodes: each takes memory for an image and occupies a processor.
 * @throws Refusal request.busy when too many are waiting
 */
export async function withImageSlot<Result>(work: () => Promise<Result>): Promise<Result> {
  if (limit.pendingCount >= MAX_QUEUED) throw new Refusal('request.busy', { retryAfterSeconds: RETRY_AFTER_SECONDS })
  return await limit(work)
}

/** Result of encoding an image, or why it cannot be encoded. */
export type ImageResult<Result> = { ok: true; result: Result } | { ok: false; why: 'no_picture' | 'unreadable' }

/** Formats of encoded images: the file's name, and ffmpeg's options. */
const formats = {
  webp: { file: 'encoded.webp', options: ['-c:v', 'libwebp', '-quality', String(WEBP_QUALITY), '-f', 'webp'] },
  jpeg: { file: 'encoded.jpg', options: ['-c:v', 'mjpeg', '-q:v', '3', '-pix_fmt', 'yuvj420p', '-f', 'image2'] },
} as const
type Format = (typeof formats)[keyof typeof formats]

/**
 * Re-encodes an uploaded image (JPEG, PNG, WebP, GIF; of an animated one the first frame) without any of its metadata. The
 * file exists until `use` settles.
 *
 * @param folder parent of the folders for attempts; their names begin with the process id
 * @param filters our own filters for ffmpeg, which set the shape
 * @throws ToolError for an outage; Refusal request.busy
 */
async function withEncodedImage<Result>(
  folder: string,
  image: Pick<Blob, 'size' | 'bytes'>,
  filters: string[],
  use: (path: string) => Promise<Result>,
  format: Format = formats.webp,
): Promise<ImageResult<Result>> {
  const dir = join(folder, `${process.pid}-${newId()}`)
  try {
    const why = await withImageSlot(async () => encodeImage(dir, await image.bytes(), filters, format))
    return why === null ? { ok: true, result: await use(join(dir, format.file)) } : { ok: false, why }
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
}

/** Writes the format's file into a new folder. @returns why it cannot be encoded, or null */
async function encodeImage(
  dir: string,
  bytes: Uint8Array,
  filters: string[],
  { file, options }: Format,
): Promise<'no_picture' | 'unreadable' | null> {
  const demuxer = imageDemuxerOf(bytes)
  if (!demuxer) return 'no_picture'
  const still = demuxer === 'webp_pipe' ? stillWebp(Buffer.from(bytes)) : bytes
  if (!still) return 'unreadable'
  await mkdir(dir, { recursive: true, mode: 0o700 })
  await writeFile(join(dir, 'source'), still)
  const args = [
    ...['-v', 'error', '-y', ...imageInput(join(dir, 'source'), demuxer)],
    ...['-map', '0:v:0', '-map_metadata', '-1', '-vf', [...filters, 'setsar=1'].join(','), '-frames:v', '1'],
    ...[...options, file],
  ]
  try {
    const inputFile = join(dir, 'source')
    const limits = { deadlineMs: DEADLINE_MS, maxFileBytes: MAX_IMAGE_BYTES }
    await runTool({ tool: 'ffmpeg', args, inputFile, outputDir: dir, ...limits })
    return null
  } catch (error) {
    if (error instanceof ToolError && !error.isOutage) return 'unreadable'
    throw error
  }
}

/** The entire image as a JPEG, for programs that read nothing else; null when it cannot be decoded. */
export async function encodeJpeg(folder: string, image: Pick<Blob, 'size' | 'bytes'>): Promise<Buffer | null> {
  const encoded = await withEncodedImage(folder, image, [], (path) => readFile(path), formats.jpeg)
  return encoded.ok ? encoded.result : null
}

/** Encodes the centre of the image as a square. @see withEncodedImage */
export function withSquareImage<Result>(
  folder: string,
  image: Pick<Blob, 'size' | 'bytes'>,
  sidePixels: number,
  use: (path: string) => Promise<Result>,
): Promise<ImageResult<Result>> {
  const filters = ["crop='min(iw,ih)':'min(iw,ih)'", `scale=${sidePixels}:${sidePixels}:flags=bicubic`]
  return withEncodedImage(folder, image, filters, use)
}

/** Encodes the entire image in its own shape, scaled down to fit a box; never scaled up. @see withEncodedImage */
export function withFittedImage<Result>(
  folder: string,
  image: Pick<Blob, 'size' | 'bytes'>,
  box: { width: number; height: number },
  use: (path: string) => Promise<Result>,
): Promise<ImageResult<Result>> {
  const size = `'min(iw,${box.width})':'min(ih,${box.height})'`
  return withEncodedImage(folder, image, [`scale=${size}:force_original_aspect_ratio=decrease:flags=bicubic`], use)
}

/** Sides of the small image that a blurred one is enlarged from: too few pixels to recognise anything. */
const BLUR_SIDE_PIXELS = 16
const BLURRED_SIDE_PIXELS = 640

/** Encodes the entire image, blurred beyond recognition, about in its own shape. @see withEncodedImage */
export function withBlurredImage<Result>(
  folder: string,
  image: Pick<Blob, 'size' | 'bytes'>,
  use: (path: string) => Promise<Result>,
): Promise<ImageResult<Result>> {
  const reduced = (side: 'iw' | 'ih') => `'max(2,round(${BLUR_SIDE_PIXELS}*${side}/max(iw,ih)))'`
  const enlarged = `${BLURRED_SIDE_PIXELS}:${BLURRED_SIDE_PIXELS}:force_original_aspect_ratio=decrease:force_divisible_by=2`
  const filters = [
    `scale=${reduced('iw')}:${reduced('ih')}:flags=area`,
    `scale=${enlarged}:flags=bicubic`,
    'gblur=sigma=20',
  ]
  return withEncodedImage(folder, image, filters, use)
}
