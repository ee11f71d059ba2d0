import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { scaledDown } from '#video/poster.ts'
import { imageInput } from '../ffmpeg/input-arguments.ts'
import { runTool } from '../ffmpeg/run-tool.server.ts'
import { withImageSlot } from './encode-image.server.ts'
import { webpSize } from './image-format.ts'

const WEBP_QUALITY = 82
const MAX_IMAGE_BYTES = 512 * 1024
const DEADLINE_MS = 30_000

/** A poster's size in pixels, and the files of its smaller copies, in the order in which they were asked for. */
export interface SmallPosters {
  width: number
  height: number
  files: string[]
}

/**
 * Scales a poster of ours down, in one run, to longer sides of so many pixels. A smaller poster keeps its size.
 *
 * @param dir an empty folder, for the files
 * @returns null when it is not a WebP with a size
 * @throws ToolError; Refusal request.busy
 */
export async function makeSmallPosters(
  dir: string,
  poster: Buffer,
  sidesPixels: readonly number[],
  signal: AbortSignal,
): Promise<SmallPosters | null> {
  const size = webpSize(poster)
  if (!size) return null
  const source = join(dir, 'poster.webp')
  await writeFile(source, poster)
  const copies = sidesPixels.map((side) => ({ ...scaledDown(size, side), label: `side${side}`, file: `${side}.webp` }))
  const graph = [
    `[0:v:0]split=${copies.length}${copies.map(({ label }) => `[of_${label}]`).join('')}`,
    ...copies.map(
      ({ label, width, height }) => `[of_${label}]scale=${width}:${height}:flags=bicubic,setsar=1[${label}]`,
    ),
  ].join(';')
  const outputs = copies.flatMap(({ label, file }) => [
    ...['-map', `[${label}]`, '-map_metadata', '-1', '-frames:v', '1'],
    ...['-c:v', 'libwebp', '-quality', String(WEBP_QUALITY), '-f', 'webp', file],
  ])
  await withImageSlot(() =>
    runTool({
      tool: 'ffmpeg',
      args: ['-v', 'error', '-y', ...imageInput(source, 'webp_pipe'), '-filter_complex', graph, ...outputs],
      inputFile: source,
      outputDir: dir,
      deadlineMs: DEADLINE_MS,
      maxFileBytes: MAX_IMAGE_BYTES,
      signal,
    }),
  )
  return { ...size, files: copies.map(({ file }) => join(dir, file)) }
}
