import { type Caption, comparison, comparisonInPoints, formatShare, formatWatchTime } from '#app/messages/captions.ts'
import { formatCount } from '#app/ui/format.ts'
import { Icon, type IconName } from '#app/ui/icon.tsx'
import type { AnalyticsReport, Completion, Figures } from '#engagement/analytics/analytics.ts'
import { linePoints } from './chart-points.ts'
import { FormulaTip } from './formula-tip.tsx'
import { type FormulaName, formulas } from './formulas.ts'
import type { Tick } from './live-ticks.ts'
import type { AnalyticsData } from './load-analytics.server.ts'
import type { ShownTicks } from './use-analytics.ts'

interface FigureCardsProps {
  data: AnalyticsData
  report: AnalyticsReport
  ticks: ShownTicks
}

type Count = (figures: Figures) => number
const viewsOf: Count = ({ watched, previewed }) => watched + previewed

/** The figures of the range, each with its formula and how it compares with the days before. */
export function FigureCards({ data, report, ticks }: FigureCardsProps) {
  const { totals, before, days, daysBefore } = report
  const isCounted = data.counted.days > 0
  const compare = (count: Count) =>
    comparison({ now: count(totals), before: before ? count(before) : 0 }, days.length, data.counted)
  const card = (of: FormulaName, count: Count, format = formatCount) => ({
    of,
    value: format(count(totals)),
    caption: compare(count),
    values: days.map(count),
    isOpen: data.range.to >= data.today,
    // Days from before counting began are no line of zeros.
    valuesBefore: isCounted ? daysBefore.map(count) : [],
  })
  const ticking = (figure: 'views' | 'likes' | 'comments') => ({ tick: ticks[figure], tickKey: ticks.key })
  const isChannel = data.choice.episode === ''
  return (
    <>
      <div className="figures-large">
        <FigureCard {...card('views', viewsOf)} {...ticking('views')} icon="play" />
        <FigureCard {...card('watchTime', ({ watchSeconds }) => watchSeconds, formatWatchTime)} icon="later" />
        <FigureCard {...card('visitors', ({ visitors }) => visitors)} icon="user" />
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
              note={totals.unfollowed > 0 ? `${formatCount(totals.unfollowed)} unfollowed` : undefined}
            />
            <FigureCard {...card('supportClicks', ({ supportClicks }) => supportClicks)} />
          </>
        )}
        <FigureCard {...card('likes', ({ likes }) => likes)} {...ticking('likes')} />
        <FigureCard {...card('comments', ({ comments }) => comments)} {...ticking('comments')} />
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
  icon?: IconName
  note?: string | undefined
  /** The figure of each day, and of each day before. */
  values?: number[]
  valuesBefore?: number[]
  /** Whether the last day is not over. */
  isOpen?: boolean
  tick?: Tick | undefined
  tickKey?: number
}

function FigureCard(props: FigureCardProps) {
  const { of, value, caption, icon, note, values, valuesBefore = [], isOpen = false, tick, tickKey } = props
  const { name } = formulas[of]
  return (
    <section className={`figure-card column figure-${of}`} aria-label={name}>
      <div className="figure-head row">
        {icon && <Icon name={icon} />}
        <h2>{name}</h2>
        <FormulaTip of={of} />
      </div>
      <p className="figure-value">
        {value}
        {tick && (
          <span className="figure-tick" key={tickKey}>
            <b>+{formatCount(tick.added)}</b> {tick.title}
          </span>
        )}
      </p>
      <p className="figure-caption">
        {caption.change && <span className={caption.isLess ? 'stat-less' : 'stat-more'}>{caption.change}</span>}{' '}
        {caption.rest}
        {note && <span className="figure-note">{note}</span>}
      </p>
      {values && values.length > 1 && <Sparkline values={values} valuesBefore={valuesBefore} isOpen={isOpen} />}
    </section>
  )
}

interface SparklineProps {
  values: number[]
  valuesBefore: number[]
  isOpen: boolean
}

/**
 * The days of the range as a line, those before dotted, on the same axis from zero. The way to a day that is not over is
 * dashed, since its number still grows. The tables of days have the numbers.
 */
function Sparkline({ values, valuesBefore, isOpen }: SparklineProps) {
  const greatest = Math.max(...values, ...valuesBefore)
  if (greatest === 0) return null
  const points = linePoints(values, greatest).split(' ')
  const over = isOpen ? points.slice(0, -1) : points
  return (
    <svg className="sparkline" viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
      {valuesBefore.length > 1 && (
        <polyline
          className="line-before"
          points={linePoints(valuesBefore, greatest)}
          vectorEffect="non-scaling-stroke"
        />
      )}
      <polyline points={over.join(' ')} vectorEffect="non-scaling-stroke" />
      {isOpen && (
        <polyline className="line-open" points={points.slice(-2).join(' ')} vectorEffect="non-scaling-stroke" />
      )}
      <path className="line-end" d={`M${over.at(-1)}h0`} vectorEffect="non-scaling-stroke" />
    </svg>
  )
}
