import { placeholderPoster } from '#app/episodes/placeholder-poster.ts'
import { type OwnRow, titleOf } from '#app/own-episodes/own-row.ts'
import { formatCount } from '#app/ui/format.ts'
import { cellChartOf, horizontalBar } from './chart-shapes.ts'
import { averagesOf, episodeCount, genreDistribution, topEpisodes } from './numbers.ts'

/** The third tab: averages, the most watched episodes and the genre distribution. */
export function AnalyticsTab({ rows }: { rows: OwnRow[] }) {
  const averages = averagesOf(rows)
  return (
    <>
      <h2 className="visually-hidden">Averages per episode</h2>
      <dl className="averages">
        <Average name="Average views per episode" value={averages.views} />
        <Average name="Average likes per episode" value={averages.likes} />
        <Average name="Average comments per episode" value={averages.comments} />
        <Average name="Total episodes" value={episodeCount(rows)} />
      </dl>
      <div className="analytics">
        <TopEpisodes rows={rows} />
        <GenreChart rows={rows} />
      </div>
    </>
  )
}

function Average({ name, value }: { name: string; value: number }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{formatCount(value)}</dd>
    </div>
  )
}

/** Horizontal bars with ticks at quarters of the leader, numbers beside them. */
function TopEpisodes({ rows }: { rows: OwnRow[] }) {
  const top = topEpisodes(rows)
  const leader = top[0]?.views ?? 0
  return (
    <section className="panel" aria-labelledby="top-title">
      <h2 id="top-title">Top episodes by views</h2>
      {top.length === 0 && <p className="muted analytics-none">No episodes yet</p>}
      <ol className="top">
        {top.map((row, index) => (
          <li key={row.id}>
            <span className="top-rank">{index + 1}</span>
            <img src={row.poster ?? placeholderPoster(row.id)} alt="" width="96" height="54" loading="lazy" />
            <div className="top-text">
              <b>{titleOf(row)}</b>
              <span className="figures">
                {formatCount(row.views)}
                <span className="visually-hidden"> views</span>
              </span>
              <div className="top-bar">
                <svg aria-hidden="true">
                  <rect width={`${horizontalBar(row.views, leader)}%`} height="10" rx="5" />
                </svg>
              </div>
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}

/** A cell chart: one column per genre, one cell per episode or per several. */
function GenreChart({ rows }: { rows: OwnRow[] }) {
  const genres = genreDistribution(rows)
  const chart = cellChartOf(genres.map(({ episodes }) => episodes))
  return (
    <section className="panel" aria-labelledby="genres-title">
      <h2 id="genres-title">Genre distribution</h2>
      {genres.length === 0 ? (
        <p className="muted analytics-none">No episodes yet</p>
      ) : (
        <p className="muted analytics-lead">
          {chart.episodesPerCell === 1 ? 'One cell per episode' : `One cell per ${chart.episodesPerCell} episodes`}
        </p>
      )}
      <ul className="timesheet">
        {genres.map(({ genre, episodes }, index) => (
          <li key={genre}>
            <Column cells={chart.cells} cellHeight={chart.cellHeight} filled={chart.filled[index] ?? 0} />
            <b>{formatCount(episodes)}</b>
            <span className="visually-hidden">{episodes === 1 ? ' episode of ' : ' episodes of '}</span>
            <span>{genre}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

interface ColumnProps {
  cells: number
  cellHeight: number
  filled: number
}

function Column({ cells, cellHeight, filled }: ColumnProps) {
  const gap = cellHeight > 20 ? 4 : 1.5
  const tops = Array.from({ length: cells }, (_, index) => index * cellHeight)
  return (
    <svg width="100%" height={cells * cellHeight} aria-hidden="true">
      {tops.slice(1).map((y) => (
        <line key={y} x1="0" x2="100%" y1={y} y2={y} />
      ))}
      {tops.slice(cells - filled).map((y) => (
        <rect key={y} x="4%" width="92%" y={y + gap} height={cellHeight - 2 * gap} rx={Math.min(5, cellHeight / 4)} />
      ))}
    </svg>
  )
}
