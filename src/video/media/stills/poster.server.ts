import { mkdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { largePosterBox, posterBox } from '#video/poster.ts'
import { decodeDeadlineMs } from '../ffmpeg/deadlines.ts'
import { decodedUploadedInput } from '../ffmpeg/input-arguments.ts'
import { TO_WEBP_COLOURS } from '../ffmpeg/our-colours.ts'
import { runTool } from '../ffmpeg/run-tool.server.ts'
import { ToolError } from '../ffmpeg/tool-error.ts'
import { videoFilters } from '../ffmpeg/video-filters.ts'
import { CODEC_THREADS } from '../hls/hls.server.ts'
import { displaySize, isSparse, type MediaInfo } from '../media-info.ts'

const WEBP_QUALITY = 78
const MAX_POSTER_BYTES = 2 * 1024 ** 2
/** Positions in the video at which a frame is sought, in this order; the first that is not dark is used. */
const positions = [0.15, 0.3, 0.5, 0]
/** Range after a position in which frames are compared; the most typical one is chosen. */
const WINDOW = { share: 0.15, maxSeconds: 4 }
/** Mean luma on the scale 16 (black) to 235 below which a frame counts as dark. */
const DARK_LUMA = 32

export interface Poster {
  width: number
  height: number
}

interface PosterRequest {
  source: string
  out: string
  /** Path of ours for the same frame as a large poster, where the film has the pixels. */
  largeOut?: string
  mediaInfo: MediaInfo
  /** Requests the frame at that share of its length instead, dark or not, if there is one. */
  share?: number | null
  signal?: AbortSignal
}

/** A frame that was written: its mean luma, and its time within the window, in units of the stream. */
interface Captured {
  luma: number
  pts: string
}

/**
 * Makes a WebP still of the video at `out` (a path of ours): a typical frame from its first
 * half, not a dark one if there is another.
 *
 * @throws ToolError when no frame can be decoded (final), or for an outage
 */
export async function makePoster(poster: PosterRequest): Promise<Poster> {
  const size = posterSize(poster.mediaInfo)
  const folder = dirname(poster.out)
  const attempt = `${basename(poster.out)}.attempt`
  await mkdir(folder, { recursive: true })
  let best: (Captured & { position: number }) | null = null
  let failure: unknown
  try {
    const share = poster.share ?? null
    for (const position of share === null ? positions : [share, ...positions]) {
      const isRequested = position === share
      const choice = isRequested ? [] : ['thumbnail=n=100']
      const captured = await captureFrame(poster, position, choice, size, attempt).catch((error: unknown) => {
        if (!(error instanceof ToolError) || error.isOutage) throw error
        failure = error
        return null
      })
      if (captured === null || (best !== null && captured.luma <= best.luma)) continue
      await rename(join(folder, attempt), poster.out)
      best = { ...captured, position }
      if (captured.luma >= DARK_LUMA || isRequested) break
    }
    if (best !== null) await drawLarge(poster, best, attempt)
  } finally {
    await rm(join(folder, attempt), { force: true })
  }
  if (best === null)
    throw failure ?? new ToolError({ tool: 'ffmpeg', kind: 'exit', exitCode: 0, signal: null, stderr: 'no frame' })
  return size
}

/** Draws the frame that was chosen once more, larger, where the film is. Pages show the poster without one. */
async function drawLarge(
  poster: PosterRequest,
  { pts, position }: { pts: string; position: number },
  attempt: string,
): Promise<void> {
  const size = largePosterBox(shownSize(poster.mediaInfo))
  if (poster.largeOut === undefined || size === null) return
  const isChosen = [`select='eq(pts,${pts})'`]
  const captured = await captureFrame(poster, position, isChosen, size, attempt).catch((error: unknown) => {
    if (!(error instanceof ToolError) || error.isOutage) throw error
    return null
  })
  if (captured !== null) await rename(join(dirname(poster.out), attempt), poster.largeOut)
}

/** The poster's size: the shown shape, never enlarged. */
const posterSize = (mediaInfo: MediaInfo): Poster => posterBox(shownSize(mediaInfo))

const shownSize = ({ video }: MediaInfo) => (video ? displaySize(video) : { width: 1, height: 1 })

/**
 * Writes the first frame after `position` that the filters of `choice` let through, beside `out`.
 * @returns null without one
 */
async function captureFrame(
  { source, out, mediaInfo, signal }: PosterRequest,
  position: number,
  choice: string[],
  size: Poster,
  name: string,
): Promise<Captured | null> {
  const length = mediaInfo.video?.durationSeconds ?? mediaInfo.durationSeconds
  const window = Math.max(0.5, Math.min(length * WINDOW.share, WINDOW.maxSeconds))
  const at = length * position
  // A frame that is shown for long is found from the keyframe before; some demuxers cannot seek to the very beginning.
  const seek = at > 0 ? [...(isSparse(mediaInfo) ? ['-noaccurate_seek'] : []), '-ss', at.toFixed(3)] : []
  const filters = [
    ...videoFilters(mediaInfo.video, size),
    ...choice,
    'signalstats',
    'metadata=mode=print:key=lavfi.signalstats.YAVG:file=-',
    `scale=${TO_WEBP_COLOURS},format=yuv420p`,
  ]
  const { stdout } = await runTool({
    tool: 'ffmpeg',
    args: [
      ...['-v', 'error', '-y', ...seek, '-t', window.toFixed(3)],
      ...decodedUploadedInput(source, CODEC_THREADS, mediaInfo),
      ...['-map', `0:${mediaInfo.video?.index ?? 'v:0'}`, '-an', '-sn', '-dn'],
      ...['-map_metadata', '-1', '-map_chapters', '-1', '-vf', filters.join(','), '-frames:v', '1'],
      ...['-c:v', 'libwebp', '-quality', String(WEBP_QUALITY), '-f', 'webp', name],
    ],
    inputFile: source,
    deadlineMs: decodeDeadlineMs(mediaInfo, window),
    outputDir: dirname(out),
    maxFileBytes: MAX_POSTER_BYTES,
    signal,
  })
  const pts = /pts:(-?\d+)/.exec(stdout)?.[1]
  const luma = /YAVG=([\d.]+)/.exec(stdout)?.[1]
  return pts === undefined || luma === undefined ? null : { luma: Number(luma), pts }
}
