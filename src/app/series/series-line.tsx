import { formatDuration } from '#app/ui/format.ts'
import type { SeriesData, SeriesPart } from './load-series.server.ts'

const RULER_SECONDS = 600

/** All parts on one line of ten-minute rulers, with the watched ones filled. */
export function SeriesLine({
  parts,
  totalSeconds,
  isSignedIn,
}: Pick<SeriesData, 'totalSeconds' | 'isSignedIn'> & { parts: SeriesPart[] }) {
  if (totalSeconds <= 0) return null
  const rulers = Math.ceil(totalSeconds / RULER_SECONDS)
  const share = (seconds: number) => (seconds / (rulers * RULER_SECONDS)) * 100
  const watched = parts.filter((part) => part.isFinished)
  const left = parts.reduce((sum, part) => sum + secondsLeft(part), 0)
  const starts = parts.map((_, at) => parts.slice(0, at).reduce((sum, part) => sum + (part.durationSeconds ?? 0), 0))
  return (
    <div className="series-line">
      <p className="series-line-text cluster spread">
        {isSignedIn && (
          <b className="figures">
            {watched.length} of {parts.length} watched{left > 0 && `, ${formatDuration(left)} left`}
          </b>
        )}
        <span className="pencil">Each ruler is ten minutes long</span>
      </p>
      <svg className="series-ruler" aria-hidden="true">
        {Array.from({ length: rulers * 10 + 1 }, (_, tick) => {
          const x = `${(tick / (rulers * 10)) * 100}%`
          return <line key={x} x1={x} x2={x} y1="24" y2={tick % 10 === 0 ? '38' : '32'} />
        })}
        {parts.map((part, at) => {
          const length = share(part.durationSeconds ?? 0)
          const seen = part.isFinished ? length : share(part.positionSeconds ?? 0)
          const x = share(starts[at] ?? 0)
          return (
            <g key={part.id}>
              <rect
                className="series-part"
                x={`${x}%`}
                y="0"
                width={`${Math.max(0, length - 0.2)}%`}
                height="20"
                rx="4"
              />
              {seen > 0 && (
                <rect
                  className="series-seen"
                  x={`${x}%`}
                  y="0"
                  width={`${Math.max(0, seen - 0.2)}%`}
                  height="20"
                  rx="4"
                />
              )}
              {length >= 4 && (
                <text
                  className={seen >= length / 2 ? 'is-on-seen' : undefined}
                  x={`${x + length / 2}%`}
                  y="15"
                  textAnchor="middle"
                >
                  {part.number}
                </text>
              )}
            </g>
          )
        })}
      </svg>
    </div>
  )
}

function secondsLeft({ durationSeconds, positionSeconds, isFinished }: SeriesPart): number {
  return isFinished ? 0 : Math.max(0, (durationSeconds ?? 0) - (positionSeconds ?? 0))
}
