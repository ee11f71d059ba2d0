import { placeholderPoster } from '#app/episodes/placeholder-poster.ts'
import { usePrefetch } from '#app/episodes/use-prefetch.ts'
import { useWatchedSeconds } from '#app/episodes/use-watched-seconds.ts'
import { formatDuration } from '#app/ui/format.ts'
import { Icon, type IconName } from '#app/ui/icon.tsx'
import { languageOf } from '#app/ui/language-of.ts'
import { LatePicture } from '#app/ui/late-picture.tsx'
import { Link } from '#app/ui/link.tsx'
import { Ruler } from '#app/ui/ruler.tsx'
import type { NextReason } from '#catalog/up-next.ts'
import { chooseAutoplayNext, useAutoplayNext } from './autoplay-next.ts'
import type { ShownEpisode } from './offered-episode.ts'

const reasonIcons: Record<NextReason, IconName> = { series: 'film', creator: 'user', similar: 'film', newest: 'date' }

/** More of them would be longer than what is below the player. */
const SHOWN = 5

/** The episodes to watch next, each with its reason; nothing where nothing is offered. */
export function UpNextList({ episodes }: { episodes: readonly ShownEpisode[] }) {
  const isAutoplayOn = useAutoplayNext()
  if (episodes.length === 0) return null
  return (
    <section className="up-next" aria-labelledby="up-next">
      <h2 id="up-next">Up next</h2>
      <label className="switch up-next-switch">
        Autoplay next episode
        <input
          type="checkbox"
          // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox exposes natively whether it is checked
          role="switch"
          checked={isAutoplayOn}
          onChange={(event) => chooseAutoplayNext(event.currentTarget.checked)}
        />
      </label>
      <ol className="up-next-list">
        {episodes.slice(0, SHOWN).map((episode) => (
          <UpNextItem key={episode.id} episode={episode} />
        ))}
      </ol>
    </section>
  )
}

function UpNextItem({ episode }: { episode: ShownEpisode }) {
  const prefetchHandlers = usePrefetch(episode.id, true)
  const watchedSeconds = useWatchedSeconds(episode)
  return (
    <li className="up-next-item" {...prefetchHandlers}>
      <div>
        <div className="up-next-picture">
          <LatePicture src={episode.poster ?? placeholderPoster(episode.id)} />
          {episode.durationSeconds !== null && (
            <span className="card-length figures">{formatDuration(episode.durationSeconds)}</span>
          )}
        </div>
        <Ruler seconds={episode.durationSeconds} watchedSeconds={watchedSeconds} />
      </div>
      <div className="up-next-text">
        <Link className="up-next-title" to={`/watch/${episode.id}`} lang={languageOf(episode.title)}>
          {episode.title}
        </Link>
        <span className="muted">{episode.creatorName}</span>
        <span className="up-next-reason row gap-1">
          <Icon name={reasonIcons[episode.reason]} />
          {episode.reasonText}
        </span>
      </div>
    </li>
  )
}
