import { sql } from 'kysely'
import type { Trx } from '#platform/database.server.ts'
import type { VideoHost } from '#video/video-host.ts'
import { type EpisodeRow, findEpisodeRow, lockEpisode } from './episode-rows.server.ts'

/**
 * Locks an episode until the commit, after its videos in the order of their uids; null when it is gone.
 *
 * Its videos are read before they are locked. If it has others once it is locked, these locks are released, and taken
 * again for the others: to lock one more video would break the order. Locks that the caller took before stay.
 * The transaction must read changes that others commit meanwhile, as `read committed` does.
 *
 * @param otherVideoIds videos that are locked together with its own
 */
export async function lockEpisodeWithVideos(
  { video }: { video: Pick<VideoHost, 'lock'> },
  trx: Trx,
  id: string,
  otherVideoIds: string[] = [],
): Promise<EpisodeRow | null> {
  await sql`savepoint before_videos`.execute(trx)
  for (;;) {
    const before = await findEpisodeRow(trx, id)
    await video.lock(trx, [...videoIdsOf(before), ...otherVideoIds])
    const row = await lockEpisode(trx, id)
    if (!row) return null
    if (row.video_id === before?.video_id && row.next_video_id === before.next_video_id) return row
    await sql`rollback to savepoint before_videos`.execute(trx)
  }
}

function videoIdsOf(row: EpisodeRow | undefined): string[] {
  if (!row) return []
  return row.next_video_id === null ? [row.video_id] : [row.video_id, row.next_video_id]
}
