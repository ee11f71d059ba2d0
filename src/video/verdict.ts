import { displaySize, type Measured, type Measurement, type Unreadable, type VideoTrack } from './measurement.ts'
import { EPISODE_MAX_SECONDS, LENGTH_TOLERANCE_SECONDS } from './video.ts'

/** @see docs/product.md#limits */
const MIN_SIDE_PIXELS = 16
const MAX_SIDE_PIXELS = 8192
const MAX_PICTURE_PIXELS = 36_000_000
const MAX_ASPECT = 8
export const MAX_STREAMS = 32
/** Ten minutes at 300 frames a second, and a little. */
export const MAX_FRAMES = 200_000
/** Pixels of all frames together: ten minutes of 2160p at 60 frames a second, and a little. More is not decoded in time. */
const MAX_FILM_PIXELS = 3840 * 2160 * 60 * 601
/** A header may promise this much more than there is: containers count their last packets differently. */
const TRUNCATION_TOLERANCE = { seconds: 1, share: 0.02 }

/** Why a file is refused: what is wrong and what to do, for its creator to read. */
export const reasons = {
  empty_file: 'The file is empty. Export your video again and upload the new file.',
  not_a_video: 'This file is not a video that Hoshi can open. Export it as MP4 or WebM and upload that.',
  unreadable: 'The file is damaged and cannot be read. Check that it plays on your computer, then export it again.',
  truncated: 'The end of the file is missing. Copy or export it again in full, then upload it.',
  no_video_stream: 'The file has sound but no moving picture. Export it with its picture and upload that.',
  still_picture: 'The file is a single picture, not a video. Export your animation as MP4 or WebM and upload that.',
  too_long: 'The video is longer than 10 minutes. Shorten it, or split it into parts.',
  longer_than_agreed:
    'The video is longer than was agreed for this upload. Shorten it, or ask for an upload of that length.',
  too_many_frames: 'The video has too many frames a second. Export it at 60 frames a second or fewer.',
  too_many_pixels:
    'The video takes too long to convert: it is more than ten minutes of 4K at 60 frames a second. Export it smaller, or at fewer frames a second.',
  too_large_picture:
    'The picture is too large. Export it at 8192 pixels a side and 36 megapixels at most; 1080p is best.',
  too_small_picture: 'The picture is too small. Export it at 16 pixels a side or more.',
  odd_aspect:
    'The picture is too wide or too tall: one side is more than eight times the other. Export it in another shape.',
  too_many_streams: 'The file holds too many tracks. Export it with one picture and one sound track.',
  hdr_unsupported:
    'The video uses HDR colours, which this server cannot convert. Export it in SDR (Rec. 709) and upload that.',
  not_convertible:
    'The video could not be converted. Check that it plays on your computer, then export it again as MP4.',
} as const

export type ReasonCode = keyof typeof reasons
export const reasonCodes = Object.keys(reasons) as ReasonCode[]

export type Verdict = { ok: true } | { ok: false; reasonCode: ReasonCode }

/**
 * Whether a measured file may become an episode's video; if not, the first reason against it. Final either way.
 * @param maxSeconds what whoever asked for the upload allowed
 */
export function judge(measured: Measured, maxSeconds = EPISODE_MAX_SECONDS): Verdict {
  const reasonCode = measured.isReadable ? reasonAgainst(measured, maxSeconds) : reasonByLooks[measured.looksLike]
  return reasonCode === null ? { ok: true } : { ok: false, reasonCode }
}

const reasonByLooks: Record<Unreadable['looksLike'], ReasonCode> = {
  empty: 'empty_file',
  picture: 'still_picture',
  audio: 'no_video_stream',
  cut_off: 'truncated',
  foreign: 'not_a_video',
  damaged: 'unreadable',
}

function reasonAgainst(measurement: Measurement, maxSeconds: number): ReasonCode | null {
  const { video } = measurement
  if (measurement.streamCount > MAX_STREAMS) return 'too_many_streams'
  if (video === null) return measurement.audio === null ? 'not_a_video' : 'no_video_stream'
  const pictureReason = reasonAgainstPicture(video)
  if (pictureReason) return pictureReason
  if (measurement.durationSeconds > maxSeconds + LENGTH_TOLERANCE_SECONDS)
    return maxSeconds < EPISODE_MAX_SECONDS ? 'longer_than_agreed' : 'too_long'
  if (measurement.stoppedAt === 'packets' || video.packets > MAX_FRAMES) return 'too_many_frames'
  if (video.width * video.height * video.packets > MAX_FILM_PIXELS) return 'too_many_pixels'
  if (isCutOff(measurement)) return 'truncated'
  if (video.packets - video.hiddenPackets < 1) return 'unreadable'
  if (video.packets - video.hiddenPackets < 2 && measurement.audio === null) return 'still_picture'
  return null
}

function reasonAgainstPicture(video: VideoTrack): ReasonCode | null {
  // A stream without a known size is one whose pictures could not be read.
  if (video.width === 0 || video.height === 0) return 'unreadable'
  const shown = displaySize(video)
  const sides = [video.width, video.height, shown.width, shown.height]
  if (Math.max(...sides) > MAX_SIDE_PIXELS) return 'too_large_picture'
  if (video.width * video.height > MAX_PICTURE_PIXELS) return 'too_large_picture'
  if (Math.min(video.width, video.height) < MIN_SIDE_PIXELS) return 'too_small_picture'
  const aspects = [video.width / video.height, shown.width / shown.height]
  return aspects.some((aspect) => aspect > MAX_ASPECT || aspect < 1 / MAX_ASPECT) ? 'odd_aspect' : null
}

function isCutOff({ promisedSeconds, deliveredSeconds }: Measurement): boolean {
  if (promisedSeconds === null) return false
  const missing = promisedSeconds - deliveredSeconds
  return missing > TRUNCATION_TOLERANCE.seconds && missing > promisedSeconds * TRUNCATION_TOLERANCE.share
}
