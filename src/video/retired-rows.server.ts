import type { Db, Trx } from '#platform/database.server.ts'
import { videoTables } from './video-rows.server.ts'

interface RetiredRenditionsTable {
  id: string
  video_uid: string
  retired_at: Date
}

function retiredTables(db: Db | Trx) {
  return videoTables(db).withTables<{ retired_renditions: RetiredRenditionsTable }>()
}

/**
 * Moves a rendition to the retired ones; its files stay for running players.
 * @returns false when it is not, or no longer, published
 */
export async function retireRendition(trx: Trx, id: string, now: Date): Promise<boolean> {
  const tables = retiredTables(trx)
  const retired = await tables.deleteFrom('renditions').where('id', '=', id).returning('video_uid').executeTakeFirst()
  if (!retired) return false
  await tables.insertInto('retired_renditions').values({ id, video_uid: retired.video_uid, retired_at: now }).execute()
  return true
}

/** Folders of a video's retired renditions. */
export async function retiredIdsOf(db: Db | Trx, uid: string): Promise<string[]> {
  const rows = await retiredTables(db)
    .selectFrom('retired_renditions')
    .select('id')
    .where('video_uid', '=', uid)
    .execute()
  return rows.map(({ id }) => id)
}

/** Deletes the records of a video's renditions retired before a time. */
export async function removeRetired(trx: Trx, uid: string, before: Date): Promise<void> {
  await retiredTables(trx)
    .deleteFrom('retired_renditions')
    .where('video_uid', '=', uid)
    .where('retired_at', '<', before)
    .execute()
}
