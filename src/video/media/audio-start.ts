import { AAC_PACKET_SAMPLES, type MediaInfo, SAME_TIME_SECONDS } from './media-info.ts'

/**
 * A picture that comes up to this much after the sound starts with it: nothing is lost but the silence that encoders put
 * first. One that comes later keeps its distance, and its first frame is shown from the start.
 */
const SAME_START_SECONDS = 0.025

/** Whether the picture keeps its distance from a sound that begins before it. */
export function isVideoLate({ video, audio }: MediaInfo): boolean {
  return video !== null && audio !== null && video.startSeconds - audio.startSeconds > SAME_START_SECONDS
}

/**
 * When a rendition begins, in seconds of the file: with the picture, or with a sound well before it, as nearly as frames on
 * the grid of their rate keep their distance from it.
 */
export function originSeconds(mediaInfo: MediaInfo): number {
  const { video, audio } = mediaInfo
  if (video === null || audio === null || !isVideoLate(mediaInfo)) return (video ?? audio)?.startSeconds ?? 0
  if (!video.isConstantFrameRate) return audio.startSeconds
  const frameSeconds = video.frameRate.denominator / video.frameRate.numerator
  const frames = Math.round((video.startSeconds - audio.startSeconds) / frameSeconds)
  return video.startSeconds - frames * frameSeconds
}

/**
 * Whether packets of AAC can be copied and play in time: one of them starts with the rendition, and all others follow without
 * a gap. Players decode them one after another and ignore their times.
 */
export function startsAtPacket(mediaInfo: MediaInfo): boolean {
  const { audio } = mediaInfo
  if (audio === null || audio.isContinuous === false || audio.channelIndexes) return false
  const packetSeconds = AAC_PACKET_SAMPLES / audio.sampleRate
  const before = originSeconds(mediaInfo) - audio.startSeconds
  const packets = Math.max(0, Math.round(before / packetSeconds))
  return Math.abs(before - packets * packetSeconds) <= SAME_TIME_SECONDS
}

/**
 * Input options that make zero of the time at which the rendition begins. ffmpeg counts from the earliest start of all tracks,
 * or of those that it uses where clocks may restart, but not when it is told an offset.
 */
export function originArguments(mediaInfo: MediaInfo): string[] {
  const { zeroSeconds, usedZeroSeconds = zeroSeconds } = mediaInfo
  if (zeroSeconds === undefined) return []
  const origin = originSeconds(mediaInfo)
  const isZero = [zeroSeconds, usedZeroSeconds].some((zero) => zero !== undefined && isSameTime(origin, zero))
  return isZero ? [] : ['-itsoffset', (zeroSeconds - origin).toFixed(6)]
}

function isSameTime(one: number, other: number): boolean {
  return Math.abs(one - other) < 0.0005
}
