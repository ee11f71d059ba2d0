import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runDeadlineMs } from '../ffmpeg/deadlines.ts'
import { ownClipInput } from '../ffmpeg/input-arguments.ts'
import { OUR_COLOURS, TO_WEBP_COLOURS } from '../ffmpeg/our-colours.ts'
import { runTool } from '../ffmpeg/run-tool.server.ts'
import { ToolError } from '../ffmpeg/tool-error.ts'
import { CODEC_THREADS } from '../hls/hls.server.ts'

const WEBP_QUALITY = 82
const MAX_STILL_BYTES = 2 * 1024 ** 2
const STILL = 'still.webp'
/** Times in containers are rounded. */
const ROUNDING_SECONDS = 0.002
/** The last frame begins some time before the segment ends. */
const NEAR_END_SECONDS = 0.1

/** A segment of one of our own renditions with its init segment, as one file in a scratch folder. */
export interface OwnSegment {
  dir: string
  name: string
  seconds: number
}

/**
 * Draws the first frame of a segment at or after a moment as a WebP, and returns its path; one near the end when there
 * is none so late.
 *
 * @param atSeconds from the segment's beginning
 * @throws ToolError
 */
export async function makeStill(
  segment: OwnSegment,
  atSeconds: number,
  size: { width: number; height: number },
): Promise<string> {
  const path = join(segment.dir, STILL)
  for (const from of [atSeconds - ROUNDING_SECONDS, segment.seconds - NEAR_END_SECONDS, 0]) {
    await captureFrame(segment, Math.max(0, from), size)
    if (hasImage(await readFile(path))) return path
  }
  throw new ToolError({ tool: 'ffmpeg', kind: 'exit', exitCode: 0, signal: null, stderr: 'no frame' })
}

/** Selects frames by their time, without seeking: a seek reads edit lists in its own way. */
async function captureFrame(
  { dir, name, seconds }: OwnSegment,
  from: number,
  { width, height }: { width: number; height: number },
): Promise<void> {
  const filters = [
    ...[`select='gte(t-start_t,${from.toFixed(3)})'`, OUR_COLOURS],
    ...[`scale=${width}:${height}:${TO_WEBP_COLOURS}`, 'format=yuv420p', 'setsar=1'],
  ]
  await runTool({
    tool: 'ffmpeg',
    args: [
      ...['-v', 'error', '-y', '-threads', String(CODEC_THREADS), ...ownClipInput(name)],
      ...['-map', '0:v:0', '-map_metadata', '-1', '-vf', filters.join(','), '-frames:v', '1'],
      ...['-c:v', 'libwebp', '-quality', String(WEBP_QUALITY), '-f', 'webp', STILL],
    ],
    deadlineMs: runDeadlineMs(seconds),
    outputDir: dir,
    maxFileBytes: MAX_STILL_BYTES,
  })
}

/** A WebP without a frame is a header without an image after it. */
function hasImage(webp: Buffer): boolean {
  return webp.toString('latin1', 12, 15) === 'VP8'
}
