import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { imageInput } from '../ffmpeg/input-arguments.ts'
import { runTool } from '../ffmpeg/run-tool.server.ts'
import { withImageSlot } from './encode-image.server.ts'

const DEADLINE_MS = 30_000
const MAX_CARD_BYTES = 1024 ** 2
/** Of ffmpeg's scale for JPEG, on which 2 is the best. */
const JPEG_QUALITY = 3

/** A picture to be drawn: a WebP of ours, where it is in the card, and the words on it. */
export interface DrawnCard {
  webp: Buffer
  size: { width: number; height: number }
  /** Pixels of the card that the picture fills, at its full height. */
  picture: { left: number; width: number }
  /** Colour of the card where there is no picture, as ffmpeg writes it. */
  background: string
  /** The words, as a script for libass. */
  script: string
  /** Path of the font that the script names. */
  fontPath: string
}

/**
 * Draws words on a picture. What is too much of the picture is cut off at its sides.
 *
 * @param dir an empty folder
 * @returns a JPEG
 * @throws ToolError; Refusal request.busy
 */
export async function drawCard(dir: string, card: DrawnCard): Promise<Buffer> {
  const { webp, size, picture, background, script, fontPath } = card
  const source = join(dir, 'picture.webp')
  await mkdir(join(dir, 'fonts'))
  await Promise.all([
    writeFile(source, webp),
    writeFile(join(dir, 'card.ass'), script),
    copyFile(fontPath, join(dir, 'fonts', 'font.ttf')),
  ])
  const filters = [
    `scale=${picture.width}:${size.height}:force_original_aspect_ratio=increase:flags=bicubic`,
    `crop=${picture.width}:${size.height}`,
    `pad=${size.width}:${size.height}:${picture.left}:0:color=${background}`,
    // Words in full colour, before the picture's is halved.
    'setsar=1,format=yuv444p,ass=filename=card.ass:fontsdir=fonts',
  ].join(',')
  await withImageSlot(() =>
    runTool({
      tool: 'ffmpeg',
      args: [
        ...['-v', 'error', '-y', ...imageInput(source, 'webp_pipe')],
        ...['-map', '0:v:0', '-map_metadata', '-1', '-vf', filters, '-frames:v', '1'],
        ...['-c:v', 'mjpeg', '-q:v', String(JPEG_QUALITY), '-pix_fmt', 'yuvj420p', '-f', 'image2', 'card.jpg'],
      ],
      inputFile: source,
      outputDir: dir,
      deadlineMs: DEADLINE_MS,
      maxFileBytes: MAX_CARD_BYTES,
    }),
  )
  return await readFile(join(dir, 'card.jpg'))
}
