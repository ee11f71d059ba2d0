import { placeholderPoster } from '#app/episodes/placeholder-poster.ts'
import { formatEpisodes } from '#app/ui/format.ts'
import { Icon } from '#app/ui/icon.tsx'
import { Link } from '#app/ui/link.tsx'
import type { SeriesSummary } from '#series/series.ts'

/** The fields of a series that a card shows. */
export type SeriesCardData = Pick<SeriesSummary, 'id' | 'title' | 'poster' | 'episodeCount'>

/** The fields of a series that its card shows. */
export function seriesCardOf({ id, title, poster, episodeCount }: SeriesSummary): SeriesCardData {
  return { id, title, poster, episodeCount }
}

/** A grid of series. @param canEdit whether each card leads to the editor too */
export function SeriesCards({ series, canEdit = false }: { series: SeriesCardData[]; canEdit?: boolean }) {
  return (
    <ul className="series-cards">
      {series.map(({ id, title, poster, episodeCount }) => (
        <li key={id} className="series-card">
          <div className="series-card-picture">
            <img
              src={poster ?? placeholderPoster(id)}
              alt=""
              width="640"
              height="360"
              loading="lazy"
              decoding="async"
            />
          </div>
          <h3>
            <Link to={`/series/${id}`}>{title}</Link>
          </h3>
          <p className="muted figures">
            <span>{formatEpisodes(episodeCount)}</span>
            {canEdit && (
              <Link className="button button-text button-small" to={`/series/${id}/edit`} aria-label={`Edit ${title}`}>
                <Icon name="edit" />
                Edit
              </Link>
            )}
          </p>
        </li>
      ))}
    </ul>
  )
}
