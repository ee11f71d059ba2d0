import { formatTime } from '#app/ui/format.ts'
import { clockOf } from './frame-clock.ts'

/** A moment as the timesheet has it: `3:18 +09`, the second and the frame in it; in hundredths without a frame rate. */
export function FrameTime({ seconds, framesPerSecond }: { seconds: number; framesPerSecond: number | null }) {
  const { second, part } = clockOf(seconds, framesPerSecond)
  return (
    <span className="figures subtitles-time">
      {formatTime(second)}
      <i>{part}</i>
    </span>
  )
}
