import { formatTime } from '#app/ui/format.ts'
import { type FrameTimes, formatFrames } from './frame-times.ts'

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
