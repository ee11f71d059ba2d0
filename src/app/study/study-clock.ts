import { type FrameTimes, formatFrames } from '#app/playback/frame-times.ts'
import { formatTime } from '#app/ui/format.ts'

/** '3:18' and '+09'. */
export function clockOf(times: FrameTimes, frame: number): { time: string; frames: string } {
  const { second, frames } = times.clockOf(frame)
  return { time: formatTime(second), frames: formatFrames(frames) }
}

/** '3:18 +09'. */
export function formatClock(times: FrameTimes, frame: number): string {
  const { time, frames } = clockOf(times, frame)
  return `${time} ${frames}`
}
