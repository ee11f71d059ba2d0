import { Field } from '#app/ui/field.tsx'
import { clock } from '#app/ui/figures.ts'
import { type FilmFrames, filmFrames } from '#video/film-frames.ts'
import type { OwnRow } from './own-row.ts'

interface FrameChoiceProps {
  row: OwnRow
  /** A sentence about what was refused. */
  error?: string
}

/** Which moment of the film: one of its small pictures, or a number of seconds while there are none. */
export function FrameChoice({ row, error }: FrameChoiceProps) {
  const frames = filmFrames(row)
  if (!frames)
    return (
      <Field
        label="Moment of the film"
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
      <legend>A frame of the film</legend>
      <div className="film-frames">
        {frames.seconds.map((seconds, place) => (
          <label key={seconds} className="film-frame">
            <input type="radio" name="atSeconds" value={seconds} />
            <FramePicture frames={frames} place={place} />
            <span className="figures">{clock(seconds)}</span>
          </label>
        ))}
      </div>
      {error && <p className="field-detail">{error}</p>}
    </fieldset>
  )
}

/** One part of the sheet. An SVG cuts it out without a style of its own, which the page's policy would not let through. */
function FramePicture({ frames, place }: { frames: FilmFrames; place: number }) {
  const { sheet, columns, rows, width, height } = frames
  const part = `${(place % columns) * width} ${Math.floor(place / columns) * height} ${width} ${height}`
  return (
    <svg viewBox={part} width={width} height={height} aria-hidden="true" focusable="false">
      <image href={sheet} width={columns * width} height={rows * height} preserveAspectRatio="none" />
    </svg>
  )
}
