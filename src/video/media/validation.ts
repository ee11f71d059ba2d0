import { EPISODE_MAX_SECONDS, LENGTH_TOLERANCE_SECONDS } from '../video.ts'
import { displaySize, type MediaInfo, type ProbeResult, type UnreadableFile, type VideoTrack } from './media-info.ts'

/** @see docs/product.md#limits */
const MIN_SIDE_PIXELS = 16
const MAX_SIDE_PIXELS = 8192
const MAX_FRAME_PIXELS = 36_000_000
const MAX_ASPECT = 8
export const MAX_STREAMS = 32
/** Ten minutes at 300 frames a second, and a little. */
export const MAX_FRAMES = 200_000
/**
 * Pixels of all frames together: ten minutes of 2160p at 60 frames a second, and a little. More cannot be decoded in
 * time.
 */
const MAX_VIDEO_PIXELS = 3840 * 2160 * 60 * 601
/** How much more a header may state than the file has: containers count their last packets differently. */
const TRUNCATION_TOLERANCE = { seconds: 1, share: 0.02 }

/** Why a file is refused, for its creator: what is wrong, and what to do. */
export const reasons = {
  empty_file: 'The file is empty. Export your video again and upload the new file.',
  not_a_video: 'This file is not a video that Hoshi can open. Export it as MP4 or WebM and upload that.',
  unreadable: 'The file is damaged and cannot be read. Check that it plays on your computer, then export it again.',
  truncated: 'The end of the file is missing. Copy or export it again in full, then upload it.',
  no_video_stream: 'The file has sound but no video. Export it with its video track and upload that.',
  joined_files:
    'The file is several videos joined end to end, and only a part of it could be shown. Export it as one video and upload that.',
  still_picture: 'The file is a single image, not a video. Export your animation as MP4 or WebM and upload that.',
  too_long: 'The video is longer than 10 minutes. Shorten it, or split it into parts.',
  longer_than_agreed:
    'The video is longer than the limit of this upload. Shorten it, or request an upload with a higher limit.',
  too_many_frames: 'The video has too many frames per second. Export it at 60 frames per second or fewer.',
  too_many_pixels:
    'The video takes too long to convert: it exceeds ten minutes of 4K at 60 frames per second. Export it at a smaller size or a lower frame rate.',
  too_large_picture:
    'The video frame is too large. Export it at 8192 pixels per side and 36 megapixels at most; 1080p is best.',
  too_small_picture: 'The video frame is too small. Export it at 16 pixels per side or more.',
  odd_aspect:
    'The video is too wide or too tall: one side is more than eight times the other. Export it with another aspect ratio.',
  too_many_streams: 'The file has too many tracks. Export it with one video and one audio track.',
  hdr_unsupported:
    'The video uses HDR colours, which this server cannot convert. Export it in SDR (Rec. 709) and upload that.',
  not_convertible:
    'The video could not be converted. Check that it plays on your computer, then export it again as MP4.',
} as const

export type ReasonCode = keyof typeof reasons
export const reasonCodes = Object.keys(reasons) as ReasonCode[]

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
  // Before all that only holds of the part that could be read.
  if (mediaInfo.isJoined) return 'joined_files'
  if (video === null) return mediaInfo.audio === null ? 'not_a_video' : 'no_video_stream'
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
