import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type FlashSpan, PREVIEW_SECONDS } from '#video/video.ts'
import { analysedSizeOf } from '../analysis/analysed-frames.ts'
import { createFrameAnalyser, type FrameAnalysis } from '../analysis/frame-analysis.ts'
import { readOwnFrameTimes } from '../analysis/read-own-frame-times.server.ts'
import { encodeDeadlineMs, lowPriorityDeadlineMs } from '../ffmpeg/deadlines.ts'
import { ownClipInput, ownPlaylistInput } from '../ffmpeg/input-arguments.ts'
import { OUR_COLOURS, ourColourTags, TO_WEBP_COLOURS } from '../ffmpeg/our-colours.ts'
import { runTool } from '../ffmpeg/run-tool.server.ts'
import { ToolError } from '../ffmpeg/tool-error.ts'
import { CODEC_THREADS } from '../hls/hls.server.ts'
import { MEDIA_PLAYLIST } from '../hls/hls-arguments.ts'
import { readMediaPlaylist } from '../hls/media-playlist.ts'
import { RenditionError } from '../hls/read-rendition.server.ts'
import { findPreviewStart, overlapOf, parseSceneChanges, type SceneChange } from './preview-start.ts'
import { planStoryboard, type Storyboard } from './storyboard.ts'

export const PREVIEW_MAX_BYTES = 300_000

const CLIP_PLAYLIST = 'part.m3u8'

/** Tried in this order until the clip is small enough. Rates are peaks: twelve seconds of them stay below the limit. */
const previewSizes = [
  { side: 270, bitsPerSecond: 176_000 },
  { side: 180, bitsPerSecond: 100_000 },
]
const PREVIEW_MAX_FRAMES_PER_SECOND = 30
const CLIP_TOLERANCE_SECONDS = 0.25
/** Small frames a second in which motion is measured. */
const MOTION_FRAMES_PER_SECOND = 6
/** Between black and white remains less light than a flash needs: 0.09 of the relative luminance. */
const DIMMED = 'eq=contrast=0.15:brightness=-0.15:saturation=0.4'
const MOTION_FILE = 'motion.txt'
const STORYBOARD_QUALITY = 70
const MAX_STORYBOARD_BYTES = 4 * 1024 ** 2

/** One of our own renditions, in a scratch folder that also receives the results. */
export interface OwnRendition {
  dir: string
  width: number
  height: number
  durationSeconds: number
  /** On average; an upper bound. */
  framesPerSecond: number
  signal?: AbortSignal
}

export interface PreviewAssets {
  /** A path: silent MP4 that plays from its first bytes on. */
  preview: string
  /** A path: the sprite, WebP. */
  sprite: string
  storyboard: Storyboard
}

/**
 * Makes the preview assets of an episode from its smallest rendition: the sprite of the storyboard, and a clip from
 * where the most motion is and nothing flashes. The frames are analysed while they are decoded for it.
 *
 * @param onAnalysed called before the clip is encoded; with null when other frames were decoded than the rendition lists
 * @throws RenditionError or ToolError when it cannot be made; ToolError for an outage
 */
export async function makePreviewAssets(
  from: OwnRendition,
  onAnalysed: (analysis: FrameAnalysis | null) => Promise<void> = async () => {},
): Promise<PreviewAssets> {
  const storyboard = planStoryboard(from.durationSeconds, from)
  const analyser = createFrameAnalyser(analysedSizeOf(from), await readOwnFrameTimes(from))
  const changes = await makeSprite(from, storyboard, 'storyboard.webp', analyser.push)
  const analysis = analyser.end()
  await onAnalysed(analysis)
  const flashes = analysis?.flashes ?? []
  const startSeconds = findPreviewStart(changes, from.durationSeconds, PREVIEW_SECONDS, flashes)
  const preview = await makePreview(from, startSeconds, 'preview.mp4', flashes)
  return { preview, sprite: join(from.dir, 'storyboard.webp'), storyboard }
}

/**
 * Draws the sprite, and passes all frames on as they are analysed.
 * @returns how much changes from frame to frame
 */
async function makeSprite(
  from: OwnRendition,
  storyboard: Storyboard,
  sprite: string,
  onBytes: (piece: Uint8Array) => void,
): Promise<SceneChange[]> {
  const analysed = analysedSizeOf(from)
  const graph = [
    `[0:v:0]${OUR_COLOURS},split=3[frames][motion][all]`,
    // The frame shown at each moment, even where one lasts for minutes.
    `[frames]fps=1/${storyboard.stepSeconds}:start_time=0:round=up,scale=${storyboard.tileWidth}:${storyboard.tileHeight}:${TO_WEBP_COLOURS},format=yuv420p,` +
      `tpad=stop_mode=clone:stop=${storyboard.tiles},tile=${storyboard.columns}x${storyboard.rows}:nb_frames=${storyboard.tiles}[sprite]`,
    `[motion]fps=${MOTION_FRAMES_PER_SECOND},scale=160:-2:flags=bilinear,select='gte(scene,0)',metadata=mode=print:file=${MOTION_FILE}[seen]`,
    `[all]scale=${analysed.width}:${analysed.height}:flags=area,format=rgb24[analysed]`,
  ]
  await runTool({
    tool: 'ffmpeg',
    args: [
      ...['-v', 'error', '-y', '-threads', String(CODEC_THREADS), ...ownPlaylistInput(MEDIA_PLAYLIST)],
      ...['-filter_complex', graph.join(';')],
      ...['-map', '[sprite]', '-frames:v', '1', '-c:v', 'libwebp', '-quality', String(STORYBOARD_QUALITY)],
      ...['-map_metadata', '-1', '-f', 'webp', sprite, '-map', '[seen]', '-f', 'null', '-'],
      ...['-map', '[analysed]', '-fps_mode', 'passthrough', '-f', 'rawvideo', 'pipe:1'],
    ],
    onBytes,
    deadlineMs: lowPriorityDeadlineMs(from.durationSeconds),
    outputDir: from.dir,
    maxFileBytes: MAX_STORYBOARD_BYTES,
    isLowPriority: true,
    signal: from.signal,
  })
  return parseSceneChanges(await readFile(join(from.dir, MOTION_FILE), 'utf8'))
}

async function makePreview(
  from: OwnRendition,
  startSeconds: number,
  name: string,
  flashes: readonly FlashSpan[],
): Promise<string> {
  const seconds = Math.min(PREVIEW_SECONDS, from.durationSeconds - startSeconds)
  const isDimmed = overlapOf(flashes, { from: startSeconds, to: startSeconds + seconds }) > 0
  const skipSeconds = await writeClipPlaylist(from.dir, startSeconds)
  let failure: unknown
  for (const size of previewSizes) {
    try {
      await encodePreview(from, { skipSeconds, seconds, isDimmed }, size, name)
      await checkPreview(from, seconds, name)
      return join(from.dir, name)
    } catch (error) {
      if (error instanceof ToolError && error.isOutage) throw error
      failure = error
    }
  }
  throw failure
}

/**
 * Writes a playlist of the segments that the clip needs; ffmpeg does not seek in fMP4 playlists reliably.
 * @returns seconds from the start of its first segment to the clip
 */
async function writeClipPlaylist(dir: string, startSeconds: number): Promise<number> {
  const text = await readFile(join(dir, MEDIA_PLAYLIST), 'utf8')
  const playlist = readMediaPlaylist(text)
  if (!playlist) throw new RenditionError('the playlist is incomplete')
  const lines = text.slice(0, text.indexOf('#EXTINF')).split('\n').filter(Boolean)
  let at = 0
  let skipSeconds = 0
  for (const { uri, seconds } of playlist.segments) {
    const end = at + seconds
    if (at <= startSeconds) skipSeconds = startSeconds - at
    if (end > startSeconds && at < startSeconds + PREVIEW_SECONDS) lines.push(`#EXTINF:${seconds},`, uri)
    at = end
  }
  await writeFile(join(dir, CLIP_PLAYLIST), [...lines, '#EXT-X-ENDLIST', ''].join('\n'))
  return skipSeconds
}

async function encodePreview(
  from: OwnRendition,
  { skipSeconds, seconds, isDimmed }: { skipSeconds: number; seconds: number; isDimmed: boolean },
  { side, bitsPerSecond }: (typeof previewSizes)[number],
  name: string,
): Promise<void> {
  const scale = Math.min(1, side / Math.min(from.width, from.height))
  const pixels = (length: number) => Math.max(2, Math.round((length * scale) / 2) * 2)
  const target = { width: pixels(from.width), height: pixels(from.height) }
  const filters = [
    // Frames that last for minutes are repeated, and the last one stays while only the audio continues.
    ...[
      `fps=clip(source_fps\\,4\\,${PREVIEW_MAX_FRAMES_PER_SECOND})`,
      `tpad=stop_mode=clone:stop_duration=${PREVIEW_SECONDS}`,
    ],
    `scale=${target.width}:${target.height}:flags=bicubic`,
    ...(isDimmed ? [DIMMED] : []),
    ...['setsar=1', 'format=yuv420p'],
  ]
  await runTool({
    tool: 'ffmpeg',
    args: [
      ...['-v', 'error', '-y', '-threads', String(CODEC_THREADS), ...ownPlaylistInput(CLIP_PLAYLIST)],
      ...['-ss', skipSeconds.toFixed(3), '-t', seconds.toFixed(3), '-map', '0:v:0', '-map_metadata', '-1'],
      ...['-vf', filters.join(',')],
      ...['-c:v', 'libx264', '-preset', 'fast', '-tune', 'animation', '-profile:v', 'high', '-crf', '25'],
      ...ourColourTags,
      ...['-maxrate', String(bitsPerSecond), '-bufsize', String(bitsPerSecond), '-threads', String(CODEC_THREADS)],
      ...['-movflags', '+faststart', '-f', 'mp4', name],
    ],
    deadlineMs: previewDeadlineMs(from, skipSeconds + seconds, target),
    outputDir: from.dir,
    maxFileBytes: PREVIEW_MAX_BYTES,
    isLowPriority: true,
    signal: from.signal,
  })
}

/** Deadline of an encode of a clip, for which so many seconds of the rendition are decoded. */
export function previewDeadlineMs(
  { width, height, framesPerSecond }: Pick<OwnRendition, 'width' | 'height' | 'framesPerSecond'>,
  decodedSeconds: number,
  target: { width: number; height: number },
): number {
  return encodeDeadlineMs({
    width,
    height,
    decodedFrames: framesPerSecond * decodedSeconds,
    encodedFrames: PREVIEW_MAX_FRAMES_PER_SECOND * PREVIEW_SECONDS,
    seconds: PREVIEW_SECONDS,
    targets: [target],
    isLowPriority: true,
  })
}

/** Decodes the entire clip, as a card will; its frames and pixels are limited. @throws RenditionError */
async function checkPreview(from: OwnRendition, seconds: number, name: string): Promise<void> {
  const { size } = await stat(join(from.dir, name))
  if (size > PREVIEW_MAX_BYTES) throw new RenditionError(`a preview of ${size} bytes`)
  const { stdout } = await runTool({
    tool: 'ffprobe',
    args: [
      ...['-v', 'error', '-count_frames', '-show_entries', 'stream=codec_type,nb_read_frames,duration', '-of', 'json'],
      ...ownClipInput(name),
    ],
    deadlineMs: lowPriorityDeadlineMs(PREVIEW_SECONDS),
    outputDir: from.dir,
    signal: from.signal,
  })
  const { streams = [] } = JSON.parse(stdout) as {
    streams?: { codec_type?: string; nb_read_frames?: string; duration?: string }[]
  }
  const [video, ...others] = streams
  const hasFullLength = Math.abs(Number(video?.duration) - seconds) <= CLIP_TOLERANCE_SECONDS
  if (video?.codec_type !== 'video' || others.length > 0 || Number(video.nb_read_frames) < 1 || !hasFullLength) {
    throw new RenditionError('the preview does not play')
  }
}
