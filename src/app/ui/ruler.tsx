import { length, shareOfTenMinutes } from './figures.ts'

/** The ten-minute ruler: every length is drawn on the same scale. Unknown lengths show the ticks only. */
export function Ruler({ seconds, isOver = false }: { seconds: number | null; isOver?: boolean }) {
  if (seconds === null) return <div className="ruler" />
  const filled = shareOfTenMinutes(seconds) * 100
  return (
    <div className={isOver ? 'ruler is-over' : 'ruler'} role="img" aria-label={`${length(seconds)} of 10:00`}>
      <svg className="ruler-fill" aria-hidden="true" focusable="false">
        <rect x="0" y="4" width={`${filled}%`} height="4" rx="2" />
        <circle cx={`${filled}%`} cy="6" r="5" />
      </svg>
    </div>
  )
}
