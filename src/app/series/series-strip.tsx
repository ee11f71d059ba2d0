import { placeholderPoster } from '#app/episodes/placeholder-poster.ts'
import { formatDuration } from '#app/ui/format.ts'
import { Icon } from '#app/ui/icon.tsx'
import { languageOf } from '#app/ui/language-of.ts'
import { LatePicture } from '#app/ui/late-picture.tsx'
import { Link } from '#app/ui/link.tsx'
import type { SeriesStripData } from './load-strip.server.ts'

type Strip = NonNullable<SeriesStripData>
type Neighbour = NonNullable<Strip['next']>

/** More parts than this would make the strip higher, and stand there as one number. */
const CELLS_MAX = 12

/** The parts as the cells of a timesheet, those watched filled, the present one in cream; and the parts before and after. */
export function SeriesStrip({ strip, episodeId }: { strip: Strip; episodeId: string }) {
  const { series, number, parts, previous, next } = strip
  return (
    <section className="panel series-strip" aria-labelledby="series-strip-title">
      <div className="series-strip-head">
        <div>
          <h2 id="series-strip-title" className="text-face">
            <Link to={`/series/${series.id}`}>{series.title}</Link>
          </h2>
          <p className={parts.length > CELLS_MAX ? 'muted figures' : 'series-strip-number muted figures'}>
            Episode {number} of {parts.at(-1)?.number ?? number}
          </p>
        </div>
        {parts.length <= CELLS_MAX && (
          <ol>
            {parts.map(({ id, number, isFinished }) => (
              <li key={id}>
                <Link
                  className={isFinished ? 'series-cell middle small is-watched' : 'series-cell middle small'}
                  to={`/watch/${id}`}
                  aria-current={id === episodeId ? 'page' : undefined}
                  aria-label={`Episode ${number}${isFinished ? ', watched' : ''}`}
                >
                  {number}
                </Link>
              </li>
            ))}
          </ol>
        )}
      </div>
      {(previous || next) && (
        <nav className="series-neighbours" aria-label="Episodes before and after">
          {previous && <NeighbourLink part={previous} rel="prev" />}
          {next && <NeighbourLink part={next} rel="next" />}
        </nav>
      )}
    </section>
  )
}

function NeighbourLink({ part, rel }: { part: Neighbour; rel: 'prev' | 'next' }) {
  const { id, number, title, poster, durationSeconds } = part
  const name = rel === 'prev' ? 'Previous' : 'Next'
  return (
    <Link to={`/watch/${id}`} rel={rel}>
      <span className="series-neighbour-picture" aria-hidden="true">
        <LatePicture src={poster ?? placeholderPoster(id)} />
        {durationSeconds !== null && <span className="card-length figures">{formatDuration(durationSeconds)}</span>}
      </span>
      <span>
        <span className="visually-hidden">{`${name}: Episode ${number}, `}</span>
        <span className="series-neighbour-step row gap-1 muted small" aria-hidden="true">
          {rel === 'prev' && <Icon name="epprev" />}
          {name}
          {rel === 'next' && <Icon name="epnext" />}
        </span>
        <b lang={languageOf(title)}>{title}</b>
      </span>
    </Link>
  )
}
