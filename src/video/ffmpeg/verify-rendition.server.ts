import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Measurement } from '../measurement.ts'
import type { RenditionTarget } from '../rendition.ts'
import { codecsOfInitSegment } from './fmp4-codecs.ts'
import { type TrackSetup, type TrackSum, tracksOfInitSegment } from './fmp4-tracks.ts'
import { INIT_SEGMENT, MEDIA_PLAYLIST, runDeadlineMs, startsTogether } from './hls-arguments.ts'
import { ownPlaylistInput } from './input-arguments.ts'
import { type MediaPlaylist, readMediaPlaylist } from './media-playlist.ts'
import { type Header, headerArguments, parseHeader } from './probe-header.ts'
import { readFragments } from './read-fragments.server.ts'
import { runTool } from './run-tool.server.ts'
import { ToolFailed } from './tool-failed.ts'

/** A rendition's length may differ from the source's by this share, or by this many seconds for short ones. */
const LENGTH_TOLERANCE = { share: 0.02, seconds: 0.2 }
/** Of picture and sound, decoded to show that the pictures are pictures; a player needs no more to begin. */
const DECODED_PACKETS = 40

/** A rendition that plays. */
export interface RenditionFacts {
  durationSeconds: number
  width: number
  height: number
  /** Counted from the indexes of the fragments. */
  frames: number
  /** RFC 6381. */
  codecs: string
  /** Bits per second of the largest segment, for its length. */
  peakBandwidth: number
  averageBandwidth: number
  /** Of all files. */
  sizeBytes: number
  /** Pictures in each segment, in order. */
  segmentFrames: number[]
  /** Names in the folder: playlist, init segment, segments in order. */
  files: string[]
}

/** A finished run whose result does not play as the source does. Final: the same file gives the same result. */
export class RenditionBroken extends Error {
  constructor(why: string) {
    super(`rendition is broken: ${why}`)
    this.name = 'RenditionBroken'
  }
}

/**
 * Reads a rendition as a player does and compares it with the source. Only what passes may be published.
 *
 * @throws RenditionBroken when it does not play, or not as long as the source
 * @throws ToolFailed for an outage
 */
export async function verifyRendition(
  dir: string,
  expected: { target: RenditionTarget; measurement: Measurement; signal?: AbortSignal },
): Promise<RenditionFacts> {
  const { target, measurement } = expected
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
  const { header, decoded } = await ask(() => readStart(dir, expected.signal))
  if (header.video === null) throw new RenditionBroken('no picture')
  const { width, height } = header.video
  if (width !== target.width || height !== target.height) throw new RenditionBroken(`${width}x${height}`)
  if ((target.audio !== 'none') !== (header.audio !== null)) throw new RenditionBroken('sound missing or unasked')
  if (decoded === 0) throw new RenditionBroken('no picture can be decoded')
  const init = await readFile(join(dir, playlist.init))
  const played = await play(dir, playlist, init)
  compare('picture', played.picture.durationSeconds, expectedSeconds(measurement.video, measurement, target))
  if (target.audio === 'copy') {
    compare('sound', played.sound.durationSeconds, expectedSeconds(measurement.audio, measurement, target))
  }
  if (target.kind === 'copy' && played.picture.samples !== measurement.video?.packets) {
    throw new RenditionBroken(`${played.picture.samples} frames of ${measurement.video?.packets}`)
  }
  const durationSeconds = Math.max(played.picture.durationSeconds, played.sound.durationSeconds)
  const codecs = codecsOfInitSegment(init)
  if (codecs === null) throw new RenditionBroken('no codecs')
  const segmentBytes = sizes.slice(2)
  const rates = playlist.segments.map(({ seconds }, place) => ((segmentBytes[place] ?? 0) * 8) / seconds)
  const sizeBytes = sizes.reduce((sum, size) => sum + size, 0)
  return {
    durationSeconds,
    width,
    height,
    frames: played.picture.samples,
    codecs,
    peakBandwidth: Math.ceil(Math.max(...rates)),
    averageBandwidth: Math.ceil((segmentBytes.reduce((sum, size) => sum + size, 0) * 8) / durationSeconds),
    sizeBytes,
    segmentFrames: played.segmentFrames,
    files,
  }
}

async function readPlaylist(dir: string): Promise<MediaPlaylist> {
  const text = await readFile(join(dir, MEDIA_PLAYLIST), 'utf8').catch(() => '')
  const playlist = readMediaPlaylist(text)
  if (playlist === null || playlist.init !== INIT_SEGMENT) throw new RenditionBroken('the playlist is incomplete')
  return playlist
}

async function refuseStrangers(dir: string, files: string[]): Promise<void> {
  const stranger = (await readdir(dir)).find((name) => !files.includes(name))
  if (stranger !== undefined) throw new RenditionBroken(`an unlisted file ${stranger}`)
}

/** A track that starts late keeps its place by a longer first sample, unless all start together. */
function expectedSeconds(
  track: { startSeconds: number; durationSeconds: number } | null,
  measurement: Measurement,
  target: RenditionTarget,
): number {
  if (track === null) return 0
  if (startsTogether(measurement, target)) return track.durationSeconds
  const { video, audio } = measurement
  return track.startSeconds + track.durationSeconds - Math.min(video?.startSeconds ?? 0, audio?.startSeconds ?? 0)
}

function compare(what: string, seconds: number, expectedSeconds: number): void {
  const allowed = Math.max(LENGTH_TOLERANCE.seconds, expectedSeconds * LENGTH_TOLERANCE.share)
  if (Math.abs(seconds - expectedSeconds) > allowed) {
    throw new RenditionBroken(`${what} of ${seconds.toFixed(3)} s instead of ${expectedSeconds.toFixed(3)} s`)
  }
}

async function ask<Answer>(question: () => Promise<Answer>): Promise<Answer> {
  try {
    return await question()
  } catch (error) {
    if (error instanceof ToolFailed && !error.isOutage) throw new RenditionBroken('it cannot be read')
    throw error
  }
}

/** Opens the rendition as a player does, and decodes its first pictures. */
async function readStart(dir: string, signal: AbortSignal | undefined): Promise<{ header: Header; decoded: number }> {
  const { stdout } = await runTool({
    tool: 'ffprobe',
    args: [
      ...['-v', 'error', '-read_intervals', `%+#${DECODED_PACKETS}`],
      ...headerArguments('frame=pict_type'),
      ...ownPlaylistInput(MEDIA_PLAYLIST),
    ],
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

const nothing: TrackSum = { samples: 0, durationSeconds: 0 }

async function play(dir: string, playlist: MediaPlaylist, init: Uint8Array) {
  const tracks = tracksOfInitSegment(new DataView(init.buffer, init.byteOffset, init.byteLength))
  const played = { picture: nothing, sound: nothing, segmentFrames: [] as number[] }
  for (const { uri } of playlist.segments) {
    const sums = await readFragments(dir, uri, tracks)
    if (sums === null) throw new RenditionBroken('a segment is incomplete')
    const sumOf = (kind: TrackSetup['kind']) => sums.get(tracks.find((track) => track.kind === kind)?.id ?? -1)
    played.picture = add(played.picture, sumOf('picture'))
    played.sound = add(played.sound, sumOf('sound'))
    played.segmentFrames.push(sumOf('picture')?.samples ?? 0)
  }
  return played
}

function add(one: TrackSum, other: TrackSum = nothing): TrackSum {
  return {
    samples: one.samples + other.samples,
    durationSeconds: one.durationSeconds + other.durationSeconds,
  }
}
