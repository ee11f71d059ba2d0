import type { RouterContextProvider } from 'react-router'
import { loadTexts } from '#app/captions/load-texts.server.ts'
import { splitComment } from '#app/comments/comment-text.ts'
import { loadDiscussion } from '#app/comments/load-discussion.server.ts'
import { notReadyOf } from '#app/episodes/card-shape.ts'
import { loadStartMedia } from '#app/flashes/load-media.server.ts'
import { noFlashes } from '#app/flashes/shown-flashes.ts'
import { hoshiContext, pageRequestContext } from '#app/http/context.ts'
import { refusePage } from '#app/http/refused.server.ts'
import { ruleName, ruleTexts } from '#app/messages/rules.ts'
import { findOriginal } from '#app/own-episodes/find-original.server.ts'
import { loadStrip } from '#app/series/load-strip.server.ts'
import { embeddableOf, linkedPlaybackOf } from '#app/share/embeddable.server.ts'
import { cardPath, episodeCard } from '#app/share/link-card.server.ts'
import { findUpNext } from '#app/up-next/find-up-next.server.ts'
import { toShownEpisode } from '#app/up-next/offered-episode.ts'
import type { Restriction } from '#catalog/audience.ts'
import { pickMetadata } from '#catalog/episode-metadata.ts'
import { mayClearNsfw } from '#catalog/episode-permissions.ts'
import { displayName } from '#creators/creator.ts'
import { withHosts } from '#creators/support-links.ts'
import type { Account } from '#identity/account.ts'
import { resumeSecondsOf } from '#library/library.ts'
import type { Moderation } from '#moderation/moderation.server.ts'
import { downloadOf } from './download-of.ts'

/** Data of the watch page. */
export type WatchData = Awaited<ReturnType<typeof loadWatch>>

/** @param cookies the `Cookie` header */
export async function loadWatch(
  context: Readonly<RouterContextProvider>,
  episodeId: string,
  url: URL,
  cookies: string | null,
) {
  const rooms = context.get(hoshiContext)
  const { catalog, subtitles, series, engagement, library, community, creators, video, moderation } = rooms
  const { account, allowTraining } = context.get(pageRequestContext)
  const episode = await catalog.find(episodeId, account, catalog.shownEpisodes(cookies)).catch(refusePage)
  const around = series.neighboursOf(episode.id, account)
  const [
    counts,
    trendingWatches,
    liked,
    creator,
    follows,
    media,
    [own],
    inWatchLater,
    discussion,
    noteCount,
    upNext,
    strip,
    texts,
    isRateVarying,
  ] = await Promise.all([
    engagement.counts.of([episode.id]),
    engagement.trending.watches([episode]),
    engagement.likes.likedBy(account, [episode.id]),
    creators.find(episode.creatorId),
    community.followStates(account, [episode.creatorId]),
    episode.hls === null ? null : loadStartMedia(video, episode.videoId),
    library.withPositions(account, [{ id: episode.id }]),
    library.inWatchLater(account, [episode.id]),
    loadDiscussion(engagement, episode.id, account, url.searchParams),
    engagement.notes.countOf(episode.id),
    around
      .then((found) => findUpNext(rooms, episode.id, account, found))
      .catch(refusePage)
      .then((found) => library.withPositions(account, found)),
    around.then((found) => loadStrip(rooms, found, account)),
    loadTexts(subtitles, episode, account),
    episode.hls !== null && video.isRateVarying(episode.videoId),
  ])
  if (creator?.trainingReserved === false) allowTraining()
  const { restriction } = episode
  const isOwn = account?.uid === episode.creatorId
  const { id, nsfwReason, date, trending, founderBadge, visibility, publishAt, audience, credits } = episode
  const { hls, poster, storyboard, width, height, durationSeconds, videoId, frameRate } = episode
  // A fast start shows the first frame, from which an episode that continues elsewhere would jump.
  const startsElsewhere =
    ['t', 'f'].some((name) => url.searchParams.has(name)) ||
    resumeSecondsOf(own?.positionSeconds ?? null, durationSeconds) > 0
  return {
    episode: {
      id,
      ...pickMetadata(episode),
      nsfwReason,
      date,
      trending,
      founderBadge,
      visibility,
      publishAt,
      audience,
      credits,
    },
    playback: {
      hls,
      fastStart: startsElsewhere ? null : (media?.fastStart ?? null),
      poster,
      storyboard,
      width,
      height,
      durationSeconds,
    },
    study: { videoId, frameRate, isRateVarying },
    texts,
    flashes: media?.flashes ?? noFlashes,
    notReady: notReadyOf(episode),
    /** Address of the largest file, where the creator lets everybody keep it; null elsewhere. */
    download: downloadOf(episode),
    embeddable: embeddableOf(episode, rooms.publicUrl),
    card: cardPath('episodes', id, episodeCard(episode)),
    /** What a link to it plays elsewhere. */
    linked: linkedPlaybackOf(episode),
    gate: episode.isCovered
      ? {
          setBy: mayClearNsfw(episode) ? ('creator' as const) : ('moderator' as const),
          isSignedIn: account !== null,
        }
      : null,
    /**
     * A moderator's restriction, for the episode's owner and moderators; the decision and the file for the owner only.
     */
    restriction:
      account && restriction
        ? {
            isTakenDown: restriction === 'taken_down',
            /** Whether its creator asked to see the moment that the decision is about. */
            isShown: url.searchParams.has('t'),
            made: isOwn ? await findRestricting(moderation, account, { id, restriction, durationSeconds }) : null,
            original: isOwn ? await findOriginal(video, account, episode.videoId) : null,
          }
        : null,
    /** Whether it waits for a check or a moderator. */
    isHeld: episode.isHeld,
    /** Whether another creator's adult episode is shown because the account has chosen so for all. */
    isShownBySetting: episode.nsfw && account?.showsNsfw === true && !isOwn,
    views: counts.get(id)?.views ?? 0,
    trendingWatches: trendingWatches.get(id) ?? null,
    likes: counts.get(id)?.likes ?? 0,
    liked: liked.has(id),
    positionSeconds: own?.positionSeconds,
    isInWatchLater: inWatchLater.has(id),
    discussion,
    /** Number of the notes that everybody sees. */
    noteCount,
    upNext: upNext.map(toShownEpisode),
    strip,
    creator: {
      uid: episode.creatorId,
      name: displayName(episode.creator),
      avatarUrl: episode.creator.avatarUrl,
      bio: creator?.bio ?? '',
      madeByPeople: creator?.madeByPeople === true,
      supportLinks: withHosts(creator?.supportLinks ?? []),
      ...follows.get(episode.creatorId)!,
      isOwn,
    },
  }
}

/** The decision by which an episode of this account is restricted; null when none is known. */
async function findRestricting(
  moderation: Pick<Moderation, 'appeals'>,
  account: Account,
  { id, restriction, durationSeconds }: { id: string; restriction: Restriction; durationSeconds: number | null },
) {
  const wanted = restriction === 'taken_down' ? 'takedown' : 'limit'
  const found = (await moderation.appeals.ownDecisions(account)).find(
    ({ decision, subject, answer }) =>
      subject.kind === 'episode' && subject.id === id && decision === wanted && answer?.outcome !== 'reversed',
  )
  if (!found) return null
  const { rule, reason, appeal, appealUntil } = found
  const moment = splitComment(reason, durationSeconds).find(({ kind }) => kind === 'time')
  return {
    id: found.id,
    reason,
    isAppealed: appeal !== null,
    /** Null when it is too late, or the appeal was sent. */
    appealUntil: appeal === null && appealUntil > new Date() ? appealUntil : null,
    /** The first time that the words of the moderator name. */
    moment: moment?.kind === 'time' ? { text: moment.text, seconds: moment.seconds } : null,
    rule: rule && { name: ruleName(rule), text: ruleTexts[rule].text },
  }
}
