import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pLimit from 'p-limit'
import { runDeadlineMs } from '../ffmpeg/deadlines.ts'
import { ownClipInput, ownPlaylistInput } from '../ffmpeg/input-arguments.ts'
import { runTool } from '../ffmpeg/run-tool.server.ts'
import { ToolError } from '../ffmpeg/tool-error.ts'
import { avcTrackOf } from '../mp4/avc-samples.ts'
import { codecsOfInitSegment } from '../mp4/fmp4-codecs.ts'
import { type TrackInfo, type TrackTotals, tracksOfInitSegment } from '../mp4/fmp4-tracks.ts'
import { readFragments } from '../mp4/read-fragments.server.ts'
import { headerArguments, type ProbeHeader, parseHeader } from '../probe/probe-header.ts'
import type { RenditionTarget } from '../rendition.ts'
import { INIT_SEGMENT, MEDIA_PLAYLIST } from './hls-arguments.ts'
import { type MediaPlaylist, readMediaPlaylist, withSegmentLengths } from './media-playlist.ts'

/** Each fragment is a short wait for the disk, and a video has thousands. */
const MAX_CONCURRENT_READS = 4
/** Packets of video and audio that are decoded to prove that frames decode; a player needs no more to begin. */
const DECODED_PACKETS = 20
/** Audio that outlasts the video by more than one of its packets lengthens the last segment. */
const AUDIO_PACKET_SECONDS = 0.1

/** One segment of a rendition. */
export interface Segment {
  seconds: number
  sizeBytes: number
  /** Frames, counted from the indexes of its fragments. */
  frames: number
}

/** A rendition, or a part of one, as read from its files. */
export interface RenditionContents {
  /** RFC 6381. */
  codecs: string
  video: TrackTotals
  /** All zero without audio. */
  audio: TrackTotals
  segments: Segment[]
  /** Names in the folder: playlist, init segment, segments in order. */
  files: string[]
  /** Size of all files. */
  sizeBytes: number
}

/** A finished run whose result does not play as the source does. Final: the same file gives the same result. */
export class RenditionError extends Error {
  constructor(why: string) {
    super(`rendition is broken: ${why}`)
    this.name = 'RenditionError'
  }
}

/**
 * Reads a rendition's folder as a player does: every file that the playlist names and no other, frames of the target's
 * size, and audio if the target has it; in a copy, whose packets come from elsewhere, keyframes that decode alone and need no
 * other parameters. Does not check its length. Writes the real lengths of the segments into the playlist.
 *
 * @param isStartVerified whether its beginning is known to open, or that of an earlier part with the same init segment:
 * it is read, but not opened again
 * @throws RenditionError when it does not play
 * @throws ToolError for an outage
 */
export async function readRendition(
  dir: string,
  target: RenditionTarget,
  signal: AbortSignal | undefined,
  isStartVerified = false,
): Promise<RenditionContents> {
  const playlist = await readPlaylist(dir)
  const files = [MEDIA_PLAYLIST, playlist.init, ...playlist.segments.map((segment) => segment.uri)]
  await rejectUnlistedFiles(dir, files)
  const sizes = await Promise.all(
    files.map((name) =>
      stat(join(dir, name)).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  )
  if (sizes.includes(0)) throw new RenditionError('a file is missing or empty')
  const init = await readFile(join(dir, playlist.init))
  const reading = readSegments(dir, playlist, init, target)
  // An error of the start takes precedence; this one is awaited later.
  reading.catch(() => {})
  if (!isStartVerified) await verifyOpens(dir, ownPlaylistInput(MEDIA_PLAYLIST), target, signal)
  const codecs = codecsOfInitSegment(init)
  if (codecs === null) throw new RenditionError('no codecs')
  const { video, audio, frames, lengths } = await reading
  await correctLengths(dir, lengths)
  const segments = lengths.map((seconds, index) => ({
    seconds,
    sizeBytes: sizes[index + 2] ?? 0,
    frames: frames[index] ?? 0,
  }))
  return { codecs, video, audio, segments, files, sizeBytes: sizes.reduce((sum, size) => sum + size, 0) }
}

async function readPlaylist(dir: string): Promise<MediaPlaylist> {
  const text = await readFile(join(dir, MEDIA_PLAYLIST), 'utf8').catch(() => '')
  const playlist = readMediaPlaylist(text)
  if (playlist === null || playlist.init !== INIT_SEGMENT) throw new RenditionError('the playlist is incomplete')
  return playlist
}

async function correctLengths(dir: string, lengths: number[]): Promise<void> {
  const path = join(dir, MEDIA_PLAYLIST)
  await writeFile(path, withSegmentLengths(await readFile(path, 'utf8'), lengths))
}

async function rejectUnlistedFiles(dir: string, files: string[]): Promise<void> {
  const unlisted = (await readdir(dir)).find((name) => !files.includes(name))
  if (unlisted !== undefined) throw new RenditionError(`an unlisted file ${unlisted}`)
}

async function asRenditionError<Result>(run: () => Promise<Result>): Promise<Result> {
  try {
    return await run()
  } catch (error) {
    if (error instanceof ToolError && !error.isOutage) throw new RenditionError('it cannot be read')
    throw error
  }
}

/**
 * Opens the first segment of a rendition that is still being written, as `readRendition` opens a complete one. Until
 * ffmpeg has finished the segment, it follows the init segment in the same file.
 *
 * @throws RenditionError, ToolError as `readRendition`
 */
export async function verifyFirstSegment(dir: string, target: RenditionTarget, signal: AbortSignal): Promise<void> {
  await verifyOpens(dir, ownClipInput(INIT_SEGMENT), target, signal)
}

async function verifyOpens(
  dir: string,
  input: string[],
  target: RenditionTarget,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { header, decoded } = await asRenditionError(() => probeStart(dir, input, signal))
  if (header.video === null) throw new RenditionError('no video track')
  const { width, height } = header.video
  if (width !== target.width || height !== target.height) throw new RenditionError(`${width}x${height}`)
  if ((target.audio !== 'none') !== (header.audio !== null)) throw new RenditionError('audio missing or unexpected')
  if (decoded === 0) throw new RenditionError('no frame can be decoded')
}

/** Opens the rendition as a player does, and decodes its first frames. */
async function probeStart(
  dir: string,
  input: string[],
  signal: AbortSignal | undefined,
): Promise<{ header: ProbeHeader; decoded: number }> {
  const { stdout } = await runTool({
    tool: 'ffprobe',
    args: [
      ...['-v', 'error', '-read_intervals', `%+#${DECODED_PACKETS}`],
      ...headerArguments('frame=pict_type'),
      ...input,
    ],
    isHighPriority: true,
    deadlineMs: runDeadlineMs(0),
    outputDir: dir,
    signal,
  })
  const { frames = [] } = JSON.parse(stdout) as { frames?: { pict_type?: string }[] }
  return {
    header: parseHeader(stdout),
    decoded: frames.filter(({ pict_type }) => /^[IPB]/.test(pict_type ?? '')).length,
  }
}

const emptyTotals: TrackTotals = { samples: 0, startSeconds: 0, presentationSeconds: 0, durationSeconds: 0 }

async function readSegments(dir: string, playlist: MediaPlaylist, init: Uint8Array, { kind }: RenditionTarget) {
  const index = new DataView(init.buffer, init.byteOffset, init.byteLength)
  const tracks = tracksOfInitSegment(index)
  const avc = kind === 'copy' ? avcTrackOf(index) : null
  const contents = { video: emptyTotals, audio: emptyTotals, frames: [] as number[], lengths: [] as number[] }
  const starts: number[] = []
  const reads = pLimit(MAX_CONCURRENT_READS)
  for (const read of await reads.map(playlist.segments, ({ uri }) => readFragments(dir, uri, tracks, avc))) {
    if ('fault' in read) throw new RenditionError(read.fault)
    const totalsOf = (kind: TrackInfo['kind']) => read.totals.get(tracks.find((track) => track.kind === kind)?.id ?? -1)
    contents.video = addTotals(contents.video, totalsOf('video'))
    contents.audio = addTotals(contents.audio, totalsOf('audio'))
    contents.frames.push(totalsOf('video')?.samples ?? 0)
    starts.push(totalsOf('video')?.presentationSeconds ?? 0)
  }
  const ends = [...starts.slice(1), contents.video.presentationSeconds + contents.video.durationSeconds]
  contents.lengths = starts.map((start, index) => (ends[index] ?? start) - start)
  const audioExcess = contents.audio.durationSeconds - contents.video.durationSeconds
  if (audioExcess > AUDIO_PACKET_SECONDS) contents.lengths.push((contents.lengths.pop() ?? 0) + audioExcess)
  if (contents.lengths.some((seconds) => seconds <= 0)) throw new RenditionError('a segment without frames')
  return contents
}

function addTotals(one: TrackTotals, other: TrackTotals = emptyTotals): TrackTotals {
  if (one.samples === 0 || other.samples === 0) return one.samples === 0 ? other : one
  return {
    samples: one.samples + other.samples,
    startSeconds: one.startSeconds,
    presentationSeconds: one.presentationSeconds,
    durationSeconds: other.startSeconds + other.durationSeconds - one.startSeconds,
  }
}
