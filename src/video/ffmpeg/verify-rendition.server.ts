import { endOf, isSparse, type Measurement } from '../measurement.ts'
import type { RenditionTarget } from '../rendition.ts'
import { peakBitRate, targetSecondsOf } from './media-playlist.ts'
import { startsTogether } from './packet-times.ts'
import { RenditionBroken, readRendition, type Segment } from './read-rendition.server.ts'

/** A rendition's length may differ from the source's by this share, or by this many seconds for short ones. */
const LENGTH_TOLERANCE = { share: 0.02, seconds: 0.2 }

/** A rendition that plays. */
export interface RenditionFacts {
  durationSeconds: number
  width: number
  height: number
  /** Counted from the indexes of the fragments. */
  frames: number
  /** RFC 6381. */
  codecs: string
  /** Bits per second, as `BANDWIDTH` of a master playlist counts them. */
  peakBandwidth: number
  averageBandwidth: number
  /** Of all files. */
  sizeBytes: number
  /** Pictures in each segment, in order. */
  segmentFrames: number[]
  /** Names in the folder: playlist, init segment, segments in order. */
  files: string[]
}

/**
 * Reads a rendition as a player does and compares it with the source. Only what passes may be published.
 *
 * @param expected `isOpened` when its beginning is known to open
 * @throws RenditionBroken when it does not play, or not as long as the source
 * @throws ToolFailed for an outage
 */
export async function verifyRendition(
  dir: string,
  expected: { target: RenditionTarget; measurement: Measurement; isOpened?: boolean; signal?: AbortSignal },
): Promise<RenditionFacts> {
  const { target, measurement, isOpened, signal } = expected
  const { picture, sound, segments, codecs, files, sizeBytes } = await readRendition(dir, target, signal, isOpened)
  compare('picture', picture.durationSeconds, expectedSeconds(shownPicture(measurement), measurement, target))
  if (target.audio === 'copy') {
    compare('sound', sound.durationSeconds, expectedSeconds(measurement.audio, measurement, target))
  }
  if (target.kind === 'copy' && picture.samples !== measurement.video?.packets) {
    throw new RenditionBroken(`${picture.samples} frames of ${measurement.video?.packets}`)
  }
  return {
    width: target.width,
    height: target.height,
    codecs,
    sizeBytes,
    files,
    ...ratesOf(segments, targetSecondsOf(segments.map(({ seconds }) => seconds))),
    durationSeconds: Math.max(picture.durationSeconds, sound.durationSeconds),
  }
}

/**
 * What the segments of a whole rendition add up to.
 * @param targetSeconds target duration of its playlist
 */
export function ratesOf(
  segments: Segment[],
  targetSeconds: number,
): Pick<RenditionFacts, 'durationSeconds' | 'frames' | 'peakBandwidth' | 'averageBandwidth' | 'segmentFrames'> {
  const sum = (figure: keyof Segment) => segments.reduce((total, segment) => total + segment[figure], 0)
  const durationSeconds = sum('seconds')
  return {
    durationSeconds,
    frames: sum('frames'),
    peakBandwidth: Math.ceil(peakBitRate(segments, targetSeconds)),
    averageBandwidth: Math.ceil((sum('sizeBytes') * 8) / durationSeconds),
    segmentFrames: segments.map(({ frames }) => frames),
  }
}

/** The last picture of a sparse film is repeated until the sound ends. */
function shownPicture(measurement: Measurement): { startSeconds: number; durationSeconds: number } | null {
  const { video, audio } = measurement
  if (video === null || audio === null || !isSparse(measurement)) return video
  return {
    startSeconds: video.startSeconds,
    durationSeconds: Math.max(endOf(video), endOf(audio)) - video.startSeconds,
  }
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
