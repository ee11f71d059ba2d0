import { pencilFor } from '#app/episodes/pencil.ts'
import { count } from '#app/ui/figures.ts'
import { lyingBar, timesheetOf } from './chart-shapes.ts'
import { averagesOf, episodeCount, genreDistribution, topEpisodes } from './numbers.ts'
import { type OwnRow, titleOf } from './own-row.ts'

/** The third tab: averages, what is watched most, and which genres it is. */
export function Analytics({ rows }: { rows: OwnRow[] }) {
  const averages = averagesOf(rows)
  return (
    <>
      <h2 className="visually-hidden">Averages per episode</h2>
      <dl className="averages">
        <Average name="Average views" value={averages.views} />
        <Average name="Average likes" value={averages.likes} />
        <Average name="Average comments" value={averages.comments} />
        <Average name="Total episodes" value={episodeCount(rows)} />
      </dl>
      <div className="analytics">
        <TopEpisodes rows={rows} />
        <GenreSheet rows={rows} />
      </div>
    </>
  )
}

function Average({ name, value }: { name: string; value: number }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{count(value)}</dd>
    </div>
  )
}

/** Lying bars on quarter ticks of the leader, numbers beside them. */
function TopEpisodes({ rows }: { rows: OwnRow[] }) {
  const top = topEpisodes(rows)
  const leader = top[0]?.views ?? 0
  return (
    <section className="panel" aria-labelledby="top-title">
      <h2 id="top-title">Top episodes by views</h2>
      {top.length === 0 && <p className="muted analytics-none">No episodes yet</p>}
      <ol className="top">
        {top.map((row, place) => (
          <li key={row.id}>
            <span className="top-rank">{place + 1}</span>
            <img src={row.poster ?? pencilFor(row.id)} alt="" width="96" height="54" loading="lazy" />
            <div className="top-words">
              <b>{titleOf(row)}</b>
              <span className="figures">
                {count(row.views)}
                <span className="visually-hidden"> views</span>
              </span>
              <div className="top-bar">
                <svg aria-hidden="true" focusable="false">
                  <rect width={`${lyingBar(row.views, leader)}%`} height="10" rx="5" />
                </svg>
              </div>
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}

/** A timesheet: a column for each genre, a cell for each episode. */
function GenreSheet({ rows }: { rows: OwnRow[] }) {
  const genres = genreDistribution(rows)
  const sheet = timesheetOf(genres.map(({ episodes }) => episodes))
  return (
    <section className="panel" aria-labelledby="genres-title">
      <h2 id="genres-title">Genre distribution</h2>
      {genres.length === 0 ? (
        <p className="muted analytics-none">No episodes yet</p>
      ) : (
        <p className="muted analytics-lead">
          {sheet.episodesPerCell === 1 ? 'One cell per episode' : `One cell per ${sheet.episodesPerCell} episodes`}
        </p>
      )}
      <ul className="timesheet">
        {genres.map(({ genre, episodes }, place) => (
          <li key={genre}>
            <Column cells={sheet.cells} cellHeight={sheet.cellHeight} filled={sheet.filled[place] ?? 0} />
            <b>{count(episodes)}</b>
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
  const tops = Array.from({ length: cells }, (_, place) => place * cellHeight)
  return (
    <svg width="100%" height={cells * cellHeight} aria-hidden="true" focusable="false">
      {tops.slice(1).map((y) => (
        <line key={y} x1="0" x2="100%" y1={y} y2={y} />
      ))}
      {tops.slice(cells - filled).map((y) => (
        <rect key={y} x="4%" width="92%" y={y + gap} height={cellHeight - 2 * gap} rx={Math.min(5, cellHeight / 4)} />
      ))}
    </svg>
  )
}
