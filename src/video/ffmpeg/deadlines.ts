import type { Measurement } from '../measurement.ts'
import type { EncodeTarget } from '../rendition.ts'

/** Pixels a second that a run gets through at the least, a quarter of a busy processor given. */
const SLOWEST = { decoding: 50e6, encoding: { h264: 5e6, av1: 1.25e6 } }
/** What a run gets in addition that yields to all others. The three of a film end within the hour that their job has. */
const LATER_MS = 5 * 60_000
/** A job ends after six hours, with what comes before and after the run. */
const LONGEST_MS = 5 * 3600 * 1000
/** Pictures of a sparse film are repeated, one in two seconds. */
const REPEATS_PER_SECOND = 0.5

/** Deadline of a run that copies or lists the packets of so many seconds, or works on small pictures. */
export function runDeadlineMs(durationSeconds: number): number {
  return 60_000 + 4000 * durationSeconds
}

/** The same for a run that yields to all other work, of which a busy machine leaves it little. */
export function laterDeadlineMs(durationSeconds: number): number {
  return runDeadlineMs(durationSeconds) + LATER_MS
}

/** Deadline of a run that decodes a stretch of an uploaded file, by the frames that the film has in it on average. */
export function decodeDeadlineMs({ video, durationSeconds }: Measurement, seconds: number): number {
  const share = durationSeconds > 0 ? Math.min(1, seconds / durationSeconds) : 1
  const pixels = video ? video.width * video.height * video.packets * share : 0
  return withRoom(seconds, pixels / SLOWEST.decoding)
}

/** What is encoded of a film. */
interface Encode {
  /** Of the source. */
  width: number
  height: number
  /** From the keyframe at which decoding begins, and at the most. */
  decodedFrames: number
  encodedFrames: number
  /** Length of what is encoded. */
  seconds: number
  targets: EncodeTarget[]
}

/** Deadline of a run that encodes, by the frames and pixels of all its targets; never less than `runDeadlineMs`. */
export function encodeDeadlineMs(encode: Encode): number {
  const { width, height, decodedFrames, encodedFrames, seconds, targets } = encode
  const frames = encodedFrames + seconds * REPEATS_PER_SECOND
  const encodeSeconds = targets.reduce((sum, target) => {
    return sum + (target.width * target.height * frames) / SLOWEST.encoding[target.family ?? 'h264']
  }, 0)
  return withRoom(seconds, (width * height * decodedFrames) / SLOWEST.decoding + encodeSeconds)
}

function withRoom(seconds: number, workSeconds: number): number {
  return Math.min(LONGEST_MS, Math.max(runDeadlineMs(seconds), Math.ceil(60_000 + workSeconds * 1000)))
}
