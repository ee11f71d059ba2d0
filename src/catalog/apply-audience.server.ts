import type { Trx } from '#platform/database.server.ts'
import type { Events } from '#platform/events.server.ts'
import type { Emit } from '#platform/room-events.ts'
import type { VideoHost } from '#video/video-host.ts'
import { type Audience, isForModerators, mediaAudienceOf } from './audience.ts'
import { emitAudience, emitEpisodeEvent } from './episode-events.server.ts'
import { type EpisodeColumns, type EpisodeRow, type StoredEpisode, updateEpisode } from './episode-rows.server.ts'

export interface ApplyAudienceParts {
  emit: Emit
  video: Pick<VideoHost, 'restrict'>
}

/**
 * Carries the audience of a stored episode to other rooms: only those who may find it may read the media of its video, which
 * its room allows once it plays, and those of an adult one only after they have chosen to see it; listeners learn of an
 * audience that is not `before` (null for a new episode). The video and the episode are locked.
 */
export async function applyAudience(
  { emit, video }: ApplyAudienceParts,
  trx: Trx,
  episode: StoredEpisode,
  before: Audience | null,
): Promise<void> {
  const nsfwEpisodeId = episode.nsfw ? episode.id : null
  const audience = mediaAudienceOf(episode.playing_audience, isForModerators(episode))
  await video.restrict(trx, episode.video_id, audience, nsfwEpisodeId)
  await emitAudience(emit, trx, episode, before)
}

/**
 * Changes an episode and tells other rooms and nodes, for every change of who may find it or of whether it is adult. The video
 * and the episode are locked.
 * @param row the episode before the change
 */
export async function changeEpisode(
  parts: ApplyAudienceParts & { events: Events },
  trx: Trx,
  row: EpisodeRow,
  changes: EpisodeColumns,
): Promise<void> {
  const updated = await updateEpisode(trx, row.id, changes)
  await emitEpisodeEvent(parts.events, trx, row)
  await applyAudience(parts, trx, updated, row.audience)
}
