import { useEffect, useState } from 'react'
import { useRevalidator } from 'react-router'
import { hoshiContext, pageRequestContext } from '#app/context.ts'
import { notReadyOf } from '#app/episodes/card-shape.ts'
import { countView, createVisitId } from '#app/episodes/count-view.ts'
import { evictShown, isPrefetchRequest, loadWatchData, markShown, prefetchData } from '#app/episodes/prefetch.ts'
import { SupportLink } from '#app/episodes/support-link.tsx'
import { useRevalidateWhile } from '#app/episodes/use-revalidate-while.ts'
import { head, sharedHead } from '#app/head.ts'
import { isNotFound, NotFoundState } from '#app/layout/error-page.tsx'
import { WatchLayout } from '#app/layout/watch-layout.tsx'
import { Player } from '#app/player/player.tsx'
import { refusePage } from '#app/refused.server.ts'
import { Avatar } from '#app/ui/avatar.tsx'
import { FoundingCreatorBadge, GenreBadge, NsfwBadge, TrendingBadge, VisibilityBadge } from '#app/ui/badges.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { formatDate, formatViews } from '#app/ui/format.ts'
import { Link } from '#app/ui/link.tsx'
import { titleFontClass } from '#app/ui/title-font.ts'
import { watchHead } from '#app/watch-head.ts'
import { displayName } from '#creators/creator.ts'
import type { Route } from './+types/watch'

/** Delay that gives the video priority over the revalidation. */
const REVALIDATE_DELAY_MS = 400

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  loaderData
    ? sharedHead(matches, watchHead(loaderData))
    : head('Episode Not Found', 'There is no episode at this URL.')

export async function loader({ params, context }: Route.LoaderArgs) {
  const { catalog, engagement, creators, video } = context.get(hoshiContext)
  const { account } = context.get(pageRequestContext)
  const episode = await catalog.find(params.episodeId, account).catch(refusePage)
  const [counts, creator, fastStart] = await Promise.all([
    engagement.countsFor([episode.id]),
    creators.find(episode.creatorId),
    episode.hls === null ? null : video.fastStartOf(episode.videoId),
  ])
  const { id, title, description, genre, tags, nsfw, nsfwReason, date, trending, founderBadge } = episode
  const { visibility, publishAt, audience } = episode
  const { hls, poster, storyboard, width, height, durationSeconds } = episode
  return {
    episode: {
      ...{ id, title, description, genre, tags, nsfw, nsfwReason, date, trending, founderBadge },
      ...{ visibility, publishAt, audience },
    },
    playback: { hls, fastStart, poster, storyboard, width, height, durationSeconds },
    notReady: notReadyOf(episode),
    views: counts.get(id)?.views ?? 0,
    creator: {
      uid: episode.creatorId,
      name: displayName(episode.creator),
      avatarUrl: episode.creator.avatarUrl,
      bio: creator?.bio ?? '',
      patreonUrl: creator?.patreonUrl ?? '',
    },
  }
}

/** Uses the data prefetched when the visitor pointed at the card, if any. */
export async function clientLoader({ params, request, serverLoader }: Route.ClientLoaderArgs) {
  // Only a fetcher prefetches, and its data is never rendered.
  if (isPrefetchRequest(request)) return (await prefetchData(params.episodeId, serverLoader)) as never
  return loadWatchData(params.episodeId, serverLoader, isNotFound)
}

type WatchData = Route.ComponentProps['loaderData']

export default function Watch({ loaderData }: Route.ComponentProps) {
  return (
    <WatchLayout>
      <Episode key={loaderData.episode.id} {...loaderData} />
    </WatchLayout>
  )
}

function Episode(data: WatchData) {
  const { episode, playback, notReady, creator } = data
  const isPlayable = notReady === null && playback.hls !== null
  useRevalidateWhile(notReady?.state === 'Processing')
  useRevalidatePrefetched(episode.id)
  const countedViews = useWatchCount(episode.id, isPlayable)
  return (
    <div className="wrap watch">
      <div className="watch-main">
        {playback.hls !== null && isPlayable ? (
          <Player title={episode.title} {...playback} hls={playback.hls} />
        ) : (
          <NotPlayable failed={notReady?.state === 'Failed'} reason={notReady?.reason ?? null} />
        )}
        <h1 className={`watch-title ${titleFontClass(episode.title)}`}>{episode.title}</h1>
        <div className="watch-facts">
          <GenreBadge name={episode.genre} />
          {episode.trending && <TrendingBadge />}
          <VisibilityBadge {...episode} />
          {episode.nsfw && <NsfwBadge />}
          {episode.nsfw && episode.nsfwReason !== '' && <span className="nsfw-reason">{episode.nsfwReason}</span>}
          <p className="views-and-date figures">
            <span>{formatViews(countedViews ?? data.views)}</span>
            <span aria-hidden="true">·</span>
            <time dateTime={episode.date.toISOString()}>{formatDate(episode.date)}</time>
          </p>
        </div>
        {episode.description !== '' && <p className="watch-description">{episode.description}</p>}
        <CreatorBlock creator={creator} founderBadge={episode.founderBadge} />
      </div>
      <aside className="watch-side">
        <section className="panel watch-about">
          <h2>About the Creator</h2>
          <p className="muted">{creator.bio || `${creator.name} has not written a bio yet.`}</p>
        </section>
        <div className="ad">
          <span>Advertisement</span>
        </div>
      </aside>
    </div>
  )
}

/** Counts one watch each time the page is opened. @returns the views afterwards; null until known */
function useWatchCount(episodeId: string, isPlayable: boolean): number | null {
  const [counted, setCounted] = useState<number | null>(null)
  const [visitId] = useState(createVisitId)
  useEffect(() => {
    if (isPlayable) void countView(episodeId, 'watch', visitId).then(setCounted)
  }, [episodeId, isPlayable, visitId])
  return counted
}

/** Revalidates prefetched data and the visitor shortly after the screen is shown. */
function useRevalidatePrefetched(episodeId: string): void {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (!markShown(episodeId)) return
    const timer = setTimeout(() => void revalidate(), REVALIDATE_DELAY_MS)
    return () => {
      clearTimeout(timer)
      evictShown(episodeId)
    }
  }, [episodeId, revalidate])
}

function CreatorBlock({ creator, founderBadge }: { creator: WatchData['creator']; founderBadge: boolean }) {
  return (
    <section className="watch-creator" aria-label="Creator">
      <Avatar name={creator.name} url={creator.avatarUrl} size="medium" />
      <div className="watch-creator-words">
        <Link to={`/creator/${creator.uid}`}>
          <b>{creator.name}</b>
        </Link>
        {founderBadge && <FoundingCreatorBadge />}
      </div>
      <div className="watch-creator-actions">
        <Link className="button" to={`/creator/${creator.uid}`}>
          View Creator
        </Link>
        {creator.patreonUrl !== '' && <SupportLink url={creator.patreonUrl} />}
      </div>
    </section>
  )
}

/** Shown to the owner in place of the player. */
function NotPlayable({ failed, reason }: { failed: boolean; reason: string | null }) {
  return (
    <div className="watch-waiting">
      {failed ? (
        <EmptyState pose="oops" title="Failed">
          <p>{reason ?? 'This video could not be processed.'}</p>
        </EmptyState>
      ) : (
        <EmptyState pose="sleep" title="Processing">
          <p role="status">Only you can see this page until the episode is ready to play.</p>
        </EmptyState>
      )}
    </div>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <WatchLayout>
      <div className="wrap page">
        <NotFoundState title="Episode Not Found" back="Back to Explore">
          {isNotFound(error)
            ? 'It may have been taken down, or the link may be wrong.'
            : 'This page could not be loaded. Please try again in a moment.'}
        </NotFoundState>
      </div>
    </WatchLayout>
  )
}
