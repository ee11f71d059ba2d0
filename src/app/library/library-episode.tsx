import type { ReactNode } from 'react'
import { Form } from 'react-router'
import { placeholderPoster } from '#app/episodes/placeholder-poster.ts'
import { NsfwBadge } from '#app/ui/badges.tsx'
import { formatDuration, formatTime } from '#app/ui/format.ts'
import { Icon } from '#app/ui/icon.tsx'
import { Link } from '#app/ui/link.tsx'
import { Ruler } from '#app/ui/ruler.tsx'
import { isFinished } from '#library/library.ts'
import type { LibraryIntent } from './library-forms.ts'
import type { LibraryItem } from './library-item.ts'

type ShownEpisode = Pick<LibraryItem, 'id' | 'title' | 'nsfw' | 'poster' | 'durationSeconds' | 'positionSeconds'>

/** A small card: picture, ruler, title and one line of facts. */
export function LibraryCard({
  episode,
  children,
  remove,
  withPlay = false,
}: {
  episode: ShownEpisode
  children: ReactNode
  remove?: ReactNode
  /** Whether the picture has the sign that says that it goes on from there. */
  withPlay?: boolean
}) {
  const titleId = `library-${episode.id}`
  return (
    <article className="library-card" aria-labelledby={titleId}>
      <EpisodePoster episode={episode} />
      <h3 id={titleId}>
        <Link className="library-card-open" to={`/watch/${episode.id}`}>
          {episode.title}
        </Link>
      </h3>
      <p className="library-facts row cluster muted small">{children}</p>
      {withPlay && (
        <span className="library-play" aria-hidden="true">
          <span>
            <Icon name="play" />
          </span>
        </span>
      )}
      {remove}
    </article>
  )
}

/** The poster with its length, and the ruler below it. */
export function EpisodePoster({ episode }: { episode: ShownEpisode }) {
  return (
    <div>
      <div className="library-poster">
        <img
          src={episode.poster ?? placeholderPoster(episode.id)}
          alt=""
          width="640"
          height="360"
          loading="lazy"
          decoding="async"
        />
        {episode.nsfw && (
          <span className="card-marks cluster">
            <NsfwBadge />
          </span>
        )}
        {episode.durationSeconds !== null && (
          <span className="card-length figures">{formatDuration(episode.durationSeconds)}</span>
        )}
      </div>
      <Ruler seconds={episode.durationSeconds} watchedSeconds={episode.positionSeconds} />
    </div>
  )
}

/** '2:41 of 6:00 · 3:19 left'. */
export function TimeLeft({ episode }: { episode: ShownEpisode }) {
  const position = episode.positionSeconds ?? 0
  const length = episode.durationSeconds ?? 0
  return (
    <span className="figures">
      {`${formatTime(position)} of ${formatDuration(length)}`} <span aria-hidden="true">·</span>{' '}
      {`${formatTime(Math.max(0, Math.round(length) - Math.floor(position)))} left`}
    </span>
  )
}

/** 'Stopped at 2:41 of 6:00', or 'Watched to the end'. */
export function StoppedAt({ episode }: { episode: ShownEpisode }) {
  const position = episode.positionSeconds ?? 0
  if (episode.durationSeconds !== null && isFinished(position, episode.durationSeconds)) return 'Watched to the end'
  return (
    <span>
      Stopped at <b>{formatTime(position)}</b>
      {episode.durationSeconds !== null && ` of ${formatDuration(episode.durationSeconds)}`}
    </span>
  )
}

/** A round button that removes an episode from a list. */
export function RemoveForm({ episode, intent, from }: { episode: ShownEpisode; intent: LibraryIntent; from: string }) {
  return (
    <Form method="post" className="library-remove" preventScrollReset>
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="episodeId" value={episode.id} />
      <button type="submit" className="icon-button" aria-label={`Remove ${episode.title} from ${from}`}>
        <Icon name="x" />
      </button>
    </Form>
  )
}
