import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { laterDeadlineMs } from './deadlines.ts'
import { CODEC_THREADS } from './hls.server.ts'
import { MEDIA_PLAYLIST } from './hls-arguments.ts'
import { ownClipInput, ownPlaylistInput } from './input-arguments.ts'
import { type Change, liveliestStart, readChanges } from './liveliest.ts'
import { readMediaPlaylist } from './media-playlist.ts'
import { RenditionBroken } from './read-rendition.server.ts'
import { runTool } from './run-tool.server.ts'
import { planStoryboard, type Storyboard } from './storyboard.ts'
import { ToolFailed } from './tool-failed.ts'

/** @see docs/product.md#episode-card */
const PREVIEW_SECONDS = 12
export const PREVIEW_MAX_BYTES = 300_000

const PART_PLAYLIST = 'part.m3u8'

/** Tried in this order until the clip is small enough. Rates are peaks: twelve seconds of them stay below the limit. */
const previewSizes = [
  { side: 270, bitsPerSecond: 176_000 },
  { side: 180, bitsPerSecond: 100_000 },
]
const LENGTH_TOLERANCE_SECONDS = 0.25
/** Movement is looked for in so many small pictures a second. */
const LOOKS_PER_SECOND = 6
const STORYBOARD_QUALITY = 70
const MAX_STORYBOARD_BYTES = 4 * 1024 ** 2

/** One of our own renditions, in a scratch folder that takes what is made of it as well. */
export interface OwnRendition {
  dir: string
  width: number
  height: number
  durationSeconds: number
  signal?: AbortSignal
}

export interface Glimpses {
  /** A path: silent MP4 that plays from its first bytes on. */
  preview: string
  /** A path: the sheet of pictures, WebP. */
  sheet: string
  storyboard: Storyboard
}

/**
 * Makes what shows an episode at a glance, from one look through its smallest rendition: the sheet of the storyboard, and
 * a clip from where the most happens.
 *
 * @throws RenditionBroken or ToolFailed when it cannot be made; ToolFailed for an outage
 */
export async function makeGlimpses(from: OwnRendition): Promise<Glimpses> {
  const storyboard = planStoryboard(from.durationSeconds, from)
  const changes = await lookThrough(from, storyboard, 'storyboard.webp')
  const startSeconds = liveliestStart(changes, from.durationSeconds, PREVIEW_SECONDS)
  const preview = await makePreview(from, startSeconds, 'preview.mp4')
  return { preview, sheet: join(from.dir, 'storyboard.webp'), storyboard }
}

/** Draws the sheet and tells how much changes from picture to picture. */
async function lookThrough(from: OwnRendition, board: Storyboard, sheet: string): Promise<Change[]> {
  const graph = [
    '[0:v:0]split=2[pictures][motion]',
    // What is shown at each moment, also where one picture stands for minutes.
    `[pictures]fps=1/${board.stepSeconds}:start_time=0:round=up,scale=${board.tileWidth}:${board.tileHeight}:flags=bicubic,` +
      `tpad=stop_mode=clone:stop=${board.tiles},tile=${board.columns}x${board.rows}:nb_frames=${board.tiles}[sheet]`,
    `[motion]fps=${LOOKS_PER_SECOND},scale=160:-2:flags=bilinear,select='gte(scene,0)',metadata=mode=print:file=-[seen]`,
  ]
  const { stdout } = await runTool({
    tool: 'ffmpeg',
    args: [
      ...['-v', 'error', '-y', '-threads', String(CODEC_THREADS), ...ownPlaylistInput(MEDIA_PLAYLIST)],
      ...['-filter_complex', graph.join(';')],
      ...['-map', '[sheet]', '-frames:v', '1', '-c:v', 'libwebp', '-quality', String(STORYBOARD_QUALITY)],
      ...['-map_metadata', '-1', '-f', 'webp', sheet, '-map', '[seen]', '-f', 'null', '-'],
    ],
    deadlineMs: laterDeadlineMs(from.durationSeconds),
    outputDir: from.dir,
    maxFileBytes: MAX_STORYBOARD_BYTES,
    isLater: true,
    signal: from.signal,
  })
  return readChanges(stdout)
}

async function makePreview(from: OwnRendition, startSeconds: number, name: string): Promise<string> {
  const seconds = Math.min(PREVIEW_SECONDS, from.durationSeconds - startSeconds)
  const skipSeconds = await writePart(from.dir, startSeconds)
  let failure: unknown
  for (const size of previewSizes) {
    try {
      await encodePreview(from, { skipSeconds, seconds }, size, name)
      await checkPreview(from, seconds, name)
      return join(from.dir, name)
    } catch (error) {
      if (error instanceof ToolFailed && error.isOutage) throw error
      failure = error
    }
  }
  throw failure
}

/**
 * Writes a playlist of the segments that the clip needs; ffmpeg does not seek in fMP4 playlists reliably.
 * @returns how far into its first segment the clip begins
 */
async function writePart(dir: string, startSeconds: number): Promise<number> {
  const text = await readFile(join(dir, MEDIA_PLAYLIST), 'utf8')
  const playlist = readMediaPlaylist(text)
  if (!playlist) throw new RenditionBroken('the playlist is incomplete')
  const lines = text.slice(0, text.indexOf('#EXTINF')).split('\n').filter(Boolean)
  let at = 0
  let skipSeconds = 0
  for (const { uri, seconds } of playlist.segments) {
    const end = at + seconds
    if (at <= startSeconds) skipSeconds = startSeconds - at
    if (end > startSeconds && at < startSeconds + PREVIEW_SECONDS) lines.push(`#EXTINF:${seconds},`, uri)
    at = end
  }
  await writeFile(join(dir, PART_PLAYLIST), [...lines, '#EXT-X-ENDLIST', ''].join('\n'))
  return skipSeconds
}

async function encodePreview(
  from: OwnRendition,
  { skipSeconds, seconds }: { skipSeconds: number; seconds: number },
  { side, bitsPerSecond }: (typeof previewSizes)[number],
  name: string,
): Promise<void> {
  const scale = Math.min(1, side / Math.min(from.width, from.height))
  const pixels = (length: number) => Math.max(2, Math.round((length * scale) / 2) * 2)
  const filters = [
    // Pictures that stand for minutes are repeated, and the last one stays while only the sound goes on.
    ...[`fps=clip(source_fps\\,4\\,30)`, `tpad=stop_mode=clone:stop_duration=${PREVIEW_SECONDS}`],
    `scale=${pixels(from.width)}:${pixels(from.height)}:flags=bicubic`,
    ...['setsar=1', 'format=yuv420p'],
  ]
  await runTool({
    tool: 'ffmpeg',
    args: [
      ...['-v', 'error', '-y', '-threads', String(CODEC_THREADS), ...ownPlaylistInput(PART_PLAYLIST)],
      ...['-ss', skipSeconds.toFixed(3), '-t', seconds.toFixed(3), '-map', '0:v:0', '-map_metadata', '-1'],
      ...['-vf', filters.join(',')],
      ...['-c:v', 'libx264', '-preset', 'fast', '-tune', 'animation', '-profile:v', 'high', '-crf', '25'],
      ...['-maxrate', String(bitsPerSecond), '-bufsize', String(bitsPerSecond), '-threads', String(CODEC_THREADS)],
      ...['-movflags', '+faststart', '-f', 'mp4', name],
    ],
    deadlineMs: laterDeadlineMs(PREVIEW_SECONDS),
    outputDir: from.dir,
    maxFileBytes: PREVIEW_MAX_BYTES,
    isLater: true,
    signal: from.signal,
  })
}

/** Decodes the whole clip, as a card will. @throws RenditionBroken */
async function checkPreview(from: OwnRendition, seconds: number, name: string): Promise<void> {
  const { size } = await stat(join(from.dir, name))
  if (size > PREVIEW_MAX_BYTES) throw new RenditionBroken(`a preview of ${size} bytes`)
  const { stdout } = await runTool({
    tool: 'ffprobe',
    args: [
      ...['-v', 'error', '-count_frames', '-show_entries', 'stream=codec_type,nb_read_frames,duration', '-of', 'json'],
      ...ownClipInput(name),
    ],
    deadlineMs: laterDeadlineMs(PREVIEW_SECONDS),
    outputDir: from.dir,
    signal: from.signal,
  })
  const { streams = [] } = JSON.parse(stdout) as {
    streams?: { codec_type?: string; nb_read_frames?: string; duration?: string }[]
  }
  const [picture, ...others] = streams
  const isWhole = Math.abs(Number(picture?.duration) - seconds) <= LENGTH_TOLERANCE_SECONDS
  if (picture?.codec_type !== 'video' || others.length > 0 || Number(picture.nb_read_frames) < 1 || !isWhole) {
    throw new RenditionBroken('the preview does not play')
  }
}
