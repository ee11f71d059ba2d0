import { useEffect, useState } from 'react'
import { Link, useRevalidator } from 'react-router'
import { hoshiContext, visitContext } from '#app/context.ts'
import { notReadyOf } from '#app/episodes/card-shape.ts'
import { countView, mintVisitId } from '#app/episodes/count-view.ts'
import { SupportLink } from '#app/episodes/support-link.tsx'
import { useRevalidateWhile } from '#app/episodes/use-revalidate-while.ts'
import { forgetShown, isAhead, loadAhead, showWarm, watchDataOf } from '#app/episodes/warm-films.ts'
import { isNotFound, NotFoundNote } from '#app/frame/page-failure.tsx'
import { WatchFrame } from '#app/frame/watch-frame.tsx'
import { head, sharedHead } from '#app/head.ts'
import { Player } from '#app/player/player.tsx'
import { refusePage } from '#app/refused.server.ts'
import { Avatar } from '#app/ui/avatar.tsx'
import { FoundingCreator, Genre, Nsfw, Trending } from '#app/ui/badges.tsx'
import { date, views } from '#app/ui/figures.ts'
import { Pause } from '#app/ui/pause.tsx'
import { titleFace } from '#app/ui/title-face.ts'
import { watchHead } from '#app/watch-head.ts'
import { displayName } from '#creators/creator.ts'
import type { Route } from './+types/watch'

/** The picture goes first. */
const RENEW_DELAY_MS = 400

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  loaderData
    ? sharedHead(matches, watchHead(loaderData))
    : head('Episode Not Found', 'There is no episode at this address.')

export async function loader({ params, context }: Route.LoaderArgs) {
  const { catalog, engagement, creators, video } = context.get(hoshiContext)
  const { account } = context.get(visitContext)
  const episode = await catalog.find(params.episodeId, account).catch(refusePage)
  const [counts, creator, beginning] = await Promise.all([
    engagement.countsFor([episode.id]),
    creators.find(episode.creatorId),
    episode.hls === null ? null : video.beginningOf(episode.videoId),
  ])
  const { id, title, description, genre, tags, nsfw, nsfwReason, date, trending, founderBadge } = episode
  const { hls, poster, storyboard, width, height, durationSeconds } = episode
  return {
    episode: { id, title, description, genre, tags, nsfw, nsfwReason, date, trending, founderBadge },
    picture: { hls, beginning, poster, storyboard, width, height, durationSeconds },
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

/** Who comes from a card that was pointed at finds the data here already. */
export async function clientLoader({ params, request, serverLoader }: Route.ClientLoaderArgs) {
  // Only a fetcher loads ahead, and its data is never rendered.
  if (isAhead(request)) return (await loadAhead(params.episodeId, serverLoader)) as never
  return watchDataOf(params.episodeId, serverLoader, isNotFound)
}

type WatchData = Route.ComponentProps['loaderData']

export default function Watch({ loaderData }: Route.ComponentProps) {
  return (
    <WatchFrame>
      <Episode key={loaderData.episode.id} {...loaderData} />
    </WatchFrame>
  )
}

function Episode(watched: WatchData) {
  const { episode, picture, notReady, creator } = watched
  const isPlayable = notReady === null && picture.hls !== null
  useRevalidateWhile(notReady?.state === 'Processing')
  useRenewedWarmth(episode.id)
  const countedViews = useCountedWatch(episode.id, isPlayable)
  return (
    <div className="wrap watch">
      <div className="watch-main">
        {picture.hls !== null && isPlayable ? (
          <Player title={episode.title} {...picture} hls={picture.hls} />
        ) : (
          <NotPlayable failed={notReady?.state === 'Failed'} reason={notReady?.reason ?? null} />
        )}
        <h1 className={`watch-title ${titleFace(episode.title)}`}>{episode.title}</h1>
        <div className="watch-facts">
          <Genre name={episode.genre} />
          {episode.trending && <Trending />}
          {episode.nsfw && <Nsfw />}
          {episode.nsfw && episode.nsfwReason !== '' && <span className="nsfw-reason">{episode.nsfwReason}</span>}
          <p className="views-and-date figures">
            <span>{views(countedViews ?? watched.views)}</span>
            <span aria-hidden="true">·</span>
            <time dateTime={episode.date.toISOString()}>{date(episode.date)}</time>
          </p>
        </div>
        {episode.description !== '' && <p className="watch-description">{episode.description}</p>}
        <CreatorBlock creator={creator} founderBadge={episode.founderBadge} />
      </div>
      <aside className="watch-side">
        <section className="panel watch-about">
          <h2>About the Creator</h2>
          <p className="muted">{creator.bio || `${creator.name} has not written anything here yet.`}</p>
        </section>
        <div className="ad">
          <span>Advertisement</span>
        </div>
      </aside>
    </div>
  )
}

/** One watch for each time the page is opened; the answer brings the views up to date. */
function useCountedWatch(episodeId: string, isPlayable: boolean): number | null {
  const [counted, setCounted] = useState<number | null>(null)
  const [visitId] = useState(mintVisitId)
  useEffect(() => {
    if (isPlayable) void countView(episodeId, 'watch', visitId).then(setCounted)
  }, [episodeId, isPlayable, visitId])
  return counted
}

/** Data that were there before the click are asked for anew behind the picture, and who is here with them. */
function useRenewedWarmth(episodeId: string): void {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (!showWarm(episodeId)) return
    const timer = setTimeout(() => void revalidate(), RENEW_DELAY_MS)
    return () => {
      clearTimeout(timer)
      forgetShown(episodeId)
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
        {founderBadge && <FoundingCreator />}
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

/** What the owner sees where the picture will be. */
function NotPlayable({ failed, reason }: { failed: boolean; reason: string | null }) {
  return (
    <div className="watch-waiting">
      {failed ? (
        <Pause pose="oops" title="Failed">
          <p>{reason ?? 'This video could not be processed.'}</p>
        </Pause>
      ) : (
        <Pause pose="sleep" title="Processing">
          <p role="status">Only you see this page until the episode can be played.</p>
        </Pause>
      )}
    </div>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <WatchFrame>
      <div className="wrap page">
        <NotFoundNote title="Episode Not Found" back="Back to Explore">
          {isNotFound(error)
            ? 'It may have been taken down, or never existed.'
            : 'The page could not be fetched. Please try again in a moment.'}
        </NotFoundNote>
      </div>
    </WatchFrame>
  )
}
