import type { FailureReason } from '#video/failure-reasons.ts'
import type { VideoStatus } from '#video/video.ts'

/** Why a video failed, for its creator: what is wrong, and what to do. `{codec}` is a name. @see docs/product.md#limits */
export const videoFailures: Readonly<Record<FailureReason, string>> = {
  empty_file: 'The file is empty. Export your video again and upload the new file.',
  not_a_video: 'This file is not a video that Hoshi can open. Export it as MP4 or WebM and upload that.',
  unreadable: 'The file is damaged and cannot be read. Check that it plays on your computer, then export it again.',
  truncated: 'The end of the file is missing. Copy or export it again in full, then upload it.',
  no_video_stream: 'The file has sound but no video. Export it with its video track and upload that.',
  video_codec_unsupported:
    'The video is in {codec}, which Hoshi cannot decode. Export it as MP4 (H.264) or WebM and upload that.',
  audio_codec_unsupported:
    'The sound is in {codec}, which Hoshi cannot decode. Export the video with AAC sound and upload that.',
  joined_files:
    'The file is several videos joined end to end, and only a part of it could be shown. Export it as one video and upload that.',
  still_picture: 'The file is a single image, not a video. Export your animation as MP4 or WebM and upload that.',
  too_long: 'The video is longer than 10 minutes. Shorten it, or split it into parts.',
  longer_than_agreed:
    'The video is longer than the limit of this upload. Shorten it, or request an upload with a higher limit.',
  too_many_frames: 'The video has too many frames per second. Export it at 60 frames per second or fewer.',
  too_many_pixels:
    'The video is too large to convert: it exceeds ten minutes of 4K at 60 frames per second. Export it at a lower resolution or frame rate.',
  too_large_picture:
    'The video frame is too large. Export it at 8192 pixels per side and 36 megapixels at most; 1080p is best.',
  too_small_picture: 'The video frame is too small. Export it at 16 pixels per side or more.',
  odd_aspect:
    'The video is too wide or too tall: one side is more than eight times the other. Export it with another aspect ratio.',
  too_many_streams: 'The file has too many tracks. Export it with one video and one audio track.',
  hdr_unsupported:
    'The video uses HDR color, which this server cannot convert. Export it in SDR (Rec. 709) and upload that.',
  not_convertible:
    'The video could not be converted. Check that it plays on your computer, then export it again as MP4.',
  upload_expired: 'The upload was not finished in time. Please upload the file again.',
  upload_cancelled: 'The upload was cancelled. Please upload the file again.',
  host_failed: 'The video service could not process this file. Please export it as MP4 and upload it again.',
  processing_failed: 'Processing this file failed three times. Export it again as MP4, or try again later.',
}

/** @param status its code may be one of a newer server, which this page does not know */
export function videoFailureText({
  reasonCode,
  reasonParameters,
}: Pick<VideoStatus, 'reasonCode' | 'reasonParameters'>): string {
  const isKnown = reasonCode !== undefined && Object.hasOwn(videoFailures, reasonCode)
  if (!isKnown) return 'This video could not be processed.'
  return videoFailures[reasonCode].replace('{codec}', () => reasonParameters?.codec ?? 'an unknown format')
}
