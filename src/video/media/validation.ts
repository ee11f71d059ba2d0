import { EPISODE_MAX_SECONDS, LENGTH_TOLERANCE_SECONDS } from '../video.ts'
import { displaySize, type MediaInfo, type ProbeResult, type UnreadableFile, type VideoTrack } from './media-info.ts'
import type { ReasonCode } from './reason-codes.ts'

/** @see docs/product.md#limits */
const MIN_SIDE_PIXELS = 16
const MAX_SIDE_PIXELS = 8192
const MAX_FRAME_PIXELS = 36_000_000
const MAX_ASPECT = 8
export const MAX_STREAMS = 32
/** The frames of ten minutes at 300 a second, and a little more. */
export const MAX_FRAMES = 200_000
/**
 * Pixels of all frames together: ten minutes of 2160p at 60 frames a second, and a little. More cannot be decoded in
 * time.
 */
const MAX_VIDEO_PIXELS = 3840 * 2160 * 60 * 601
/** How much more a header may state than the file has: containers count their last packets differently. */
const TRUNCATION_TOLERANCE = { seconds: 1, share: 0.02 }

export type Validation = { ok: true } | { ok: false; reasonCode: ReasonCode }

/**
 * Validates a probed file as an episode's video; if refused, with the first reason. Final either way.
 * @param maxSeconds length agreed for the upload
 */
export function validate(probed: ProbeResult, maxSeconds = EPISODE_MAX_SECONDS): Validation {
  const reasonCode = probed.isReadable ? rejectionReason(probed, maxSeconds) : reasonByKind[probed.kind]
  return reasonCode === null ? { ok: true } : { ok: false, reasonCode }
}

const reasonByKind: Record<UnreadableFile['kind'], ReasonCode> = {
  empty: 'empty_file',
  picture: 'still_picture',
  audio: 'no_video_stream',
  cut_off: 'truncated',
  foreign: 'not_a_video',
  damaged: 'unreadable',
}

function rejectionReason(mediaInfo: MediaInfo, maxSeconds: number): ReasonCode | null {
  const { video } = mediaInfo
  if (mediaInfo.streamCount > MAX_STREAMS) return 'too_many_streams'
  // This comes first, since the other checks see only the part that could be read.
  if (mediaInfo.isJoined) return 'joined_files'
  if (video === null && mediaInfo.unsupportedVideo) return 'video_codec_unsupported'
  if (video === null) return mediaInfo.audio === null ? 'not_a_video' : 'no_video_stream'
  // Without this reason, its creator would learn of the missing sound from viewers.
  if (mediaInfo.unsupportedAudio) return 'audio_codec_unsupported'
  const sizeReason = frameSizeRejection(video)
  if (sizeReason) return sizeReason
  if (mediaInfo.durationSeconds > maxSeconds + LENGTH_TOLERANCE_SECONDS)
    return maxSeconds < EPISODE_MAX_SECONDS ? 'longer_than_agreed' : 'too_long'
  if (mediaInfo.stoppedAt === 'packets' || video.packets > MAX_FRAMES) return 'too_many_frames'
  if (video.width * video.height * video.packets > MAX_VIDEO_PIXELS) return 'too_many_pixels'
  if (isTruncated(mediaInfo)) return 'truncated'
  if (video.packets - video.hiddenPackets < 1) return 'unreadable'
  if (video.packets - video.hiddenPackets < 2 && mediaInfo.audio === null) return 'still_picture'
  return null
}

function frameSizeRejection(video: VideoTrack): ReasonCode | null {
  // The frames of a track without a known size could not be read.
  if (video.width === 0 || video.height === 0) return 'unreadable'
  const display = displaySize(video)
  const sides = [video.width, video.height, display.width, display.height]
  if (Math.max(...sides) > MAX_SIDE_PIXELS) return 'too_large_picture'
  if (video.width * video.height > MAX_FRAME_PIXELS) return 'too_large_picture'
  if (Math.min(video.width, video.height) < MIN_SIDE_PIXELS) return 'too_small_picture'
  const aspects = [video.width / video.height, display.width / display.height]
  return aspects.some((aspect) => aspect > MAX_ASPECT || aspect < 1 / MAX_ASPECT) ? 'odd_aspect' : null
}

function isTruncated({ promisedSeconds, deliveredSeconds }: MediaInfo): boolean {
  if (promisedSeconds === null) return false
  const missing = promisedSeconds - deliveredSeconds
  return missing > TRUNCATION_TOLERANCE.seconds && missing > promisedSeconds * TRUNCATION_TOLERANCE.share
}
