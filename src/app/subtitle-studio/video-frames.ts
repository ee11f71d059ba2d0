import { type FrameTimes, formatFrames } from '#app/playback/frame-times.ts'
import { formatTime } from '#app/ui/format.ts'
import { storedTime } from '#subtitles/script/script.ts'
import type { SubtitleFormat } from '#subtitles/subtitle.ts'

/** The frames and cuts of the video that lines are timed to. */
export interface VideoFrames {
  times: FrameTimes
  /** First frame of each shot but the first; empty where they are not known. */
  cuts: readonly number[]
}

/** A frame that is chosen with the pointer so near a cut snaps to the cut. */
const SNAP_FRAMES = 3
/** Times of files are in thousandths, rounded either way. */
const TOLERANCE_SECONDS = 0.001

/** The first frame that begins at a time or later: the one with which a line begins, or no longer stands. */
export function frameFrom({ times }: VideoFrames, seconds: number, tolerance = TOLERANCE_SECONDS): number {
  const frame = times.frameAt(seconds)
  return times.startOf(frame) >= seconds - tolerance ? frame : frame + 1
}

/** When a frame begins, as a file can tell it; one after the last is the end of the video. */
export function timeOfFrame({ times }: VideoFrames, frame: number, format: SubtitleFormat): number {
  return storedTime(format, times.startOf(Math.max(0, Math.min(frame, times.count))))
}

/** The cut next to a frame, or the frame itself. */
export function snapToCut({ cuts }: VideoFrames, frame: number): number {
  const near = cuts.filter((cut) => Math.abs(cut - frame) <= SNAP_FRAMES)
  return near.toSorted((one, other) => Math.abs(one - frame) - Math.abs(other - frame))[0] ?? frame
}

/** '3:17 +18'. */
export function frameWords({ times }: VideoFrames, frame: number): string {
  const { second, frames } = times.clockOf(frame)
  return `${formatTime(second)} ${formatFrames(frames)}`
}

/** How long some frames are: '1 s 20 f', '9 f'. */
export function lengthWords({ times }: VideoFrames, from: number, to: number): string {
  const seconds = Math.floor(times.startOf(to) - times.startOf(from) + 1e-6)
  const whole = times.frameAt(times.startOf(from) + seconds + 1e-6)
  const frames = Math.max(0, to - whole)
  return [...(seconds > 0 ? [`${seconds} s`] : []), ...(frames > 0 || seconds === 0 ? [`${frames} f`] : [])].join(' ')
}

/** The frame of '3:17 +18', '3:17.750' or '197.75'; null for anything else, and outside the video. */
export function readFrame(videoFrames: VideoFrames, raw: string): number | null {
  const clock = /^\s*(?:(\d{1,2}):)?(\d{1,3}):([0-5]?\d)(?:\s*\+\s*(\d{1,3})|[.,](\d{1,3}))?\s*$/.exec(raw)
  const plain = /^\s*(\d{1,5}(?:[.,]\d{1,3})?)\s*$/.exec(raw)
  if (!clock && !plain) return null
  const [, hours = '0', minutes = '0', seconds = '0', frames = '0', part = '0'] = clock ?? []
  const time = plain
    ? Number(plain[1]!.replace(',', '.'))
    : Number(hours) * 3600 + Number(minutes) * 60 + Number(`${seconds}.${part}`)
  // Frames count from the first one of their second, to the digit.
  const frame = frameFrom(videoFrames, time, Number.isInteger(time) ? 1e-6 : TOLERANCE_SECONDS) + Number(frames)
  return time <= videoFrames.times.startOf(videoFrames.times.count) + TOLERANCE_SECONDS &&
    frame <= videoFrames.times.count
    ? frame
    : null
}
