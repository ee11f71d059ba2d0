import { longDay, shortDay } from '#app/messages/captions.ts'
import { formatCount, formatViews } from '#app/ui/format.ts'
import type { AnalyticsReport } from '#engagement/analytics/analytics.ts'
import { axisTop } from './chart-points.ts'
import { useChartSlider } from './use-chart-slider.ts'

interface ViewsChartProps {
  report: AnalyticsReport
  /** The current UTC day, which is not over. */
  today: string
  /** The episodes published on each day that has any. */
  published: { day: string; title: string }[]
}

const WIDTH = 1000
const HEIGHT = 280
const GAP = 0.24

/** Views of each day, watched and previewed. Arrow keys and the pointer choose a day, which the line below reads. */
export function ViewsChart({ report: { days, totals }, today, published }: ViewsChartProps) {
  const { index, last, keyHandlers, pointerHandlers } = useChartSlider(days.length, 'columns', 'last')
  const top = axisTop(Math.max(...days.map(({ watched, previewed }) => watched + previewed)))
  const slot = WIDTH / days.length
  const heightOf = (value: number) => (value / top) * HEIGHT
  const day = days[index]!
  const titles = published.filter((each) => each.day === day.day).map(({ title }) => title)

  const counts = `${formatCount(day.watched)} watched and ${formatCount(day.previewed)} previewed`
  const publishing = titles.length > 0 ? `. Published: ${titles.join(', ')}` : ''
  const text = `${formatViews(day.watched + day.previewed)}, ${counts}${publishing}`
  return (
    <section className="panel chart-panel" aria-labelledby="views-by-day">
      <h2 id="views-by-day">Views by day</h2>
      <p className="chart-keys">
        <span className="key-watched">
          <b>{formatCount(totals.watched)}</b> watched
        </span>
        <span className="key-previewed">
          <b>{formatCount(totals.previewed)}</b> previewed
        </span>
      </p>
      <div
        className="day-chart"
        role="slider"
        aria-label="Day"
        aria-valuemin={1}
        aria-valuemax={days.length}
        aria-valuenow={index + 1}
        aria-valuetext={`${longDay(day.day)}: ${text}`}
        tabIndex={0}
        {...keyHandlers}
      >
        <div className="day-axis" aria-hidden="true">
          {[4, 3, 2, 1, 0].map((quarter) => (
            <span key={quarter}>{formatCount((top / 4) * quarter)}</span>
          ))}
        </div>
        <svg
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          aria-hidden="true"
          focusable="false"
          {...pointerHandlers}
        >
          <defs>
            <pattern id="previewed" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
              <rect className="hatch-ground" width="6" height="6" />
              <rect className="hatch" width="2.5" height="6" />
            </pattern>
          </defs>
          {[1, 2, 3].map((quarter) => (
            <line key={quarter} x1="0" x2={WIDTH} y1={(HEIGHT / 4) * quarter} y2={(HEIGHT / 4) * quarter} />
          ))}
          <rect className="day-chosen" x={index * slot} width={slot} height={HEIGHT} />
          {days.map(({ day, watched, previewed }, at) => {
            const x = at * slot + (slot * GAP) / 2
            const width = slot * (1 - GAP)
            const isPublishing = published.some((each) => each.day === day)
            return (
              <g key={day} className={day === today ? 'is-today' : undefined}>
                <rect
                  className="day-watched"
                  {...{ x, width }}
                  y={HEIGHT - heightOf(watched)}
                  height={heightOf(watched)}
                />
                <rect
                  className="day-previewed"
                  {...{ x, width }}
                  y={HEIGHT - heightOf(watched + previewed)}
                  height={heightOf(previewed)}
                  fill="url(#previewed)"
                />
                {isPublishing && <rect className="day-flag" x={at * slot + slot / 2 - 2} width="4" height="14" />}
              </g>
            )
          })}
        </svg>
        <p className="day-labels" aria-hidden="true">
          <span>{shortDay(days[0]!.day)}</span>
          <span>{shortDay(days[last >> 1]!.day)}</span>
          <span>{days[last]!.day === today ? 'Today' : shortDay(days[last]!.day)}</span>
        </p>
      </div>
      <p className="day-read">
        <b>{longDay(day.day)}:</b> {text}
      </p>
      <details className="chart-table">
        <summary>Show the days as a table</summary>
        <table>
          <thead>
            <tr>
              <th scope="col">Day</th>
              <th scope="col">Views</th>
              <th scope="col">Watched</th>
              <th scope="col">Previewed</th>
              <th scope="col">Visitors</th>
            </tr>
          </thead>
          <tbody>
            {days.map((each) => (
              <tr key={each.day}>
                <th scope="row">{longDay(each.day)}</th>
                <td>{formatCount(each.watched + each.previewed)}</td>
                <td>{formatCount(each.watched)}</td>
                <td>{formatCount(each.previewed)}</td>
                <td>{formatCount(each.visitors)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </section>
  )
}
