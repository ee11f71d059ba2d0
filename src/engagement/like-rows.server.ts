import { sql } from 'kysely'
import type { ListQuery } from '#catalog/visible-page.server.ts'
import type { Db, Trx } from '#platform/database.server.ts'
import { findCounts } from './count-rows.server.ts'

export interface Like {
  episodeId: string
  uid: string
}

/** Adds or removes the like; triggers keep the counts of its episode, which are locked. @param likedAt null to remove it */
export async function setLike(
  trx: Trx,
  { episodeId, uid }: Like,
  likedAt: Date | null,
): Promise<{ likes: number; isNew: boolean }> {
  const changed = likedAt
    ? await sql`
        insert into likes (episode_id, uid, liked_at) values (${episodeId}, ${uid}, ${likedAt})
        on conflict do nothing returning 1
      `.execute(trx)
    : await sql`delete from likes where episode_id = ${episodeId} and uid = ${uid} returning 1`.execute(trx)
  const counts = (await findCounts(trx, [episodeId])).get(episodeId)
  return { likes: counts?.likes ?? 0, isNew: changed.rows.length > 0 }
}

/** The episodes among these that this person likes. */
export async function likedEpisodes(db: Db, uid: string, ids: string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select episode_id as id from likes where uid = ${uid} and episode_id = any(${ids}::text[])
  `.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** The rows of the episodes that a person likes. */
export function likedList(uid: string): ListQuery {
  return sql`select episode_id, liked_at as at from likes where uid = ${uid}`
}

export async function likesOf(db: Db, uid: string): Promise<{ episodeId: string; likedAt: Date }[]> {
  const { rows } = await sql<{ episodeId: string; likedAt: Date }>`
    select episode_id as "episodeId", liked_at as "likedAt" from likes where uid = ${uid} order by liked_at, episode_id
  `.execute(db)
  return rows
}
