import { placeholderPoster } from '#app/episodes/placeholder-poster.ts'
import { useWithWatchedSeconds } from '#app/episodes/use-watched-seconds.ts'
import { formatDuration, formatEpisodes } from '#app/ui/format.ts'
import { Icon } from '#app/ui/icon.tsx'
import { Link } from '#app/ui/link.tsx'
import { Ruler } from '#app/ui/ruler.tsx'
import { sharpPicture } from '#app/ui/sharp-picture.ts'
import type { SeriesFeatureData } from './load-feature.server.ts'
import { isBegun, partsAround, presentPart } from './present-part.ts'

/** Two rows of cells; the page of the series has the other parts. */
const MAX_CELLS = 8

/** The only series of a creator, over the whole width: its cover, its parts, and the one to go on with. */
export function SeriesFeature({ series }: { series: SeriesFeatureData }) {
  const { id, title, description, poster, largePoster, totalSeconds, isSignedIn } = series
  const parts = useWithWatchedSeconds(series.parts)
  const present = presentPart(parts, isSignedIn)
  return (
    <article className="panel series-feature" aria-labelledby="series-feature-title">
      <div className="series-feature-picture">
        <div className="series-card-picture">
          <img
            src={poster ?? placeholderPoster(id)}
            {...sharpPicture(poster, largePoster, 404)}
            alt=""
            width="1280"
            height="720"
            loading="lazy"
            decoding="async"
          />
        </div>
      </div>
      <div className="series-feature-text">
        <div>
          <h3 id="series-feature-title" className="text-face">
            <Link to={`/series/${id}`}>{title}</Link>
          </h3>
          {description !== '' && <p className="muted series-feature-description">{description}</p>}
        </div>
        <ol>
          {partsAround(parts, present, MAX_CELLS).map((part) => (
            <li key={part.id}>
              <Link
                to={`/watch/${part.id}`}
                className={part.isFinished ? 'is-watched' : undefined}
                aria-current={part === present ? true : undefined}
              >
                <b className="figures">{part.number}</b>
                {part.durationSeconds !== null && (
                  <span className="series-feature-length figures">{formatDuration(part.durationSeconds)}</span>
                )}
                <span className="series-feature-part">{part.title}</span>
                <Ruler seconds={part.durationSeconds} watchedSeconds={part.positionSeconds} />
              </Link>
            </li>
          ))}
        </ol>
        <p className="series-feature-actions row cluster gap-3">
          {present && (
            <Link className="button button-solid" to={`/watch/${present.id}`}>
              <Icon name="play" />
              {isBegun(parts) ? 'Continue' : 'Start'} with {present.number}
            </Link>
          )}
          <Link className="button button-text" to={`/series/${id}`}>
            Series page
          </Link>
          <span className="muted figures">
            {formatEpisodes(parts.length)}
            {totalSeconds > 0 && `, ${formatDuration(totalSeconds)} in total`}
          </span>
        </p>
      </div>
    </article>
  )
}
