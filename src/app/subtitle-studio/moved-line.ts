import type { ScriptLine } from '#subtitles/script/script-parts.ts'
import type { SubtitleFormat } from '#subtitles/subtitle.ts'
import { frameFrom, timeOfFrame, type VideoFrames } from './video-frames.ts'

/** Frames of a line: the first one that shows it, and the first one that does not any more. */
export interface LineFrames {
  from: number
  to: number
}

export function framesOf(videoFrames: VideoFrames, { from, to }: Pick<ScriptLine, 'from' | 'to'>): LineFrames {
  return { from: frameFrom(videoFrames, from), to: frameFrom(videoFrames, to) }
}

/** The line from another frame on; it keeps its length where it would end before that. */
export function withStart(videoFrames: VideoFrames, { from, to }: LineFrames, frame: number): LineFrames {
  const start = clamp(videoFrames, frame, videoFrames.times.count - 1)
  return { from: start, to: start < to ? to : Math.min(videoFrames.times.count, start + Math.max(1, to - from)) }
}

/** The line until another frame; it keeps its length where it would begin after that. */
export function withEnd(videoFrames: VideoFrames, { from, to }: LineFrames, frame: number): LineFrames {
  const end = Math.max(1, clamp(videoFrames, frame, videoFrames.times.count))
  return { from: from < end ? from : Math.max(0, end - Math.max(1, to - from)), to: end }
}

/** The line some frames later, inside the video. */
export function moved(videoFrames: VideoFrames, { from, to }: LineFrames, frames: number): LineFrames {
  const by = Math.max(-from, Math.min(frames, Math.max(0, videoFrames.times.count - to)))
  return { from: from + by, to: to + by }
}

/** Times of a line in seconds; a time that has not moved stays as in its file. */
export function timesOf(
  videoFrames: VideoFrames,
  line: Pick<ScriptLine, 'from' | 'to'>,
  now: LineFrames,
  format: SubtitleFormat,
) {
  const was = framesOf(videoFrames, line)
  return {
    from: was.from === now.from ? line.from : timeOfFrame(videoFrames, now.from, format),
    to: was.to === now.to ? line.to : timeOfFrame(videoFrames, now.to, format),
  }
}

function clamp({ times }: VideoFrames, frame: number, last: number): number {
  return Math.max(0, Math.min(frame, Math.min(last, times.count)))
}
