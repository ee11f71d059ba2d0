import { Icon } from '#app/ui/icon.tsx'
import type { CueCheck } from './reading-speed.ts'

/** The numbers of lines that are too fast, overlap, or begin after the end of the video. */
export function CheckSummary({ checks, outside }: { checks: readonly CueCheck[]; outside: number }) {
  const fast = checks.filter(({ isTooFast }) => isTooFast).length
  const meeting = checks.filter(({ overlaps }) => overlaps).length
  return (
    <p className="subtitles-checks cluster">
      {fast === 0 && meeting === 0 && outside === 0 && (
        <span className="subtitles-good">
          <Icon name="check" />
          Every line is on screen long enough to read
        </span>
      )}
      {fast > 0 && (
        <span className="subtitles-warning">
          <Icon name="warn" />
          {fast} too fast
        </span>
      )}
      {meeting > 0 && (
        <span className="subtitles-warning">
          <Icon name="warn" />
          {meeting} {meeting === 1 ? 'overlaps' : 'overlap'}
        </span>
      )}
      {outside > 0 && (
        <span className="subtitles-warning">
          <Icon name="warn" />
          {outside} after the end of the video
        </span>
      )}
    </p>
  )
}

/** Advice about a line that is too fast, or overlaps the one before it. */
export function CheckNotes({ check, framesPerSecond }: { check: CueCheck; framesPerSecond: number | null }) {
  return (
    <>
      {check.isTooFast && (
        <small>
          <Icon name="warn" />
          {adviceFor(check, framesPerSecond)}
        </small>
      )}
      {check.overlaps && (
        <small>
          <Icon name="warn" />
          Starts before the previous line ends.
        </small>
      )}
    </>
  )
}

function adviceFor({ perSecond, limit, missingSeconds }: CueCheck, framesPerSecond: number | null): string {
  const frames = framesPerSecond && Math.ceil(missingSeconds * framesPerSecond)
  const longer = frames === null ? `${missingSeconds.toFixed(1)} s` : frames === 1 ? '1 frame' : `${frames} frames`
  return `${perSecond} characters per second; aim for ${limit} or fewer. Shorten the text or extend the line by ${longer}.`
}
