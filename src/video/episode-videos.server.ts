import type { Trx } from '#platform/database.server.ts'
import { isPossibleId } from '#platform/ids.server.ts'
import type { VideoVerbParts } from './library-parts.ts'
import { currentAudience, isNarrower, type MediaAudience } from './media-audience.ts'
import { shape } from './own-videos.server.ts'
import type { Video } from './video.ts'
import { emitVideoEvent } from './video-events.server.ts'
import { lockVideoRow, type VideoRow, videoTables } from './video-rows.server.ts'

/** @see VideoHost.attachToEpisode */
export async function attachToEpisode(
  parts: VideoVerbParts,
  trx: Trx,
  creatorId: string,
  uid: string,
): Promise<Video | null> {
  const row = isPossibleId(uid) ? await lockVideoRow(trx, uid) : undefined
  if (row?.creator_id !== creatorId) return null
  if (row.state === 'error') return shape(parts, row)
  const changes = { is_published: true, is_awaited: false }
  const attached = { ...row, ...changes }
  await videoTables(trx).updateTable('videos').set(changes).where('uid', '=', uid).execute()
  await emitVideoEvent(parts.events, trx, attached)
  return shape(parts, attached)
}

/** @see VideoHost.awaitForEpisode */
export async function awaitForEpisode(
  parts: VideoVerbParts,
  trx: Trx,
  creatorId: string,
  uid: string,
): Promise<Video | null> {
  const row = isPossibleId(uid) ? await lockVideoRow(trx, uid) : undefined
  if (row?.creator_id !== creatorId || row.is_published) return null
  if (row.state === 'error') return shape(parts, row)
  await videoTables(trx).updateTable('videos').set({ is_awaited: true }).where('uid', '=', uid).execute()
  return shape(parts, row)
}

/** @see VideoHost.restrict */
export async function restrict(
  { events, adapter }: VideoVerbParts,
  trx: Trx,
  uid: string,
  audience: MediaAudience,
  nsfw_episode_id: string | null,
): Promise<void> {
  const row = await lockVideoRow(trx, uid)
  if (!row) return
  const changes = { ...columnsOf(audience), nsfw_episode_id }
  const names = ['restricted_to', 'is_for_moderators', 'nsfw_episode_id'] as const
  if (names.every((name) => row[name] === changes[name])) return
  const changed = { ...row, ...changes }
  await videoTables(trx).updateTable('videos').set(changes).where('uid', '=', uid).execute()
  await emitVideoEvent(events, trx, changed)
  const becameNsfw = nsfw_episode_id !== null && row.nsfw_episode_id === null
  if (becameNsfw) await adapter.onNsfw?.(trx, changed)
  if (becameNsfw || isNarrower(currentAudience(changed), currentAudience(row)))
    await adapter.onRestricted?.(trx, changed)
}

function columnsOf(audience: MediaAudience): Pick<VideoRow, 'restricted_to' | 'is_for_moderators'> {
  const is_for_moderators = audience === 'moderators'
  if (is_for_moderators) return { restricted_to: 'owner', is_for_moderators }
  return { restricted_to: audience === 'everyone' ? null : audience, is_for_moderators }
}
