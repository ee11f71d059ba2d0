import { useState } from 'react'
import { placeholderPoster } from '#app/episodes/placeholder-poster.ts'
import { allEpisodes, formatShare, formatWatchTime } from '#app/messages/captions.ts'
import type { OwnRow } from '#app/own-episodes/own-row.ts'
import { formatCount, formatEpisodes } from '#app/ui/format.ts'
import { Icon } from '#app/ui/icon.tsx'
import { Link } from '#app/ui/link.tsx'
import type { AnalyticsReport } from '#engagement/analytics/analytics.ts'
import { choiceUrl, type RangeChoice } from './range-choice.ts'

type Row = AnalyticsReport['episodes'][number]

/** Most rows of the page; the CSV file has all. */
const MAX_ROWS = 50

const columns: { name: string; value: (row: Row) => number; format: (value: number) => string }[] = [
  { name: 'Views', value: ({ watched, previewed }) => watched + previewed, format: formatCount },
  { name: 'Watched', value: ({ watched }) => watched, format: formatCount },
  { name: 'Previewed', value: ({ previewed }) => previewed, format: formatCount },
  { name: 'Watch time', value: ({ watchSeconds }) => watchSeconds, format: formatWatchTime },
  { name: 'To 95%', value: ({ completion }) => completion.at(-1)?.share ?? 0, format: formatShare },
  { name: 'Likes', value: ({ likes }) => likes, format: formatCount },
  { name: 'Comments', value: ({ comments }) => comments, format: formatCount },
]

interface EpisodeTableProps {
  report: AnalyticsReport
  choice: RangeChoice
  /** The creator's episodes, for their pictures. */
  rows: OwnRow[]
}

/** Figures by episode. Headers sort once scripts run; until then the most viewed come first. */
export function EpisodeTable({ report, choice, rows: ownRows }: EpisodeTableProps) {
  const [sorted, setSorted] = useState({ column: 0, isAscending: false })
  const { episodes, totals, completion } = report
  const { value } = columns[sorted.column]!
  const rows = episodes
    .toSorted((one, other) => (sorted.isAscending ? value(one) - value(other) : value(other) - value(one)))
    .slice(0, MAX_ROWS)
  const posters = new Map(ownRows.map(({ id, poster }) => [id, poster]))
  const sum = { ...totals, completion, id: '', title: '', publishedAt: new Date(0) }
  const sort = (column: number) =>
    setSorted((known) => ({ column, isAscending: known.column === column && !known.isAscending }))
  return (
    <section className="panel chart-panel" aria-labelledby="by-episode">
      <h2 id="by-episode">By episode</h2>
      {episodes.length > MAX_ROWS && (
        <p className="chart-lead">
          Showing {MAX_ROWS} of {formatEpisodes(episodes.length)}. Download the CSV to see all of them.
        </p>
      )}
      <table className="episode-table">
        <thead>
          <tr>
            <th scope="col">Episode</th>
            {columns.map(({ name }, at) => (
              <th
                key={name}
                scope="col"
                aria-sort={sorted.column === at ? (sorted.isAscending ? 'ascending' : 'descending') : undefined}
              >
                <button type="button" onClick={() => sort(at)}>
                  {name}
                  {sorted.column === at && <Icon name={sorted.isAscending ? 'chevron-up' : 'down'} />}
                </button>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <th scope="row">
                <Link to={choiceUrl({ ...choice, episode: row.id })} preventScrollReset>
                  <img
                    src={posters.get(row.id) ?? placeholderPoster(row.id)}
                    alt=""
                    width="64"
                    height="36"
                    loading="lazy"
                  />
                  {row.title || 'Untitled Episode'}
                </Link>
              </th>
              {columns.map((column) => (
                <td key={column.name} data-name={column.name}>
                  {column.format(column.value(row))}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{allEpisodes(episodes.length)}</th>
            {columns.map((column) => (
              <td key={column.name} data-name={column.name}>
                {column.format(column.value(sum))}
              </td>
            ))}
          </tr>
        </tfoot>
      </table>
    </section>
  )
}
