import { formatShare } from '#app/messages/captions.ts'
import { formatCount } from '#app/ui/format.ts'
import type { AnalyticsReport } from '#engagement/analytics/analytics.ts'
import { FormulaTip } from './formula-tip.tsx'

/** How many watches reached each mark, as a line over its numbers. */
export function CompletionChart({ report: { completion, measuredWatches } }: { report: AnalyticsReport }) {
  const marks = [{ name: 'Start', share: measuredWatches > 0 ? 1 : 0, count: measuredWatches }].concat(
    completion.map(({ reached, share, count }) => ({ name: `to ${reached}%`, share, count })),
  )
  // A mark is in the middle of its number below.
  const placed = marks.map(({ share }, at) => ({ x: ((at + 0.5) / marks.length) * 100, y: 100 - share * 100 }))
  const points = placed.map(({ x, y }) => `${x},${y}`).join(' ')
  return (
    <section className="panel chart-panel" aria-labelledby="how-far">
      <div className="figure-head row">
        <h2 id="how-far">How far viewers watch</h2>
        <FormulaTip of="completion" />
      </div>
      <p className="chart-lead">Share of {formatCount(measuredWatches)} watched views that reached each mark</p>
      <svg className="mark-line" viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
        {placed.map(({ x }) => (
          <line key={x} className="mark-place" x1={x} x2={x} y1="0" y2="100" />
        ))}
        <polygon points={`${placed[0]!.x},100 ${points} ${placed.at(-1)!.x},100`} />
        <polyline points={points} vectorEffect="non-scaling-stroke" />
        {placed.map(({ x, y }) => (
          <path key={x} className="line-end" d={`M${x},${y}h0`} vectorEffect="non-scaling-stroke" />
        ))}
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
