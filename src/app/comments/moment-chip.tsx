import type { FrameTimes } from '#app/playback/frame-times.ts'
import { formatFrames } from '#app/playback/frame-times.ts'
import { useCurrentSeconds } from '#app/playback/watch-video.ts'
import { formatTime } from '#app/ui/format.ts'
import { Icon } from '#app/ui/icon.tsx'
import type { WritingMoment } from './writing-moment.ts'

interface MomentChipProps {
  moment: WritingMoment
  /** Null while they are not known. */
  times: FrameTimes | null
  onToggle(): void
}

/** The moment that a comment can belong to: it follows the film, stops at the first key, and counts once it is pressed. */
export function MomentChip({ moment, times, onToggle }: MomentChipProps) {
  const playing = useCurrentSeconds()
  const clock = moment.seconds === null ? null : times?.clockOf(times.frameAt(moment.seconds))
  const time = formatTime(clock?.second ?? Math.floor(moment.seconds ?? playing))
  const frames = moment.isOnPicture && clock ? formatFrames(clock.frames) : ''
  return (
    <button
      type="button"
      className="moment-chip inline-row muted small figures"
      aria-pressed={moment.isChosen}
      aria-label={`Attach to the frame at ${time}${frames}`}
      onClick={onToggle}
    >
      <Icon name="later" />
      at {time}
      {frames && <span className="moment-chip-frames">{frames}</span>}
      {moment.isChosen && <Icon name="x" />}
    </button>
  )
}
