import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { FoundingCreator, Genre, NotReady, Nsfw, Trending } from '#app/ui/badges.tsx'
import { date, length, views } from '#app/ui/figures.ts'
import { Icon } from '#app/ui/icon.tsx'
import { Ruler } from '#app/ui/ruler.tsx'
import type { Card } from './card-shape.ts'
import { pencilFor } from './pencil.ts'
import { Preview } from './preview.tsx'
import { usePreview } from './use-preview.ts'
import { useWarmFilm } from './use-warm-film.ts'

interface EpisodeCardProps {
  card: Card
  /** On a creator's own page the way to the creator is left out. */
  withCreator: boolean
  /** True for pictures in the first view. */
  isFirst: boolean
  /** True for the first card that 'Load more' has brought: whoever asked goes on from here. */
  isFresh: boolean
}

/** One episode in a grid. The picture is the box; it opens the episode like the button below it. */
export function EpisodeCard({ card, withCreator, isFirst, isFresh }: EpisodeCardProps) {
  const titleId = `episode-${card.id}`
  const preview = usePreview(card.id, card.hls !== null)
  const warm = useWarmFilm(card.id, card.hls !== null)
  const open = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    if (isFresh && isFocusAtTheEnd()) open.current?.focus({ preventScroll: true })
  }, [isFresh])
  return (
    <article ref={preview.card} className="card" aria-labelledby={titleId} {...preview.watching} {...warm}>
      <div className="card-picture">
        <img
          src={card.poster ?? pencilFor(card.id)}
          alt=""
          width="640"
          height="360"
          loading={isFirst ? 'eager' : 'lazy'}
          decoding="async"
        />
        {card.durationSeconds !== null && preview.state.phase !== 'playing' && (
          <span className="card-length figures">{length(card.durationSeconds)}</span>
        )}
        {(card.nsfw || card.notReady) && (
          <span className="card-marks">
            {card.nsfw && <Nsfw />}
            {card.notReady && <NotReady state={card.notReady.state} />}
          </span>
        )}
        {card.hls !== null && <Preview hls={card.hls} clip={card.preview} control={preview} titleId={titleId} />}
      </div>
      <Ruler seconds={card.durationSeconds} />
      <h3 id={titleId}>{card.title}</h3>
      <div className="card-facts">
        <Genre name={card.genre} />
        {card.trending && <Trending />}
        {withCreator && card.founderBadge && <FoundingCreator />}
      </div>
      <div className="card-facts figures">
        <span>{views(Math.max(card.views, preview.countedViews ?? 0))}</span>
        <span aria-hidden="true">·</span>
        <time dateTime={card.date.toISOString()}>{date(card.date)}</time>
      </div>
      {card.nsfw && card.nsfwReason !== '' && <p className="card-reason">{card.nsfwReason}</p>}
      <div className="card-actions">
        <Link
          ref={open}
          className="button button-quiet button-small card-open"
          to={`/watch/${card.id}`}
          aria-describedby={titleId}
        >
          <Icon name="play" />
          Watch Episode
        </Link>
        {withCreator && (
          <Link
            className="button button-text button-small"
            to={`/creator/${card.creatorId}`}
            aria-describedby={titleId}
          >
            View Creator
          </Link>
        )}
      </div>
    </article>
  )
}

/** Whether the focus is still where the list was asked to go on, and not taken elsewhere meanwhile. */
function isFocusAtTheEnd(): boolean {
  const { activeElement } = document
  return activeElement === null || activeElement === document.body || activeElement.closest('.load-more') !== null
}
