import { sql } from 'kysely'
import type { Db, Trx } from '#platform/database.server.ts'
import { findCounts, whileHolding } from './count-rows.server.ts'

export interface Like {
  episodeId: string
  uid: string
}

/**
 * Makes the like be there, or not; its episode's numbers follow it in the same transaction. Null: the episode is gone.
 * @param keepPerson keeps whoever likes it from leaving meanwhile
 */
export async function setLike(
  db: Db,
  { episodeId, uid }: Like,
  likedAt: Date | null,
  keepPerson: (trx: Trx) => Promise<void>,
): Promise<{ likes: number; isNew: boolean } | null> {
  const change = async (trx: Trx) => {
    const changed = likedAt
      ? await sql`
          insert into likes (episode_id, uid, liked_at) values (${episodeId}, ${uid}, ${likedAt})
          on conflict do nothing returning 1
        `.execute(trx)
      : await sql`delete from likes where episode_id = ${episodeId} and uid = ${uid} returning 1`.execute(trx)
    const counts = (await findCounts(trx, [episodeId])).get(episodeId)
    return { likes: counts?.likes ?? 0, isNew: changed.rows.length > 0 }
  }
  return whileHolding(db, episodeId, change, keepPerson)
}

export async function likesOf(db: Db, uid: string): Promise<{ episodeId: string; likedAt: Date }[]> {
  const { rows } = await sql<{ episodeId: string; likedAt: Date }>`
    select episode_id as "episodeId", liked_at as "likedAt" from likes where uid = ${uid} order by liked_at, episode_id
  `.execute(db)
  return rows
}
