import { isOpen } from '#catalog/audience.ts'
import type { Episode } from '#catalog/episode.ts'
import { pickMetadata } from '#catalog/episode-metadata.ts'
import type { Growth } from '#engagement/growth.ts'
import type { OwnEpisode } from '#engagement/live-event.ts'
import type { EpisodeCounts } from '#engagement/play.ts'
import type { SeriesPosition } from '#series/series.ts'
import { type FailureText, serializeStatus } from '#video/serialize-status.ts'
import type { EpisodeJson, OwnEpisodeJson } from './episode-schemas.server.ts'

/** The relation of one signed-in person to an episode; absent without an account. */
export interface OwnRelation {
  liked?: boolean
  positionSeconds?: number | null
}

/** An episode with the fields of the contract and no others. */
export function serializeEpisode(found: Episode & EpisodeCounts & SeriesPosition & OwnRelation): EpisodeJson {
  const { id, nsfwReason, creatorId, videoId, trending, founderBadge } = found
  const { views, likes, comments, durationSeconds, poster, preview, creator } = found
  return {
    id,
    ...pickMetadata(found),
    nsfwReason,
    creatorId,
    videoId,
    trending,
    founderBadge,
    views,
    likes,
    comments,
    durationSeconds,
    poster,
    preview,
    // Not for its creator alone, nor before everybody may have them.
    files: isOpen(found.audience) ? found.files : [],
    date: found.date.toISOString(),
    visibility: found.visibility,
    publishAt: found.publishAt?.toISOString() ?? null,
    credits: found.credits.map(({ name, role, uid }) => ({ name, role, ...(uid !== null && { uid }) })),
    updatedAt: found.updatedAt.toISOString(),
    lastViewed: found.lastViewed?.toISOString() ?? null,
    seriesId: found.seriesId,
    seriesNumber: found.seriesNumber,
    creator: {
      uid: creator.uid,
      username: creator.username,
      avatarUrl: creator.avatarUrl,
      founderBadge: creator.founderBadge,
    },
    ...(found.liked !== undefined && { liked: found.liked }),
    ...(found.positionSeconds !== undefined && { positionSeconds: found.positionSeconds }),
  }
}

/** The sites on which the creator of an episode lets others embed it. */
export function serializeEmbedding({ embedSites }: Pick<Episode, 'embedSites'>): Pick<OwnEpisodeJson, 'embedSites'> {
  return { embedSites: embedSites && [...embedSites] }
}

/**
 * An episode as its creator's dashboard lists it: the public fields, and those of its video.
 * @param textOf why a video failed
 */
export function serializeOwnEpisode(found: OwnEpisode, textOf: FailureText): OwnEpisodeJson {
  const { width, height, storyboard, hasChosenPoster, sameAs } = found
  const { views, likes, comments } = found.growth
  const videoFields = { width, height, storyboard, hasChosenPoster, held: found.isHeld, sameAs }
  const growth = { views: serializeGrowth(views), likes: serializeGrowth(likes), comments: serializeGrowth(comments) }
  const replacement = found.replacement && {
    videoId: found.replacement.videoId,
    name: found.replacement.name,
    status: serializeStatus(found.replacement.status, textOf),
  }
  const status = serializeStatus(found.videoStatus!, textOf)
  return { ...serializeEpisode(found), ...serializeEmbedding(found), status, ...videoFields, replacement, growth }
}

function serializeGrowth({ recent, before }: Growth) {
  return { recent, before }
}
