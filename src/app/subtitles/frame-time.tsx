import { formatTime } from '#app/ui/format.ts'

/** A moment as the timesheet has it: `3:18 +09`, the second and the frame in it; in hundredths without a frame rate. */
export function FrameTime({ seconds, framesPerSecond }: { seconds: number; framesPerSecond: number | null }) {
  const whole = Math.floor(seconds + 0.0005)
  const rest = Math.max(0, seconds - whole)
  const part =
    framesPerSecond === null
      ? `.${String(Math.floor(rest * 100)).padStart(2, '0')}`
      : ` +${frameIn(rest, framesPerSecond)}`
  return (
    <span className="figures subtitles-time">
      {formatTime(whole)}
      <i>{part}</i>
    </span>
  )
}

function frameIn(seconds: number, framesPerSecond: number): string {
  return String(Math.floor(seconds * framesPerSecond + 0.001)).padStart(2, '0')
}
