import { endOf, isSparse, type MediaInfo } from '../media-info.ts'
import type { RenditionTarget } from '../rendition.ts'
import { peakBitRate, targetSecondsOf } from './media-playlist.ts'
import { RenditionError, readRendition, type Segment } from './read-rendition.server.ts'
import { tracksStartTogether } from './timestamp-filters.ts'

/** A rendition's length may differ from the source's by this share, or by this many seconds for short ones. */
const LENGTH_TOLERANCE = { share: 0.02, seconds: 0.2 }

/** Facts about a rendition that plays. */
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
  /** Size of all files. */
  sizeBytes: number
  /** Frames in each segment, in order. */
  segmentFrames: number[]
  /** Names in the folder: playlist, init segment, segments in order. */
  files: string[]
}

/** A rendition whose files are complete and verified. */
export interface NewRendition {
  origin: 'copy' | 'encode'
  /** Folder with the verified files. */
  dir: string
  facts: RenditionFacts
  /** Id of the rendition of the same size that it replaces. */
  replaces?: string
}

/**
 * Reads a rendition as a player does and compares it with the source. Only renditions that pass may be published.
 *
 * @param expected `isStartVerified` when its beginning is known to open
 * @throws RenditionError when it does not play, or not as long as the source
 * @throws ToolError for an outage
 */
export async function verifyRendition(
  dir: string,
  expected: { target: RenditionTarget; mediaInfo: MediaInfo; isStartVerified?: boolean; signal?: AbortSignal },
): Promise<RenditionFacts> {
  const { target, mediaInfo, isStartVerified, signal } = expected
  const { video, audio, segments, codecs, files, sizeBytes } = await readRendition(dir, target, signal, isStartVerified)
  expectDuration('video', video.durationSeconds, expectedSeconds(expectedVideo(mediaInfo), mediaInfo, target))
  if (target.audio === 'copy') {
    expectDuration('audio', audio.durationSeconds, expectedSeconds(mediaInfo.audio, mediaInfo, target))
  }
  if (target.kind === 'copy' && video.samples !== mediaInfo.video?.packets) {
    throw new RenditionError(`${video.samples} frames of ${mediaInfo.video?.packets}`)
  }
  return {
    width: target.width,
    height: target.height,
    codecs,
    sizeBytes,
    files,
    ...ratesOf(segments, targetSecondsOf(segments.map(({ seconds }) => seconds))),
    durationSeconds: Math.max(video.durationSeconds, audio.durationSeconds),
  }
}

/**
 * Totals and rates of the segments of a complete rendition.
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

/** The last frame of a sparse video is repeated until the audio ends. */
function expectedVideo(mediaInfo: MediaInfo): { startSeconds: number; durationSeconds: number } | null {
  const { video, audio } = mediaInfo
  if (video === null || audio === null || !isSparse(mediaInfo)) return video
  return {
    startSeconds: video.startSeconds,
    durationSeconds: Math.max(endOf(video), endOf(audio)) - video.startSeconds,
  }
}

/** A track that starts late keeps its position by a longer first sample, unless all start together. */
function expectedSeconds(
  track: { startSeconds: number; durationSeconds: number } | null,
  mediaInfo: MediaInfo,
  target: RenditionTarget,
): number {
  if (track === null) return 0
  if (tracksStartTogether(mediaInfo, target)) return track.durationSeconds
  const { video, audio } = mediaInfo
  return track.startSeconds + track.durationSeconds - Math.min(video?.startSeconds ?? 0, audio?.startSeconds ?? 0)
}

function expectDuration(what: string, seconds: number, expectedSeconds: number): void {
  const allowed = Math.max(LENGTH_TOLERANCE.seconds, expectedSeconds * LENGTH_TOLERANCE.share)
  if (Math.abs(seconds - expectedSeconds) > allowed) {
    throw new RenditionError(`${what} of ${seconds.toFixed(3)} s instead of ${expectedSeconds.toFixed(3)} s`)
  }
}
