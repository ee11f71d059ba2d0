import { formatShare } from '#app/messages/captions.ts'
import { formatCount } from '#app/ui/format.ts'
import type { AnalyticsReport } from '#engagement/analytics/analytics.ts'
import { linePoints } from './chart-points.ts'
import { FormulaTip } from './formula-tip.tsx'

/** How many watches reached each mark, as a line over its numbers. */
export function CompletionChart({ report: { completion, measuredWatches } }: { report: AnalyticsReport }) {
  const marks = [{ name: 'Start', share: measuredWatches > 0 ? 1 : 0, count: measuredWatches }].concat(
    completion.map(({ reached, share, count }) => ({ name: `to ${reached} %`, share, count })),
  )
  const points = linePoints(
    marks.map(({ share }) => share),
    1,
  )
  return (
    <section className="panel chart-panel" aria-labelledby="how-far">
      <div className="figure-head">
        <h2 id="how-far">How far they watched</h2>
        <FormulaTip of="completion" />
      </div>
      <p className="chart-lead">Share of {formatCount(measuredWatches)} watched views that reached each mark</p>
      <svg className="mark-line" viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true" focusable="false">
        <polygon points={`0,100 ${points} 100,100`} />
        <polyline points={points} vectorEffect="non-scaling-stroke" />
      </svg>
      <ul className="mark-numbers">
        {marks.map(({ name, share, count }) => (
          <li key={name}>
            <b>{formatShare(share)}</b> <span>{name}</span> <span>{formatCount(count)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
