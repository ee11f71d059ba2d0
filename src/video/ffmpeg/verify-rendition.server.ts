import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Measurement } from '../measurement.ts'
import type { RenditionTarget } from '../rendition.ts'
import { codecsOfInitSegment } from './fmp4-codecs.ts'
import { INIT_SEGMENT, MEDIA_PLAYLIST, runDeadlineMs, startsTogether } from './hls-arguments.ts'
import { ownPlaylistInput } from './input-arguments.ts'
import { type MediaPlaylist, readMediaPlaylist } from './media-playlist.ts'
import { createStreamMeter, packetListArguments, readPacket } from './packet-meter.ts'
import { type Header, headerArguments, parseHeader } from './probe-header.ts'
import { runTool } from './run-tool.server.ts'
import { ToolFailed } from './tool-failed.ts'

/** A rendition's length may differ from the source's by this share, or by this many seconds for short ones. */
const LENGTH_TOLERANCE = { share: 0.02, seconds: 0.2 }
/** Decoded to show that the pictures are pictures; a player needs no more to begin. */
const DECODED_PACKETS = 12

/** A rendition that plays. */
export interface RenditionFacts {
  durationSeconds: number
  width: number
  height: number
  /** Counted from the packets of the picture. */
  frames: number
  /** RFC 6381. */
  codecs: string
  /** Bits per second of the largest segment, for its length. */
  peakBandwidth: number
  averageBandwidth: number
  /** Of all files. */
  sizeBytes: number
  segmentCount: number
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
  const header = await ask(() => readHeader(dir, expected.signal))
  if (header.video === null) throw new RenditionBroken('no picture')
  const { width, height } = header.video
  if (width !== target.width || height !== target.height) throw new RenditionBroken(`${width}x${height}`)
  if ((target.audio !== 'none') !== (header.audio !== null)) throw new RenditionBroken('sound missing or unasked')
  const [played, decoded] = await ask(() =>
    Promise.all([
      play(dir, header, measurement.durationSeconds, expected.signal),
      decodeStart(dir, header.video?.index ?? 0, expected.signal),
    ]),
  )
  if (decoded === 0) throw new RenditionBroken('no picture can be decoded')
  compare('picture', played.video.durationSeconds, expectedSeconds(measurement.video, measurement, target))
  if (target.audio === 'copy') {
    compare('sound', played.audio.durationSeconds, expectedSeconds(measurement.audio, measurement, target))
  }
  if (target.kind === 'copy' && played.video.packets !== measurement.video?.packets) {
    throw new RenditionBroken(`${played.video.packets} frames of ${measurement.video?.packets}`)
  }
  const codecs = codecsOfInitSegment(await readFile(join(dir, playlist.init)))
  if (codecs === null) throw new RenditionBroken('no codecs')
  const segmentBytes = sizes.slice(2)
  const rates = playlist.segments.map(({ seconds }, place) => ((segmentBytes[place] ?? 0) * 8) / seconds)
  const sizeBytes = sizes.reduce((sum, size) => sum + size, 0)
  return {
    durationSeconds: played.durationSeconds,
    width,
    height,
    frames: played.video.packets,
    codecs,
    peakBandwidth: Math.ceil(Math.max(...rates)),
    averageBandwidth: Math.ceil((segmentBytes.reduce((sum, size) => sum + size, 0) * 8) / played.durationSeconds),
    sizeBytes,
    segmentCount: playlist.segments.length,
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

async function readHeader(dir: string, signal: AbortSignal | undefined): Promise<Header> {
  const { stdout } = await runTool({
    tool: 'ffprobe',
    args: ['-v', 'error', ...headerArguments, ...ownPlaylistInput(MEDIA_PLAYLIST)],
    deadlineMs: runDeadlineMs(0),
    outputDir: dir,
    signal,
  })
  return parseHeader(stdout)
}

async function play(dir: string, header: Header, sourceSeconds: number, signal: AbortSignal | undefined) {
  const rate = header.video?.averageRate
  const video = createStreamMeter(rate ? rate.denominator / rate.numerator : 0)
  const audio = createStreamMeter(0)
  await runTool({
    tool: 'ffprobe',
    args: ['-v', 'error', ...packetListArguments, ...ownPlaylistInput(MEDIA_PLAYLIST)],
    deadlineMs: runDeadlineMs(sourceSeconds),
    outputDir: dir,
    onLine: (line) => {
      const packet = readPacket(line)
      if (packet === null) return true
      if (packet.stream === header.video?.index) video.add(packet)
      else if (packet.stream === header.audio?.index) audio.add(packet)
      return true
    },
    signal,
  })
  const figures = { video: video.figures(), audio: audio.figures() }
  // Both tracks begin at zero; ffprobe shifts shown times by the picture's reordering, so ends do not compare.
  return { ...figures, durationSeconds: Math.max(figures.video.durationSeconds, figures.audio.durationSeconds) }
}

async function decodeStart(dir: string, videoIndex: number, signal: AbortSignal | undefined): Promise<number> {
  let frames = 0
  await runTool({
    tool: 'ffprobe',
    args: [
      ...['-v', 'error', '-select_streams', String(videoIndex), '-read_intervals', `%+#${DECODED_PACKETS}`],
      ...['-show_entries', 'frame=pict_type', '-of', 'csv=p=0', ...ownPlaylistInput(MEDIA_PLAYLIST)],
    ],
    deadlineMs: runDeadlineMs(0),
    outputDir: dir,
    onLine: (line) => {
      if (/^[IPB]/.test(line)) frames += 1
      return true
    },
    signal,
  })
  return frames
}
