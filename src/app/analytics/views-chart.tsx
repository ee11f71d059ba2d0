import { useEffect, useMemo, useRef } from 'react'
import { longDay, shortDay } from '#app/messages/captions.ts'
import { formatCount, formatViews } from '#app/ui/format.ts'
import type { AnalyticsReport } from '#engagement/analytics/analytics.ts'
import { axisTop } from './chart-points.ts'
import { BARS_HEIGHT, FLAGS_HEIGHT, placeFlags } from './day-flags.ts'
import { DayTable } from './day-table.tsx'
import { useChartSlider } from './use-chart-slider.ts'

interface ViewsChartProps {
  report: AnalyticsReport
  /** Whether these are the figures of all episodes. */
  isChannel: boolean
  /** The current UTC day, which is not over. */
  today: string
  /** 'the previous 28 days'. */
  comparedWith: string
  /** Titles of the episodes published on each day that has any. */
  published: ReadonlyMap<string, string[]>
}

const WIDTH = 1000
const GAP = 0.24
/** Bars of more days are drawn without an outline. */
const OUTLINED_DAYS = 120

/** Views of each day, watched and previewed. Arrow keys and the pointer choose a day, which the line below reads. */
export function ViewsChart({ report, isChannel, today, comparedWith, published }: ViewsChartProps) {
  const { days, daysBefore, totals } = report
  const slider = useChartSlider(days.length, 'columns', 'last')
  const { index, keyHandlers } = slider
  const scroller = useRef<HTMLDivElement>(null)
  const chosen = useRef<SVGRectElement>(null)
  const top = axisTop(Math.max(...days.map(({ watched, previewed }) => watched + previewed)))
  const day = days[index]!
  const titles = published.get(day.day) ?? []

  // Where the bars do not fit, the chosen one is scrolled into view, and nothing else of the page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the chosen rectangle moves with the index
  useEffect(() => {
    if (!scroller.current || !chosen.current) return
    const [view, bar] = [scroller.current.getBoundingClientRect(), chosen.current.getBoundingClientRect()]
    if (bar.left < view.left) scroller.current.scrollLeft -= view.left - bar.left
    else if (bar.right > view.right) scroller.current.scrollLeft += bar.right - view.right
  }, [index])

  const counts = `${formatCount(day.watched)} watched and ${formatCount(day.previewed)} previewed`
  const publishing = titles.length > 0 ? `. Published: ${titles.join(', ')}` : ''
  const text = `${formatViews(day.watched + day.previewed)}, ${counts}${publishing}`
  return (
    <section className="panel chart-panel" aria-labelledby="views-by-day">
      <h2 id="views-by-day">Views by day</h2>
      <p className="chart-keys cluster">
        <span className="key-watched">
          <b>{formatCount(totals.watched)}</b> watched
        </span>
        <span className="key-previewed">
          <b>{formatCount(totals.previewed)}</b> previewed
        </span>
      </p>
      <div className={days.some((each) => published.has(each.day)) ? 'day-chart is-flagged' : 'day-chart'}>
        <div className="day-axis column muted" aria-hidden="true">
          {[4, 3, 2, 1, 0].map((quarter) => (
            <span key={quarter}>{formatCount((top / 4) * quarter)}</span>
          ))}
        </div>
        <div
          ref={scroller}
          className="day-scroll"
          role="slider"
          aria-label="Day"
          aria-valuemin={1}
          aria-valuemax={days.length}
          aria-valuenow={index + 1}
          aria-valuetext={`${longDay(day.day)}: ${text}`}
          tabIndex={0}
          {...keyHandlers}
        >
          <div className="day-plot">
            <Bars days={days} top={top} today={today} slider={slider} chosen={chosen} />
            <Flags days={days} top={top} published={published} />
            <DayLabels days={days} today={today} />
          </div>
        </div>
      </div>
      <p className="day-read">
        <b>{longDay(day.day)}:</b> {text}
      </p>
      <div className="cluster gap-3">
        <DayTable days={days} summary="Show the days as a table" isChannel={isChannel} published={published} />
        {daysBefore.length > 0 && (
          <DayTable
            days={daysBefore}
            summary={`Show ${comparedWith} as a table`}
            isChannel={isChannel}
            published={published}
          />
        )}
      </div>
    </section>
  )
}

interface BarsProps {
  days: AnalyticsReport['days']
  /** Value at the top of the axis. */
  top: number
  today: string
  slider: ReturnType<typeof useChartSlider>
  chosen: React.RefObject<SVGRectElement | null>
}

function Bars({ days, top, today, slider: { index, pointerHandlers }, chosen }: BarsProps) {
  const slot = WIDTH / days.length
  const heightOf = (value: number) => (value / top) * BARS_HEIGHT
  return (
    <svg
      className={days.length > OUTLINED_DAYS ? 'day-bars is-dense' : 'day-bars'}
      viewBox={`0 0 ${WIDTH} ${BARS_HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      {...pointerHandlers}
    >
      <defs>
        <pattern id="previewed" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect className="hatch-ground" width="6" height="6" />
          <rect className="hatch" width="2.5" height="6" />
        </pattern>
      </defs>
      {[0, 1, 2, 3].map((quarter) => (
        <line key={quarter} x1="0" x2={WIDTH} y1={(BARS_HEIGHT / 4) * quarter} y2={(BARS_HEIGHT / 4) * quarter} />
      ))}
      <rect className="day-chosen" ref={chosen} x={index * slot} width={slot} height={BARS_HEIGHT} />
      {days.map(({ day, watched, previewed }, at) => {
        const x = at * slot + (slot * GAP) / 2
        const width = slot * (1 - GAP)
        return (
          <g key={day} className={day === today ? 'is-today' : undefined}>
            <rect
              className="day-watched"
              x={x}
              width={width}
              y={BARS_HEIGHT - heightOf(watched)}
              height={heightOf(watched)}
            />
            <rect
              className="day-previewed"
              x={x}
              width={width}
              y={BARS_HEIGHT - heightOf(watched + previewed)}
              height={heightOf(previewed)}
              fill="url(#previewed)"
            />
          </g>
        )
      })}
    </svg>
  )
}

/** The names of publishing days above their bars, in pixels: text must not stretch with the bars. */
function Flags({ days, top, published }: Pick<BarsProps, 'days' | 'top'> & Pick<ViewsChartProps, 'published'>) {
  const flags = useMemo(() => {
    const titles = days.flatMap(({ day }, index) => {
      const found = published.get(day)
      return found ? [[index, found] as const] : []
    })
    const heights = days.map(({ watched, previewed }) => ((watched + previewed) / top) * BARS_HEIGHT)
    return placeFlags(heights, new Map(titles))
  }, [days, top, published])
  const percent = (share: number) => `${Math.round(share * 10_000) / 100}%`
  const ground = BARS_HEIGHT + FLAGS_HEIGHT
  if (flags.length === 0) return null
  return (
    <svg className="day-flags" width="100%" height={ground} aria-hidden="true">
      {flags.map(({ index, at, height, top: to }) => (
        <line key={index} x1={percent(at)} x2={percent(at)} y1={ground - to} y2={ground - height - 3} />
      ))}
      {flags.map(({ index, title, titleAt, anchor, top: to }) =>
        title === null ? null : (
          <g key={index} textAnchor={anchor}>
            <text className="day-flag-title" x={percent(titleAt)} y={ground - to - 21}>
              {title}
            </text>
            <text x={percent(titleAt)} y={ground - to - 6}>
              published {shortDay(days[index]!.day)}
            </text>
          </g>
        ),
      )}
    </svg>
  )
}

/** Days named below the bars: about one a week, and the last one at the right edge. */
function DayLabels({ days, today }: Pick<BarsProps, 'days' | 'today'>) {
  const last = days.length - 1
  const step = Math.max(1, Math.ceil(last / 4))
  const named = days.map((_, index) => index).filter((index) => index % step === 0 && last - index >= step / 2)
  return (
    <svg className="day-labels" width="100%" height="20" aria-hidden="true">
      {named.map((index) => (
        <text key={index} x={`${(index / days.length) * 100}%`} y="15">
          {shortDay(days[index]!.day)}
        </text>
      ))}
      {last > 0 && (
        <text className="day-label-last" x="100%" y="15">
          {days[last]!.day === today ? 'Today' : shortDay(days[last]!.day)}
        </text>
      )}
    </svg>
  )
}
