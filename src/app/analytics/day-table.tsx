import { memo } from 'react'
import { formatWatchTime } from '#app/messages/captions.ts'
import { formatCount, formatDate } from '#app/ui/format.ts'
import { type DayFigures, type Figures, sumOfFigures } from '#engagement/analytics/analytics.ts'

interface DayTableProps {
  days: DayFigures[]
  /** Says which days these are. */
  summary: string
  /** Whether the figures are those of the whole channel, which has followers and support links. */
  isChannel: boolean
  /** The titles of the episodes published on a day. */
  published: ReadonlyMap<string, string[]>
}

interface Column {
  name: string
  text(figures: Figures): string
}

const count = (name: string, of: (figures: Figures) => number): Column => ({
  name,
  text: (figures) => formatCount(of(figures)),
})

const columns: Column[] = [
  count('Views', ({ watched, previewed }) => watched + previewed),
  count('Watched', ({ watched }) => watched),
  count('Previewed', ({ previewed }) => previewed),
  { name: 'Watch time', text: ({ watchSeconds }) => formatWatchTime(watchSeconds) },
  count('Visitors', ({ visitors }) => visitors),
  count('Likes', ({ likes }) => likes),
  count('Comments', ({ comments }) => comments),
]

const channelColumns: Column[] = [
  ...columns,
  count('Followed', ({ followed }) => followed),
  count('Unfollowed', ({ unfollowed }) => unfollowed),
  count('Support-link clicks', ({ supportClicks }) => supportClicks),
]

/** Every figure of every day as text, behind a button. Unchanged days are not rendered again: a year has many cells. */
export const DayTable = memo(function DayTable({ days, summary, isChannel, published }: DayTableProps) {
  const shown = isChannel ? channelColumns : columns
  const sum = sumOfFigures(days)
  return (
    <details className="chart-table">
      <summary className="button button-small">{summary}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a stretch that scrolls has to be reachable by keys */}
      <section className="table-scroll" aria-label={summary} tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">Day</th>
              {shown.map(({ name }) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {days.map((each) => (
              <tr key={each.day}>
                <th scope="row">
                  {formatDate(new Date(each.day))}
                  {published.get(each.day)?.map((title) => (
                    <span key={title} className="day-published">
                      Published: {title}
                    </span>
                  ))}
                </th>
                {shown.map(({ name, text }) => (
                  <td key={name}>{text(each)}</td>
                ))}
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">Total</th>
              {shown.map(({ name, text }) => (
                <td key={name}>{text(sum)}</td>
              ))}
            </tr>
          </tfoot>
        </table>
      </section>
    </details>
  )
})
