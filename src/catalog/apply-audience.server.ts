import type { Trx } from '#platform/database.server.ts'
import type { Emit } from '#platform/room-events.ts'
import type { VideoHost } from '#video/video-host.ts'
import { type Audience, mediaAudienceOf } from './audience.ts'
import { emitAudience } from './episode-events.server.ts'
import type { StoredEpisode } from './episode-rows.server.ts'

export interface ApplyAudienceParts {
  emit: Emit
  video: Pick<VideoHost, 'restrict'>
}

/**
 * Carries the audience of a stored episode to other rooms: only those who may find it may read the media of
 * its video, which its room allows once it plays; listeners learn of an audience that is not `before` (null for a new
 * episode). The video and the episode are locked.
 */
export async function applyAudience(
  { emit, video }: ApplyAudienceParts,
  trx: Trx,
  episode: StoredEpisode,
  before: Audience | null,
): Promise<void> {
  await video.restrict(trx, episode.video_id, mediaAudienceOf(episode.playing_audience))
  await emitAudience(emit, trx, episode, before)
}
