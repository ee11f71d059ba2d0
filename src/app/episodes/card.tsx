import { type ReactNode, useEffect, useRef } from 'react'
import { trendingReason } from '#app/messages/trending.ts'
import { FoundingCreatorBadge, GenreBadge, NsfwBadge, StatusBadge, TrendingBadge } from '#app/ui/badges.tsx'
import { formatDate, formatDuration, formatTime, formatViews } from '#app/ui/format.ts'
import { Icon } from '#app/ui/icon.tsx'
import { languageOf } from '#app/ui/language-of.ts'
import { Link } from '#app/ui/link.tsx'
import { Ruler } from '#app/ui/ruler.tsx'
import type { Card } from './card-shape.ts'
import { placeholderPoster } from './placeholder-poster.ts'
import { Preview } from './preview.tsx'
import { usePrefetch } from './use-prefetch.ts'
import { usePreview } from './use-preview.ts'
import { useWatchedSeconds } from './use-watched-seconds.ts'

interface EpisodeCardProps {
  card: Card
  /** Null on a creator's own page, which leaves out the creator. */
  creator: ReactNode
  /** True for cards in view before scrolling. */
  isAboveFold: boolean
  /** True for the first card, whose picture is the largest on a phone. */
  isFirst: boolean
  /** True for the first card that 'Load More' has added, which gets the focus. */
  isFresh: boolean
}

/** One episode in a grid. A click on the poster opens the episode, like the button below it. */
export function EpisodeCard({ card, creator, isAboveFold, isFirst, isFresh }: EpisodeCardProps) {
  const titleId = `episode-${card.id}`
  const preview = usePreview(card.id, card.hls !== null)
  const prefetchHandlers = usePrefetch(card.id, card.hls !== null)
  const watchedSeconds = useWatchedSeconds(card)
  const open = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    if (isFresh && isFocusAtListEnd()) open.current?.focus({ preventScroll: true })
  }, [isFresh])
  return (
    <article ref={preview.card} className="card" aria-labelledby={titleId} {...preview.handlers} {...prefetchHandlers}>
      <div className="card-picture">
        <img
          src={card.poster ?? placeholderPoster(card.id)}
          alt=""
          width="640"
          height="360"
          loading={isAboveFold ? 'eager' : 'lazy'}
          fetchPriority={isFirst ? 'high' : undefined}
          decoding="async"
        />
        {card.durationSeconds !== null && preview.state.phase !== 'playing' && (
          <span className="card-length figures">{formatDuration(card.durationSeconds)}</span>
        )}
        {(card.nsfw || card.notReady) && (
          <span className="card-marks cluster">
            {card.nsfw && <NsfwBadge />}
            {card.notReady && <StatusBadge state={card.notReady.state} />}
          </span>
        )}
        {card.hls !== null && <Preview hls={card.hls} clip={card.preview} control={preview} titleId={titleId} />}
      </div>
      <Ruler seconds={card.durationSeconds} watchedSeconds={watchedSeconds} />
      <h3 id={titleId} lang={languageOf(card.title)}>
        {card.title}
      </h3>
      {creator}
      <div className="card-facts row cluster muted small">
        {card.isNew && <span className="card-new inline-row">New</span>}
        <GenreBadge name={card.genre} />
        {card.trending && <TrendingBadge reason={trendingReason(card.trendingWatches)} />}
        {creator !== null && card.founderBadge && <FoundingCreatorBadge />}
      </div>
      <div className="card-facts row cluster muted small figures">
        <span>{formatViews(Math.max(card.views, preview.countedViews ?? 0))}</span>
        <span aria-hidden="true">·</span>
        <time dateTime={card.date.toISOString()}>{formatDate(card.date)}</time>
      </div>
      {card.line && (
        <p className="card-line">
          <Link to={`/watch/${card.id}?t=${card.line.from}&line`} aria-describedby={titleId}>
            <span className="visually-hidden">Subtitle match at </span>
            <span className="figures">{formatTime(card.line.from)}</span>{' '}
            <q lang={card.line.language} dir="auto">
              {card.line.text}
            </q>
          </Link>
        </p>
      )}
      {card.nsfw && card.nsfwReason !== '' && <p className="card-reason">{card.nsfwReason}</p>}
      <div className="card-actions cluster">
        <Link
          ref={open}
          className="button button-quiet button-small card-open"
          to={`/watch/${card.id}`}
          aria-describedby={titleId}
        >
          <Icon name="play" />
          Watch Episode
        </Link>
        {creator !== null && (
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

/** Whether the focus is still on 'Load More' or nowhere, and was not moved elsewhere during the load. */
function isFocusAtListEnd(): boolean {
  const { activeElement } = document
  return activeElement === null || activeElement === document.body || activeElement.closest('.load-more') !== null
}
