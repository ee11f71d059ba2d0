import { Icon } from '#app/ui/icon.tsx'
import { Link } from '#app/ui/link.tsx'
import type { SeriesStripData } from './load-strip.server.ts'

type Strip = NonNullable<SeriesStripData>

/** Small links below the player: the part before, the series, and the part after. */
export function SeriesSteps({ strip }: { strip: Strip }) {
  const { series, number, previous, next } = strip
  return (
    <nav className="series-steps" aria-label="Episodes before and after">
      {previous && (
        <Link
          to={`/watch/${previous.id}`}
          rel="prev"
          aria-label={`Previous: Episode ${previous.number}, ${previous.title}`}
        >
          <Icon name="left" />
          Episode {previous.number}
        </Link>
      )}
      <Link className="series-steps-name" to={`/series/${series.id}`}>
        <Icon name="series" />
        {series.title}, {number}
      </Link>
      {next && (
        <Link to={`/watch/${next.id}`} rel="next" aria-label={`Next: Episode ${next.number}, ${next.title}`}>
          Episode {next.number}
          <Icon name="right" />
        </Link>
      )}
    </nav>
  )
}

/** The parts as the cells of a timesheet: those watched filled, the present one a star. */
export function SeriesStrip({ strip, episodeId }: { strip: Strip; episodeId: string }) {
  const { series, parts, next } = strip
  return (
    <section className="series-strip" aria-labelledby="series-strip-title">
      <div className="series-strip-head">
        <h2 id="series-strip-title">Series</h2>
        <Link to={`/series/${series.id}`}>{series.title}</Link>
      </div>
      <ol>
        {parts.map(({ id, number, isFinished }) => (
          <li key={id}>
            <Link
              className={isFinished ? 'series-cell is-watched' : 'series-cell'}
              to={`/watch/${id}`}
              aria-current={id === episodeId ? 'page' : undefined}
              aria-label={`Episode ${number}${isFinished ? ', watched' : ''}`}
            >
              {number}
            </Link>
          </li>
        ))}
      </ol>
      {next && (
        <p className="muted">
          Next: <Link to={`/watch/${next.id}`}>{next.title}</Link>
        </p>
      )}
    </section>
  )
}
