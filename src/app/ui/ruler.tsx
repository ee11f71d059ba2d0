import { formatDuration, fractionOfTenMinutes } from './format.ts'

/** The ten-minute ruler: draws every duration on the same scale. An unknown duration shows the ticks only. */
export function Ruler({ seconds, isOverLimit = false }: { seconds: number | null; isOverLimit?: boolean }) {
  if (seconds === null) return <div className="ruler" />
  const filled = fractionOfTenMinutes(seconds) * 100
  return (
    <div
      className={isOverLimit ? 'ruler is-over' : 'ruler'}
      role="img"
      aria-label={`${formatDuration(seconds)} of 10:00`}
    >
      <svg className="ruler-fill" aria-hidden="true" focusable="false">
        <rect x="0" y="4" width={`${filled}%`} height="4" rx="2" />
        <circle cx={`${filled}%`} cy="6" r="5" />
      </svg>
    </div>
  )
}
