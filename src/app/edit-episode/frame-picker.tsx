import type { OwnRow } from '#app/own-episodes/own-row.ts'
import { Field } from '#app/ui/field.tsx'
import { formatTime } from '#app/ui/format.ts'
import { type StoryboardFrames, storyboardFrames } from '#video/embedded-host/storyboard-frames.ts'

interface FramePickerProps {
  row: OwnRow
  /** Why the choice was refused, as a message for the user. */
  error?: string
}

/** Choice of a moment of the video: one of its storyboard frames, or a number of seconds while there are none. */
export function FramePicker({ row, error }: FramePickerProps) {
  const frames = storyboardFrames(row)
  if (!frames)
    return (
      <Field
        label="Time in the video"
        hint={row.durationSeconds === null ? 'Seconds' : `Seconds, up to ${Math.floor(row.durationSeconds)}`}
        name="atSeconds"
        type="number"
        min="0"
        max={row.durationSeconds ?? undefined}
        step="0.1"
        inputMode="decimal"
        error={error}
      />
    )
  return (
    <fieldset className="field">
      <legend>Frame from the video</legend>
      <div className="frame-choices">
        {frames.seconds.map((seconds, index) => (
          <label key={seconds} className="frame-choice">
            <input type="radio" name="atSeconds" value={seconds} />
            <FrameThumbnail frames={frames} index={index} />
            <span className="figures">{formatTime(seconds)}</span>
          </label>
        ))}
      </div>
      {error && <p className="field-detail">{error}</p>}
    </fieldset>
  )
}

/** One tile of the sprite. An SVG crops it without an inline style, which the content security policy would block. */
function FrameThumbnail({ frames, index }: { frames: StoryboardFrames; index: number }) {
  const { sprite, columns, rows, width, height } = frames
  const viewBox = `${(index % columns) * width} ${Math.floor(index / columns) * height} ${width} ${height}`
  return (
    <svg viewBox={viewBox} width={width} height={height} aria-hidden="true">
      <image href={sprite} width={columns * width} height={rows * height} preserveAspectRatio="none" />
    </svg>
  )
}
