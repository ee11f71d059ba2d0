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

type Film = Pick<LibraryItem, 'id' | 'title' | 'nsfw' | 'poster' | 'durationSeconds' | 'positionSeconds'>

/** A small card: picture, ruler, title and one line of facts. */
export function FilmCard({ film, children, remove }: { film: Film; children: ReactNode; remove?: ReactNode }) {
  const titleId = `film-${film.id}`
  return (
    <article className="film" aria-labelledby={titleId}>
      <FilmPicture film={film} />
      <h3 id={titleId}>
        <Link className="film-open" to={`/watch/${film.id}`}>
          {film.title}
        </Link>
      </h3>
      <p className="film-facts">{children}</p>
      {remove}
    </article>
  )
}

/** The poster with its length, and the ruler below it. */
export function FilmPicture({ film }: { film: Film }) {
  return (
    <div>
      <div className="film-picture">
        <img
          src={film.poster ?? placeholderPoster(film.id)}
          alt=""
          width="640"
          height="360"
          loading="lazy"
          decoding="async"
        />
        {film.nsfw && (
          <span className="card-marks">
            <NsfwBadge />
          </span>
        )}
        {film.durationSeconds !== null && (
          <span className="card-length figures">{formatDuration(film.durationSeconds)}</span>
        )}
      </div>
      <Ruler seconds={film.durationSeconds} watchedSeconds={film.positionSeconds} />
    </div>
  )
}

/** '2:41 of 6:00 · 3:19 left'. */
export function TimeLeft({ film }: { film: Film }) {
  const position = film.positionSeconds ?? 0
  const length = film.durationSeconds ?? 0
  return (
    <span className="figures">
      {`${formatTime(position)} of ${formatDuration(length)}`} <span aria-hidden="true">·</span>{' '}
      {`${formatTime(Math.max(0, Math.round(length) - Math.floor(position)))} left`}
    </span>
  )
}

/** 'Stopped at 2:41 of 6:00', or 'Watched to the end'. */
export function StoppedAt({ film }: { film: Film }) {
  const position = film.positionSeconds ?? 0
  if (film.durationSeconds !== null && isFinished(position, film.durationSeconds)) return 'Watched to the end'
  return (
    <>
      Stopped at <b>{formatTime(position)}</b>
      {film.durationSeconds !== null && ` of ${formatDuration(film.durationSeconds)}`}
    </>
  )
}

/** A round button that removes an episode from a list. */
export function RemoveForm({ film, intent, from }: { film: Film; intent: LibraryIntent; from: string }) {
  return (
    <Form method="post" className="film-remove" preventScrollReset>
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="episodeId" value={film.id} />
      <button type="submit" className="hole" aria-label={`Remove ${film.title} from ${from}`}>
        <Icon name="x" />
      </button>
    </Form>
  )
}
