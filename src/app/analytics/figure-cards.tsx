import { type Caption, comparison, comparisonInPoints, formatShare, formatWatchTime } from '#app/messages/captions.ts'
import { formatCount } from '#app/ui/format.ts'
import type { AnalyticsReport, Completion, Figures } from '#engagement/analytics/analytics.ts'
import { linePoints } from './chart-points.ts'
import { FormulaTip } from './formula-tip.tsx'
import { type FormulaName, formulas } from './formulas.ts'
import type { AnalyticsData } from './load-analytics.server.ts'
import type { Tick } from './use-analytics.ts'

interface FigureCardsProps {
  data: AnalyticsData
  report: AnalyticsReport
  tick: Tick | null
}

type Count = (figures: Figures) => number
const viewsOf: Count = ({ watched, previewed }) => watched + previewed

/** The figures of the range, each with its formula and how it compares with the days before. */
export function FigureCards({ data, report, tick }: FigureCardsProps) {
  const { totals, before, days } = report
  const compare = (count: Count) =>
    comparison({ now: count(totals), before: before ? count(before) : 0 }, days.length, data.counted)
  const card = (of: FormulaName, count: Count, format = formatCount) => ({
    of,
    value: format(count(totals)),
    caption: compare(count),
    values: days.map(count),
  })
  const isChannel = data.choice.episode === ''
  return (
    <>
      <div className="figures-large">
        <FigureCard {...card('views', viewsOf)} tick={tick} />
        <FigureCard {...card('watchTime', ({ watchSeconds }) => watchSeconds, formatWatchTime)} />
        <FigureCard {...card('visitors', ({ visitors }) => visitors)} />
      </div>
      <div className="figures-small">
        <FigureCard
          of="completion"
          value={shareOf(report.completion) === null ? '–' : formatShare(shareOf(report.completion)!)}
          caption={comparisonInPoints(shareOf(report.completion), shareOf(report.completionBefore), days.length)}
        />
        {isChannel && (
          <>
            <FigureCard
              {...card('followed', ({ followed }) => followed)}
              note={totals.unfollowed > 0 ? `${formatCount(totals.unfollowed)} stopped following` : undefined}
            />
            <FigureCard {...card('supportClicks', ({ supportClicks }) => supportClicks)} />
          </>
        )}
        <FigureCard {...card('likes', ({ likes }) => likes)} />
        <FigureCard {...card('comments', ({ comments }) => comments)} />
      </div>
    </>
  )
}

/** Share that reached the last mark; null without watches that reached any. */
function shareOf(completion: Completion[]): number | null {
  const reached = completion.some(({ count }) => count > 0)
  return reached ? (completion.at(-1)?.share ?? null) : null
}

interface FigureCardProps {
  of: FormulaName
  value: string
  caption: Caption
  note?: string | undefined
  /** The figure of each day. */
  values?: number[]
  tick?: Tick | null
}

function FigureCard({ of, value, caption, note, values, tick }: FigureCardProps) {
  const { name } = formulas[of]
  return (
    <section className={`figure-card figure-${of}`} aria-label={name}>
      <div className="figure-head">
        <h2>{name}</h2>
        <FormulaTip of={of} />
      </div>
      <p className="figure-value">
        {value}
        {tick && (
          <span className="figure-tick" key={tick.key}>
            <b>+{formatCount(tick.added)}</b> {tick.title}
          </span>
        )}
      </p>
      <p className="figure-caption">
        {caption.change && <span className={caption.isLess ? 'stat-less' : 'stat-more'}>{caption.change}</span>}{' '}
        {caption.rest}
        {note && <span className="figure-note">{note}</span>}
      </p>
      {values && values.length > 1 && (
        <svg
          className="sparkline"
          viewBox="0 0 100 100"
          preserveAspectRatio="none"
          aria-hidden="true"
          focusable="false"
        >
          <polyline points={linePoints(values)} vectorEffect="non-scaling-stroke" />
        </svg>
      )}
    </section>
  )
}
