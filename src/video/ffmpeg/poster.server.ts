import { mkdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { displaySize, isSparse, type Measurement } from '../measurement.ts'
import { posterBox } from '../poster.ts'
import { decodeDeadlineMs } from './deadlines.ts'
import { CODEC_THREADS } from './hls.server.ts'
import { decodedUploadedInput } from './input-arguments.ts'
import { pictureFilters } from './picture-filters.ts'
import { runTool } from './run-tool.server.ts'
import { ToolFailed } from './tool-failed.ts'

const WEBP_QUALITY = 78
const MAX_POSTER_BYTES = 2 * 1024 ** 2
/** Where in the video a frame is looked for, in this order; the first that is not dark is taken. */
const places = [0.15, 0.3, 0.5, 0]
/** How far from a place frames are compared with each other; the most typical one is chosen. */
const WINDOW = { share: 0.15, maxSeconds: 4 }
/** Mean luma on the scale 16 (black) to 235 below which a frame counts as dark. */
const DARK_LUMA = 32

export interface Poster {
  width: number
  height: number
}

/**
 * Makes a WebP still of the video at `out` (a path of ours): a typical frame from its first
 * half, not a dark one if there is another.
 *
 * @param poster `share` asks for the frame at that share of its length instead, dark or not, if there is one
 * @throws ToolFailed when no frame can be decoded (final), or for an outage
 */
export async function makePoster(poster: {
  source: string
  out: string
  measurement: Measurement
  share?: number | null
  signal?: AbortSignal
}): Promise<Poster> {
  const size = posterSize(poster.measurement)
  const folder = dirname(poster.out)
  const attempt = `${basename(poster.out)}.attempt`
  await mkdir(folder, { recursive: true })
  let best = Number.NEGATIVE_INFINITY
  let failure: unknown
  try {
    const share = poster.share ?? null
    for (const place of share === null ? places : [share, ...places]) {
      const isWanted = place === share
      const luma = await takeFrame(poster, { place, isWanted }, size, folder, attempt).catch((error: unknown) => {
        if (!(error instanceof ToolFailed) || error.isOutage) throw error
        failure = error
        return null
      })
      if (luma === null || luma <= best) continue
      await rename(join(folder, attempt), poster.out)
      best = luma
      if (luma >= DARK_LUMA || isWanted) break
    }
  } finally {
    await rm(join(folder, attempt), { force: true })
  }
  if (best === Number.NEGATIVE_INFINITY) {
    throw failure ?? new ToolFailed({ tool: 'ffmpeg', kind: 'exit', exitCode: 0, signal: null, stderr: 'no frame' })
  }
  return size
}

/** The poster's size: the shown shape, never enlarged. */
function posterSize(measurement: Measurement): Poster {
  const shown = measurement.video ? displaySize(measurement.video) : { width: 1, height: 1 }
  return posterBox(shown)
}

/** Writes the most typical frame after `place`, or the first one where that is wanted, and returns its mean luma; null when there was none. */
async function takeFrame(
  { source, measurement, signal }: { source: string; measurement: Measurement; signal?: AbortSignal },
  { place, isWanted }: { place: number; isWanted: boolean },
  size: Poster,
  folder: string,
  name: string,
): Promise<number | null> {
  const length = measurement.video?.durationSeconds ?? measurement.durationSeconds
  const window = Math.max(0.5, Math.min(length * WINDOW.share, WINDOW.maxSeconds))
  const at = length * place
  // A picture that stands for long is found from the keyframe before; some demuxers cannot seek to the very beginning.
  const seek = at > 0 ? [...(isSparse(measurement) ? ['-noaccurate_seek'] : []), '-ss', at.toFixed(3)] : []
  const filters = [
    ...pictureFilters(measurement.video, size),
    ...(isWanted ? [] : ['thumbnail=n=100']),
    'format=yuv420p',
    'signalstats',
    'metadata=mode=print:key=lavfi.signalstats.YAVG:file=-',
  ]
  const { stdout } = await runTool({
    tool: 'ffmpeg',
    args: [
      ...['-v', 'error', '-y', ...seek, '-t', window.toFixed(3)],
      ...decodedUploadedInput(source, CODEC_THREADS),
      ...['-map', `0:${measurement.video?.index ?? 'v:0'}`, '-an', '-sn', '-dn'],
      ...['-map_metadata', '-1', '-map_chapters', '-1', '-vf', filters.join(','), '-frames:v', '1'],
      ...['-c:v', 'libwebp', '-quality', String(WEBP_QUALITY), '-f', 'webp', name],
    ],
    reads: source,
    deadlineMs: decodeDeadlineMs(measurement, window),
    outputDir: folder,
    maxFileBytes: MAX_POSTER_BYTES,
    signal,
  })
  const luma = /YAVG=([\d.]+)/.exec(stdout)?.[1]
  return luma === undefined ? null : Number(luma)
}
