import { formatShare, playSourceNames } from '#app/messages/captions.ts'
import { formatCount } from '#app/ui/format.ts'
import type { AnalyticsReport } from '#engagement/analytics/analytics.ts'
import { FormulaTip } from './formula-tip.tsx'

/** Most rows; the CSV file has all. */
const MAX_ROWS = 10

/** The sources of views, as bars on quarter ticks. */
export function SourcesChart({ report: { sources, totals } }: { report: AnalyticsReport }) {
  const leader = sources[0]?.views ?? 0
  const views = totals.watched + totals.previewed
  return (
    <section className="panel chart-panel" aria-labelledby="sources">
      <div className="figure-head row">
        <h2 id="sources">Where viewers come from</h2>
        <FormulaTip of="sources" />
      </div>
      <p className="chart-lead">{formatCount(views)} views by the page before</p>
      {sources.length === 0 && <p className="muted analytics-none">No views in this period.</p>}
      <ul className="source-bars">
        {sources.slice(0, MAX_ROWS).map(({ source, host, views: number }) => (
          <li key={`${source} ${host ?? ''}`}>
            <b>{host === undefined ? playSourceNames[source] : source === 'embed' ? `${host}, embedded` : host}</b>
            <span className="figures">
              {formatCount(number)}
              <span className="visually-hidden"> views, </span>
              <span className="muted">{formatShare(views > 0 ? number / views : 0)}</span>
            </span>
            <div className="top-bar">
              <svg aria-hidden="true">
                <rect width={`${leader > 0 ? (number / leader) * 100 : 0}%`} height="10" rx="5" />
              </svg>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
