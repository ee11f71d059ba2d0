/** Why a file is refused. */
export const reasonCodes = [
  'empty_file',
  'not_a_video',
  'unreadable',
  'truncated',
  'no_video_stream',
  'video_codec_unsupported',
  'audio_codec_unsupported',
  'joined_files',
  'still_picture',
  'too_long',
  'longer_than_agreed',
  'too_many_frames',
  'too_many_pixels',
  'too_large_picture',
  'too_small_picture',
  'odd_aspect',
  'too_many_streams',
  'hdr_unsupported',
  'not_convertible',
] as const
export type ReasonCode = (typeof reasonCodes)[number]
