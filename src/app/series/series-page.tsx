import { placeholderPoster } from '#app/episodes/placeholder-poster.ts'
import { useWithWatchedSeconds } from '#app/episodes/use-watched-seconds.ts'
import { EpisodePoster } from '#app/library/library-episode.tsx'
import { WatchLaterButton } from '#app/library/watch-later-button.tsx'
import { ShareButton } from '#app/share/share-button.tsx'
import { Avatar } from '#app/ui/avatar.tsx'
import { FoundingCreatorBadge, VisibilityBadge } from '#app/ui/badges.tsx'
import { FoldedText } from '#app/ui/folded-text.tsx'
import { formatDate, formatDuration, formatEpisodes, formatViews } from '#app/ui/format.ts'
import { Icon } from '#app/ui/icon.tsx'
import { Link } from '#app/ui/link.tsx'
import { sharpPicture } from '#app/ui/sharp-picture.ts'
import { groupByArcs } from './arc-groups.ts'
import type { SeriesData, SeriesPart } from './load-series.server.ts'
import { isBegun, presentPart } from './present-part.ts'
import { SeriesCredits } from './series-credits.tsx'
import { SeriesLine } from './series-line.tsx'

/** A series as a page of its own: its facts, the visitor's progress, and its parts under their arcs. */
export function SeriesPage({ data }: { data: SeriesData }) {
  const parts = useWithWatchedSeconds(data.parts)
  const present = presentPart(parts, data.isSignedIn)
  return (
    <>
      <SeriesHead data={data} parts={parts} present={present} />
      {parts.length > 0 && <SeriesLine {...data} parts={parts} />}
      {parts.length === 0 && (
        <p className="muted">No episodes yet. Only you can see this series until it has a public episode.</p>
      )}
      {data.madeBy.roles.length === 0 ? (
        <SeriesArcs data={data} parts={parts} present={present} />
      ) : (
        <div className="series-body">
          <div>
            <SeriesArcs data={data} parts={parts} present={present} />
          </div>
          <SeriesCredits madeBy={data.madeBy} />
        </div>
      )}
    </>
  )
}

interface SeriesArcsProps {
  data: SeriesData
  parts: SeriesPart[]
  present: SeriesPart | null
}

/** The parts under their arcs. */
function SeriesArcs({ data, parts, present }: SeriesArcsProps) {
  return (
    <>
      {groupByArcs(parts, data.arcs).map(({ title, parts: arcParts }) => (
        <section key={arcParts[0]!.id} className="series-arc" aria-label={title === null ? 'Episodes' : undefined}>
          {title !== null && (
            <div className="series-arc-head cluster">
              <h2 className="text-face">{title}</h2>
              <span className="muted figures">{formatEpisodes(arcParts.length)}</span>
            </div>
          )}
          <ol className="series-parts">
            {arcParts.map((part) => (
              <li key={part.id} className={part === present ? 'is-present' : undefined}>
                <Part data={data} part={part} isPresent={part === present} HeadingTag={title === null ? 'h2' : 'h3'} />
              </li>
            ))}
          </ol>
        </section>
      ))}
    </>
  )
}

interface SeriesHeadProps {
  data: SeriesData
  parts: SeriesPart[]
  present: SeriesPart | null
}

function SeriesHead({ data, parts, present }: SeriesHeadProps) {
  const { id, title, description, poster, largePoster, creator, totalSeconds, totalViews, isOwn } = data
  const facts = [
    formatEpisodes(parts.length),
    ...(totalSeconds > 0 ? [formatDuration(totalSeconds)] : []),
    formatViews(totalViews),
  ]
  return (
    <div className="series-head">
      <div>
        <p className="series-kind row cluster">
          <Icon name="series" />
          Series
        </p>
        <h1 className="text-face">{title}</h1>
        <p className="series-by row cluster">
          <Avatar name={creator.name} url={creator.avatarUrl} size="small" />
          <Link to={`/creator/${creator.uid}`}>
            <b>{creator.name}</b>
          </Link>
          {creator.founderBadge && <FoundingCreatorBadge />}
        </p>
        {description !== '' && <FoldedText className="series-description" text={description} />}
        <p className="muted figures">{facts.join(' · ')}</p>
        <div className="series-actions row cluster">
          {present && (
            <Link className="button button-primary" to={`/watch/${present.id}`}>
              <Icon name="play" />
              {isBegun(parts) ? 'Continue with' : 'Watch'} Episode {present.number}
            </Link>
          )}
          {present && (
            <WatchLaterButton
              key={present.id}
              episodeId={present.id}
              isInWatchLater={present.isInWatchLater}
              isSignedIn={data.isSignedIn}
              what={`Episode ${present.number}`}
              next={`/series/${id}`}
            />
          )}
          <ShareButton path={`/series/${id}`} title={title} by={creator.name} />
          {isOwn && (
            <Link className="button" to={`/series/${id}/edit`}>
              <Icon name="edit" />
              Edit Series
            </Link>
          )}
        </div>
      </div>
      <div className="series-picture">
        <img
          src={poster ?? placeholderPoster(id)}
          {...sharpPicture(poster, largePoster, 544)}
          alt=""
          width="1280"
          height="720"
          decoding="async"
        />
      </div>
    </div>
  )
}

interface PartProps {
  data: Pick<SeriesData, 'id' | 'isSignedIn'>
  part: SeriesPart
  isPresent: boolean
  HeadingTag: 'h2' | 'h3'
}

function Part({ data, part, isPresent, HeadingTag }: PartProps) {
  return (
    <>
      <span className="series-number figures" aria-hidden="true">
        {part.number}
      </span>
      <EpisodePoster episode={part} />
      <div>
        <HeadingTag>
          <span className="visually-hidden">Episode {part.number}: </span>
          <Link to={`/watch/${part.id}`}>{part.title}</Link>
        </HeadingTag>
        {part.description !== '' && <p className="series-part-description">{part.description}</p>}
        <p className="series-part-facts row cluster muted small figures">
          <span>{part.genre}</span>
          <span aria-hidden="true">·</span>
          <span>{formatViews(part.views)}</span>
          <span aria-hidden="true">·</span>
          <time dateTime={part.date.toISOString()}>{formatDate(part.date)}</time>
          <VisibilityBadge {...part} />
        </p>
      </div>
      <div className="series-part-state row">
        {part.isFinished && (
          <>
            <Icon name="check" />
            Watched
          </>
        )}
        {isPresent && !part.isFinished && (part.positionSeconds ?? 0) > 0 && (
          <Link className="button button-small" to={`/watch/${part.id}`}>
            <Icon name="play" />
            Continue
          </Link>
        )}
        {/* The head has the button of the present part. */}
        {!isPresent && !part.isFinished && (
          <WatchLaterButton
            isIcon
            episodeId={part.id}
            isInWatchLater={part.isInWatchLater}
            isSignedIn={data.isSignedIn}
            what={`Episode ${part.number}`}
            next={`/series/${data.id}`}
          />
        )}
      </div>
    </>
  )
}
