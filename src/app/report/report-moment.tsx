import { useState } from 'react'
import { ErrorMessage } from '#app/ui/field.tsx'
import { formatTime } from '#app/ui/format.ts'
import { IconButton } from '#app/ui/icon-button.tsx'
import { frameOfSecond } from './frame-of-second.ts'

/** The picture that the player showed when the report was opened. */
export interface Moment {
  seconds: number
  /** As a data URL; null when it cannot be read. */
  picture: string | null
}

interface ReportMomentProps {
  moment: Moment
  frameRate: { numerator: number; denominator: number } | null
  error: string | undefined
}

/** The moment of a report, filled in from the player. It can be removed. */
export function ReportMoment({ moment, frameRate, error }: ReportMomentProps) {
  const [isKept, setKept] = useState(true)
  const frame = frameOfSecond(moment.seconds, frameRate)
  return (
    <div className="field">
      <div className="field-head cluster spread">
        <b>Time in the episode</b>
        {isKept && <span>from the player</span>}
      </div>
      {isKept ? (
        <div className="report-moment row gap-3">
          <input type="hidden" name="at" value={moment.seconds.toFixed(3)} />
          {moment.picture && <img src={moment.picture} alt="" width="96" height="54" />}
          <p>
            <b className="figures">
              {formatTime(moment.seconds)} {frame !== null && <em>+{String(frame).padStart(2, '0')}</em>}
            </b>
            <span>this frame</span>
          </p>
          <IconButton icon="x" name="Remove this moment" onClick={() => setKept(false)} />
        </div>
      ) : (
        <button type="button" className="button button-text button-small" onClick={() => setKept(true)}>
          Add {formatTime(moment.seconds)} again
        </button>
      )}
      {error && <ErrorMessage>{error}</ErrorMessage>}
    </div>
  )
}
