import type { FrameRate } from '#app/playback/frame-times.ts'
import { formatTime } from '#app/ui/format.ts'
import { TimeChip } from './time-chip.tsx'

interface CommentFrameProps {
  /** Number of the frame that the comment belongs to, from 0. */
  frame: number
  onPicture: boolean
  /** Null while the video has not been analysed; the average where the rate varies. */
  frameRate: FrameRate | null
}

/** The moment in the film that a comment belongs to, which leads there, and whether it is shown on the picture. */
export function CommentFrame({ frame, onPicture, frameRate }: CommentFrameProps) {
  // The middle of the frame, so that a seek shows it however times are rounded.
  const seconds = frameRate && ((frame + 0.5) * frameRate.denominator) / frameRate.numerator
  return (
    <span className="comment-frame inline-row">
      {seconds !== null && (
        <TimeChip text={formatTime(Math.floor(seconds))} seconds={Number(seconds.toFixed(3))} isNote={onPicture} />
      )}
      {onPicture && <span className="muted small">on the picture</span>}
    </span>
  )
}
