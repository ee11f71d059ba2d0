import type { RouterContextProvider } from 'react-router'
import { hoshiContext, pageRequestContext } from '#app/context.ts'
import { notReadyOf } from '#app/episodes/card-shape.ts'
import { refusePage } from '#app/refused.server.ts'
import { loadStrip } from '#app/series/load-strip.server.ts'
import { findUpNext } from '#app/up-next/find-up-next.server.ts'
import { toShownEpisode } from '#app/up-next/offered-episode.ts'
import { displayName } from '#creators/creator.ts'
import { withHosts } from '#creators/support-links.ts'
import { resumeSecondsOf } from '#library/library.ts'
import { loadDiscussion } from './load-discussion.server.ts'

/** Data of the watch page. */
export type WatchData = Awaited<ReturnType<typeof loadWatch>>

export async function loadWatch(context: Readonly<RouterContextProvider>, episodeId: string, url: URL) {
  const rooms = context.get(hoshiContext)
  const { catalog, series, engagement, library, community, creators, video } = rooms
  const { account } = context.get(pageRequestContext)
  const episode = await catalog.find(episodeId, account).catch(refusePage)
  const around = series.neighboursOf(episode.id, account)
  const [counts, trendingWatches, liked, creator, follows, fastStart, [own], inWatchLater, discussion, upNext, strip] =
    await Promise.all([
      engagement.countsFor([episode.id]),
      engagement.trendingWatches([episode]),
      engagement.likedBy(account, [episode.id]),
      creators.find(episode.creatorId),
      community.followStates(account, [episode.creatorId]),
      episode.hls === null ? null : video.fastStartOf(episode.videoId),
      library.withPositions(account, [{ id: episode.id }]),
      library.inWatchLater(account, [episode.id]),
      loadDiscussion(engagement, episode.id, account, url.searchParams),
      around
        .then((found) => findUpNext(rooms, episode.id, account, found))
        .catch(refusePage)
        .then((found) => library.withPositions(account, found)),
      around.then((found) => loadStrip(rooms, found, account)),
    ])
  const { id, title, description, genre, tags, nsfw, nsfwReason, date, trending, founderBadge } = episode
  const { visibility, publishAt, audience, commentsOpen, contentNotes, credits } = episode
  const { hls, poster, storyboard, width, height, durationSeconds } = episode
  // A fast start shows the first frame, from which an episode that continues elsewhere would jump.
  const startsElsewhere =
    url.searchParams.has('t') || resumeSecondsOf(own?.positionSeconds ?? null, durationSeconds) > 0
  return {
    episode: {
      ...{ id, title, description, genre, tags, nsfw, nsfwReason, date, trending, founderBadge },
      ...{ visibility, publishAt, audience, commentsOpen, contentNotes, credits },
    },
    playback: {
      hls,
      fastStart: startsElsewhere ? null : fastStart,
      poster,
      storyboard,
      width,
      height,
      durationSeconds,
    },
    notReady: notReadyOf(episode),
    views: counts.get(id)?.views ?? 0,
    trendingWatches: trendingWatches.get(id) ?? null,
    likes: counts.get(id)?.likes ?? 0,
    liked: liked.has(id),
    positionSeconds: own?.positionSeconds,
    isInWatchLater: inWatchLater.has(id),
    discussion,
    upNext: upNext.map(toShownEpisode),
    strip,
    creator: {
      uid: episode.creatorId,
      name: displayName(episode.creator),
      avatarUrl: episode.creator.avatarUrl,
      bio: creator?.bio ?? '',
      supportLinks: withHosts(creator?.supportLinks ?? []),
      ...follows.get(episode.creatorId)!,
      isOwn: account?.uid === episode.creatorId,
    },
  }
}
