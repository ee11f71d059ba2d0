import type { Creator } from '#creators/creator.ts'
import type { Viewer } from '#identity/account.ts'
import type { Db } from '#platform/database.server.ts'
import { isPossibleId } from '#platform/ids.server.ts'
import { Refusal } from '#platform/refusal.ts'
import type { FoundVideo, Playback } from '#video/video.ts'
import { type Audience, isForModerators } from './audience.ts'
import type { Credit } from './credits/credit.ts'
import type { Episode, SameFile } from './episode.ts'
import { metadataOf } from './episode-metadata.ts'
import { looksAfterSite, maySee, maySeeProgress, mayWatch } from './episode-permissions.ts'
import { type EpisodeRow, findEpisodeRow } from './episode-rows.server.ts'

/** The fields that permissions depend on. */
export function ownershipOf(row: EpisodeRow): { creatorId: string; audience: Audience; isForModerators: boolean } {
  return { creatorId: row.creator_id, audience: row.audience, isForModerators: isForModerators(row) }
}

/** @throws Refusal catalog.episode_not_found when it is absent or not visible to this viewer */
export async function findVisibleRow(db: Db, id: string, viewer: Viewer | null): Promise<EpisodeRow> {
  const row = isPossibleId(id) ? await findEpisodeRow(db, id) : undefined
  if (!row || !maySee(ownershipOf(row), viewer)) throw new Refusal('catalog.episode_not_found')
  return row
}

const noPlayback: Playback = { hls: null, poster: null, preview: null, storyboard: null }

/** The episode with its media and its creator, as this viewer may see it. */
export function toEpisode(
  row: EpisodeRow,
  { media, next }: { media: FoundVideo; next: FoundVideo | undefined },
  { creator, credits }: { creator: Creator; credits: Credit[] },
  viewer: Viewer | null,
  { sameAs, shown }: { sameAs: SameFile | undefined; shown: ReadonlySet<string> | undefined },
): Episode {
  const { id, nsfw, creator_id: creatorId } = row
  const isCovered = !mayWatch({ id, nsfw, creatorId }, viewer, shown)
  const playback = isCovered ? { ...noPlayback, poster: media.cover } : media.playback
  const showsProgress = maySeeProgress(ownershipOf(row), viewer)
  return {
    ...metadataOf(row),
    id: row.id,
    nsfwReason: row.nsfw_reason,
    date: row.published_at,
    visibility: row.visibility,
    publishAt: row.publish_at,
    embedSites: row.embed_sites,
    credits,
    audience: row.audience,
    restriction: showsProgress || looksAfterSite(viewer) ? row.restriction : null,
    // Others than its creator and moderators do not get here.
    isHeld: row.hold !== null,
    creatorId: row.creator_id,
    videoId: row.video_id,
    trending: row.trending,
    founderBadge: row.founder_badge || creator.founderBadge,
    updatedAt: row.updated_at,
    durationSeconds: media.durationSeconds,
    width: media.width,
    height: media.height,
    frameRate: media.frameRate,
    isCovered,
    poster: playback.poster,
    largePoster: isCovered ? null : media.largePoster,
    hasChosenPoster: media.hasChosenPoster,
    storyboard: playback.storyboard,
    preview: playback.preview,
    hls: row.is_playable ? playback.hls : null,
    files: isCovered ? [] : media.files,
    isPlayable: row.is_playable,
    videoStatus: showsProgress ? media.status : null,
    replacement: showsProgress && next ? { videoId: next.uid, name: next.name, status: next.status } : null,
    sameAs: sameAs ?? null,
    creator: {
      uid: creator.uid,
      username: creator.username,
      avatarUrl: creator.avatarUrl,
      founderBadge: creator.founderBadge,
    },
  }
}
