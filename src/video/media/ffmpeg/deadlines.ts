import type { MediaInfo } from '../media-info.ts'
import type { EncodeTarget } from '../rendition.ts'

/** Lowest throughput of a run, in pixels a second, on a quarter of a busy processor. */
const SLOWEST = { decoding: 50e6, encoding: { h264: 5e6, av1: 1.25e6 } }
/** Longest time without progress. */
const STALL_MS = 60_000
/** Additional time of a run that yields to all others. The three runs of a video end within the hour of their job. */
const LOW_PRIORITY_EXTRA_MS = 5 * 60_000
/** A job ends after six hours, including its work before and after the run. */
const MAX_DEADLINE_MS = 5 * 3600 * 1000
/** Frames of a sparse video are repeated, one every two seconds. */
const REPEATS_PER_SECOND = 0.5

/** Deadline of a run that copies or lists the packets of so many seconds, or works on small frames. */
export function runDeadlineMs(durationSeconds: number): number {
  return 60_000 + 4000 * durationSeconds
}

/** Deadline of such a run when it yields to all other work, which takes longer on a busy machine. */
export function lowPriorityDeadlineMs(durationSeconds: number): number {
  return runDeadlineMs(durationSeconds) + LOW_PRIORITY_EXTRA_MS
}

/** How long a run may make no progress. One that yields to all other work may get no processor for minutes. */
export function stallLimitMs(isLowPriority = false): number {
  return isLowPriority ? STALL_MS + LOW_PRIORITY_EXTRA_MS : STALL_MS
}

/** Deadline of a run that decodes a range of an uploaded file, by the video's average number of frames in it. */
export function decodeDeadlineMs({ video, durationSeconds }: MediaInfo, seconds: number): number {
  const share = durationSeconds > 0 ? Math.min(1, seconds / durationSeconds) : 1
  const pixels = video ? video.width * video.height * video.packets * share : 0
  return clampDeadline(seconds, pixels / SLOWEST.decoding)
}

/** An encode of a video, or of a part of it. */
interface Encode {
  /** Size of the source, in pixels. */
  width: number
  height: number
  /** Upper bound, from the keyframe at which decoding begins. */
  decodedFrames: number
  encodedFrames: number
  /** Length of the encoded part. */
  seconds: number
  targets: Pick<EncodeTarget, 'width' | 'height' | 'family'>[]
  /** Whether it yields to all other work. */
  isLowPriority?: boolean
}

/** Deadline of a run that encodes, by the frames and pixels of all its targets; never less than `runDeadlineMs`. */
export function encodeDeadlineMs(encode: Encode): number {
  const { width, height, decodedFrames, encodedFrames, seconds, targets, isLowPriority = false } = encode
  const frames = encodedFrames + seconds * REPEATS_PER_SECOND
  const encodeSeconds = targets.reduce((sum, target) => {
    return sum + (target.width * target.height * frames) / SLOWEST.encoding[target.family ?? 'h264']
  }, 0)
  const deadlineMs = clampDeadline(seconds, (width * height * decodedFrames) / SLOWEST.decoding + encodeSeconds)
  return isLowPriority ? Math.min(MAX_DEADLINE_MS, deadlineMs + LOW_PRIORITY_EXTRA_MS) : deadlineMs
}

function clampDeadline(seconds: number, workSeconds: number): number {
  return Math.min(MAX_DEADLINE_MS, Math.max(runDeadlineMs(seconds), Math.ceil(60_000 + workSeconds * 1000)))
}
