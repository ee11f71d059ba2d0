import { formatDuration, formatTime, fractionOfTenMinutes } from './format.ts'

interface RulerProps {
  seconds: number | null
  isOverLimit?: boolean
  /** How much of it was watched, above zero; the length is then drawn in pencil grey. */
  watchedSeconds?: number | null
}

/** The ten-minute ruler: draws every duration on the same scale. An unknown duration shows the ticks only. */
export function Ruler({ seconds, isOverLimit = false, watchedSeconds }: RulerProps) {
  if (seconds === null) return <div className="ruler" />
  const length = fractionOfTenMinutes(seconds) * 100
  const watched = watchedSeconds ? fractionOfTenMinutes(Math.min(watchedSeconds, seconds)) * 100 : null
  const filled = watched ?? length
  const label =
    watchedSeconds && watched !== null
      ? `Watched to ${formatTime(Math.min(watchedSeconds, seconds))} of ${formatDuration(seconds)}`
      : `${formatDuration(seconds)} of 10:00`
  return (
    <div className={isOverLimit ? 'ruler is-over' : 'ruler'} role="img" aria-label={label}>
      <svg className="ruler-fill" aria-hidden="true">
        {watched !== null && <rect className="ruler-length" x="0" y="4" width={`${length}%`} height="4" rx="2" />}
        <rect x="0" y="4" width={`${filled}%`} height="4" rx="2" />
        <circle cx={`${filled}%`} cy="6" r="5" />
      </svg>
    </div>
  )
}
