import type { Administration } from '#administration/administration.server.ts'
import type { Catalog } from '#catalog/catalog.server.ts'
import { videoBecamePlayable, videoCeasedToPlay } from '#catalog/catalog.server.ts'
import { episodeAudience, episodeVideo } from '#catalog/episode-events.server.ts'
import type { Community } from '#community/community.server.ts'
import type { Avatars } from '#creators/avatars.server.ts'
import { avatarChosen } from '#creators/creator-events.ts'
import type { Creators } from '#creators/creators.server.ts'
import type { LinkVerification } from '#creators/link-verification.server.ts'
import type { Engagement } from '#engagement/engagement.server.ts'
import { commentAdded, commentsChanged, episodeLiked } from '#engagement/engagement-events.ts'
import { accountSuspended } from '#identity/account-changes.server.ts'
import { accountDeactivated, accountLeaving, accountRemoval } from '#identity/account-deletion.server.ts'
import { accountRestored } from '#identity/account-restoring.server.ts'
import type { Imports } from '#identity/imports.server.ts'
import { passwordReplaced } from '#identity/password-reset.server.ts'
import type { ImageChecks } from '#moderation/images/image-checks.server.ts'
import type { Moderation } from '#moderation/moderation.server.ts'
import { personTold } from '#moderation/moderation-events.ts'
import type { Trx } from '#platform/database.server.ts'
import type { Jobs } from '#platform/jobs.server.ts'
import { type Emit, on, type RoomListener } from '#platform/room-events.ts'
import type { SeriesRoom } from '#series/series.server.ts'
import { draftSaved, subtitleRemoved, subtitleReviewed } from '#subtitles/subtitle-events.ts'
import type { Subtitles } from '#subtitles/subtitles.server.ts'
import {
  posterChosen,
  textTracksLost,
  type VideoHost,
  videoComplete,
  videoPlayable,
  videoUnplayable,
} from '#video/video-host.ts'

/** The rooms and parts that the listeners call. */
export interface ListeningRooms {
  jobs: Jobs
  emit: Emit
  imports: Pick<Imports, 'removeLimitsOf'>
  creators: Creators
  avatars: Avatars
  links: LinkVerification
  catalog: Catalog
  subtitles: Subtitles
  series: SeriesRoom
  engagement: Engagement
  community: Community
  video: VideoHost
  imageChecks: ImageChecks
  administration: Administration
  moderation: Moderation
}

/**
 * The consequences of each room's events in the rooms above it, in the order in which they run.
 *
 * @param rooms returns the rooms once all are created; called when an event is emitted
 */
export function roomListeners(rooms: () => ListeningRooms): RoomListener[] {
  return [
    on(accountLeaving, (trx, { uid }) => rooms().administration.accounts.expectMayLeave(trx, uid)),
    on(accountDeactivated, (trx, { uid }) => setDeactivated(rooms(), trx, uid, true)),
    on(accountDeactivated, (trx, { uid }) => rooms().video.endUploadsOf(trx, uid)),
    on(accountRestored, (trx, { uid }) => setDeactivated(rooms(), trx, uid, false)),
    on(accountRemoval, (trx, { uid }) => removeEpisodesAndLimits(rooms(), trx, uid)),
    on(accountRemoval, (trx, { uid }) => rooms().subtitles.removeDraftsOf(trx, uid)),
    on(accountRemoval, (trx, { uid }) => rooms().avatars.clear(trx, uid)),
    on(accountRemoval, (trx, { uid }) => rooms().community.removeFollowsOf(trx, uid)),
    on(accountDeactivated, (trx, { uid }) => rooms().community.forgetFeedKey(trx, uid)),
    on(passwordReplaced, (trx, { uid }) => rooms().community.forgetFeedKey(trx, uid)),
    on(accountSuspended, (trx, { uid }) => rooms().video.endUploadsOf(trx, uid)),
    on(accountRemoval, (trx, { uid }) => rooms().moderation.reports.removeOf(trx, uid)),
    on(avatarChosen, (trx, avatar) => rooms().imageChecks.avatarChosen(trx, avatar)),
    on(episodeAudience, (trx, episode) => rooms().community.episodeAudienceChanged(trx, episode)),
    on(episodeVideo, (trx, episode) => rooms().subtitles.videoChanged(trx, episode)),
    on(episodeVideo, (trx, episode) => rooms().imageChecks.episodeGotVideo(trx, episode)),
    on(commentAdded, async (trx, comment) => {
      // There can be hundreds on the picture of one film.
      if (!comment.onPicture) await rooms().community.commentAdded(trx, comment)
    }),
    on(commentAdded, async (trx, { id, onPicture, held }) => {
      if (held) await rooms().moderation.waiting.comment(trx, { id, onPicture, isWaiting: true })
    }),
    on(commentsChanged, (trx, comment) => rooms().community.commentsChanged(trx, comment)),
    on(commentsChanged, (trx, comment) => rooms().moderation.waiting.comment(trx, comment)),
    on(personTold, (trx, told) => rooms().community.personTold(trx, told)),
    on(episodeLiked, (trx, like) => rooms().community.episodeLiked(trx, like)),
    on(draftSaved, (trx, draft) => rooms().community.draftSaved(trx, draft)),
    on(subtitleReviewed, (trx, reviewed) => rooms().community.subtitleReviewed(trx, reviewed)),
    on(subtitleRemoved, (trx, subtitle) => rooms().community.subtitleRemoved(trx, subtitle)),
    on(videoPlayable, (trx, { uid }) => videoBecamePlayable(trx, rooms(), uid)),
    on(videoPlayable, (trx, { uid }) => rooms().subtitles.videoPlayable(trx, uid)),
    on(textTracksLost, (trx, { uid }) => rooms().subtitles.textTracksLost(trx, uid)),
    on(posterChosen, (trx, { uid }) => rooms().imageChecks.posterChosen(trx, uid)),
    on(videoComplete, (trx, { uid }) => rooms().imageChecks.queue(trx, uid)),
    on(videoUnplayable, (trx, { uid }) => videoCeasedToPlay(trx, rooms().emit, uid)),
  ]
}

/** Removes the works and acts of an account that no other listener removes, and its keys in the rate limits. */
async function removeEpisodesAndLimits(rooms: ListeningRooms, trx: Trx, uid: string): Promise<void> {
  const { imports, creators, links, engagement, catalog, community, series } = rooms
  // Locks the profile before its episodes, in the same order as a rename. Losing a follower counts on the others.
  await creators.lockProfiles(trx, uid, await community.followedBy(trx, uid))
  const episodes = await catalog.accounts.lockAllOf(trx, uid, await engagement.activity.episodesOf(trx, uid))
  await series.removeAllOf(trx, uid)
  await catalog.accounts.lockExploreIndex(trx)
  await engagement.activity.lockCounts(trx, episodes.ids, episodes.ownIds)
  await catalog.accounts.removeAllOf(trx, episodes)
  await engagement.activity.removeLimitsOf(trx, uid)
  await links.removeLimitsOf(trx, uid)
  await imports.removeLimitsOf(trx, uid)
}

/** Hides all that is an account's own, or shows it again, with the locks of its removal in their order. */
async function setDeactivated(rooms: ListeningRooms, trx: Trx, uid: string, isDeactivated: boolean): Promise<void> {
  const { creators, engagement, catalog, subtitles, community } = rooms
  await creators.lockProfiles(trx, uid, await community.followedBy(trx, uid))
  await creators.setDeactivated(trx, uid, isDeactivated)
  const episodes = await catalog.accounts.lockAllOf(trx, uid, await engagement.activity.episodesOf(trx, uid))
  await catalog.accounts.lockExploreIndex(trx)
  await engagement.activity.lockCounts(trx, episodes.ids, [])
  await catalog.accounts.setDeactivated(trx, episodes, isDeactivated)
  await subtitles.setAuthorDeactivated(trx, uid, isDeactivated)
  await engagement.activity.setDeactivated(trx, uid, isDeactivated)
  await community.setFollowsDeactivated(trx, uid, isDeactivated)
}
