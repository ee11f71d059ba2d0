import { formatContentNotes } from '#app/episodes/content-notes.ts'
import { trendingReason } from '#app/messages/trending.ts'
import { FlashBadge, GenreBadge, NsfwBadge, TrendingBadge, VisibilityBadge } from '#app/ui/badges.tsx'
import { formatDate, formatViews } from '#app/ui/format.ts'
import { Icon } from '#app/ui/icon.tsx'
import { languageOf } from '#app/ui/language-of.ts'
import type { WatchData } from './load-watch.server.ts'

/** From this length on a title is set smaller, in characters. */
const LONG_TITLE = 60

/** The title of the page, in the words and the script of the creator. */
export function WatchTitle({ title }: { title: string }) {
  const isLong = [...title].length >= LONG_TITLE
  return (
    <h1 className={isLong ? 'watch-title text-face is-long' : 'watch-title text-face'} lang={languageOf(title)}>
      {title}
    </h1>
  )
}

/** Badges, views and date of the episode, in one row. */
export function WatchFacts({ data, views }: { data: WatchData; views: number }) {
  const { episode } = data
  return (
    <div className="watch-facts row cluster muted">
      <GenreBadge name={episode.genre} />
      {episode.trending && <TrendingBadge reason={trendingReason(data.trendingWatches)} />}
      <VisibilityBadge {...episode} />
      {episode.nsfw && <NsfwBadge />}
      {episode.nsfw && episode.nsfwReason !== '' && <span className="nsfw-reason">{episode.nsfwReason}</span>}
      {data.flashes.spans.length > 0 && <FlashBadge />}
      {episode.contentNotes.length > 0 && (
        <span className="content-notes-line inline-row gap-1">
          <Icon name="warn" />
          {formatContentNotes(episode.contentNotes)}
        </span>
      )}
      <p className="views-and-date figures">
        <span>{formatViews(views)}</span>
        <span aria-hidden="true">·</span>
        <time dateTime={episode.date.toISOString()}>{formatDate(episode.date)}</time>
      </p>
    </div>
  )
}
