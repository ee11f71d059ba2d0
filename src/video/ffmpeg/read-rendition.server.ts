import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pLimit from 'p-limit'
import type { RenditionTarget } from '../rendition.ts'
import { runDeadlineMs } from './deadlines.ts'
import { codecsOfInitSegment } from './fmp4-codecs.ts'
import { type TrackSetup, type TrackSum, tracksOfInitSegment } from './fmp4-tracks.ts'
import { INIT_SEGMENT, MEDIA_PLAYLIST } from './hls-arguments.ts'
import { ownClipInput, ownPlaylistInput } from './input-arguments.ts'
import { type MediaPlaylist, readMediaPlaylist, withSegmentLengths } from './media-playlist.ts'
import { type Header, headerArguments, parseHeader } from './probe-header.ts'
import { readFragments } from './read-fragments.server.ts'
import { runTool } from './run-tool.server.ts'
import { ToolFailed } from './tool-failed.ts'

/** Each fragment is a short wait for the disk, and a film has thousands. */
const READS_AT_ONCE = 4
/** Of picture and sound, decoded to show that the pictures are pictures; a player needs no more to begin. */
const DECODED_PACKETS = 20
/** Sound that goes on after the picture for longer than its packets last lengthens the last segment. */
const SOUND_PACKET_SECONDS = 0.1

/** One segment of a rendition. */
export interface Segment {
  seconds: number
  sizeBytes: number
  /** Pictures, counted from the indexes of its fragments. */
  frames: number
}

/** A rendition, or a part of one, as its files tell. */
export interface RenditionRead {
  /** RFC 6381. */
  codecs: string
  picture: TrackSum
  /** Nothing when there is no sound. */
  sound: TrackSum
  segments: Segment[]
  /** Names in the folder: playlist, init segment, segments in order. */
  files: string[]
  /** Of all files. */
  sizeBytes: number
}

/** A finished run whose result does not play as the source does. Final: the same file gives the same result. */
export class RenditionBroken extends Error {
  constructor(why: string) {
    super(`rendition is broken: ${why}`)
    this.name = 'RenditionBroken'
  }
}

/**
 * Reads what lies in a folder as a player does: every file that the playlist names and no other, pictures of the wanted
 * size, and sound when it is wanted. Says nothing of how long it ought to be. Puts the lengths that the segments have into
 * the playlist.
 *
 * @param isOpened when its beginning is known to open, or that of the part before with the same init segment: it is read,
 * and not opened again
 * @throws RenditionBroken when it does not play
 * @throws ToolFailed for an outage
 */
export async function readRendition(
  dir: string,
  target: RenditionTarget,
  signal: AbortSignal | undefined,
  isOpened = false,
): Promise<RenditionRead> {
  const playlist = await readPlaylist(dir)
  const files = [MEDIA_PLAYLIST, playlist.init, ...playlist.segments.map((segment) => segment.uri)]
  await refuseStrangers(dir, files)
  const sizes = await Promise.all(
    files.map((name) =>
      stat(join(dir, name)).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  )
  if (sizes.includes(0)) throw new RenditionBroken('a file is missing or empty')
  const init = await readFile(join(dir, playlist.init))
  const playing = play(dir, playlist, init)
  // What the start says is heard first, and so is its failure.
  playing.catch(() => {})
  if (!isOpened) await expectToOpen(dir, ownPlaylistInput(MEDIA_PLAYLIST), target, signal)
  const codecs = codecsOfInitSegment(init)
  if (codecs === null) throw new RenditionBroken('no codecs')
  const { picture, sound, frames, lengths } = await playing
  await correctLengths(dir, lengths)
  const segments = lengths.map((seconds, place) => ({
    seconds,
    sizeBytes: sizes[place + 2] ?? 0,
    frames: frames[place] ?? 0,
  }))
  return { codecs, picture, sound, segments, files, sizeBytes: sizes.reduce((sum, size) => sum + size, 0) }
}

async function readPlaylist(dir: string): Promise<MediaPlaylist> {
  const text = await readFile(join(dir, MEDIA_PLAYLIST), 'utf8').catch(() => '')
  const playlist = readMediaPlaylist(text)
  if (playlist === null || playlist.init !== INIT_SEGMENT) throw new RenditionBroken('the playlist is incomplete')
  return playlist
}

async function correctLengths(dir: string, lengths: number[]): Promise<void> {
  const path = join(dir, MEDIA_PLAYLIST)
  await writeFile(path, withSegmentLengths(await readFile(path, 'utf8'), lengths))
}

async function refuseStrangers(dir: string, files: string[]): Promise<void> {
  const stranger = (await readdir(dir)).find((name) => !files.includes(name))
  if (stranger !== undefined) throw new RenditionBroken(`an unlisted file ${stranger}`)
}

async function ask<Answer>(question: () => Promise<Answer>): Promise<Answer> {
  try {
    return await question()
  } catch (error) {
    if (error instanceof ToolFailed && !error.isOutage) throw new RenditionBroken('it cannot be read')
    throw error
  }
}

/**
 * Opens the first segment of a rendition that is still being written, as `readRendition` opens a whole one. Until ffmpeg is
 * through with it the segment lies behind the setup, in one file with it.
 *
 * @throws RenditionBroken, ToolFailed as `readRendition`
 */
export async function expectBeginning(dir: string, target: RenditionTarget, signal: AbortSignal): Promise<void> {
  await expectToOpen(dir, ownClipInput(INIT_SEGMENT), target, signal)
}

async function expectToOpen(
  dir: string,
  input: string[],
  target: RenditionTarget,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { header, decoded } = await ask(() => readStart(dir, input, signal))
  if (header.video === null) throw new RenditionBroken('no picture')
  const { width, height } = header.video
  if (width !== target.width || height !== target.height) throw new RenditionBroken(`${width}x${height}`)
  if ((target.audio !== 'none') !== (header.audio !== null)) throw new RenditionBroken('sound missing or unasked')
  if (decoded === 0) throw new RenditionBroken('no picture can be decoded')
}

/** Opens the rendition as a player does, and decodes its first pictures. */
async function readStart(
  dir: string,
  input: string[],
  signal: AbortSignal | undefined,
): Promise<{ header: Header; decoded: number }> {
  const { stdout } = await runTool({
    tool: 'ffprobe',
    args: [
      ...['-v', 'error', '-read_intervals', `%+#${DECODED_PACKETS}`],
      ...headerArguments('frame=pict_type'),
      ...input,
    ],
    isBrief: true,
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

const nothing: TrackSum = { samples: 0, startSeconds: 0, shownSeconds: 0, durationSeconds: 0 }

async function play(dir: string, playlist: MediaPlaylist, init: Uint8Array) {
  const tracks = tracksOfInitSegment(new DataView(init.buffer, init.byteOffset, init.byteLength))
  const played = { picture: nothing, sound: nothing, frames: [] as number[], lengths: [] as number[] }
  const starts: number[] = []
  const reads = pLimit(READS_AT_ONCE)
  for (const sums of await reads.map(playlist.segments, ({ uri }) => readFragments(dir, uri, tracks))) {
    if (sums === null) throw new RenditionBroken('a segment is incomplete')
    const sumOf = (kind: TrackSetup['kind']) => sums.get(tracks.find((track) => track.kind === kind)?.id ?? -1)
    played.picture = add(played.picture, sumOf('picture'))
    played.sound = add(played.sound, sumOf('sound'))
    played.frames.push(sumOf('picture')?.samples ?? 0)
    starts.push(sumOf('picture')?.shownSeconds ?? 0)
  }
  const ends = [...starts.slice(1), played.picture.shownSeconds + played.picture.durationSeconds]
  played.lengths = starts.map((start, place) => (ends[place] ?? start) - start)
  const rest = played.sound.durationSeconds - played.picture.durationSeconds
  if (rest > SOUND_PACKET_SECONDS) played.lengths.push((played.lengths.pop() ?? 0) + rest)
  if (played.lengths.some((seconds) => seconds <= 0)) throw new RenditionBroken('a segment without pictures')
  return played
}

function add(one: TrackSum, other: TrackSum = nothing): TrackSum {
  if (one.samples === 0 || other.samples === 0) return one.samples === 0 ? other : one
  return {
    samples: one.samples + other.samples,
    startSeconds: one.startSeconds,
    shownSeconds: one.shownSeconds,
    durationSeconds: other.startSeconds + other.durationSeconds - one.startSeconds,
  }
}
