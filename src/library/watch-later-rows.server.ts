import { sql } from 'kysely'
import type { ListedAt, ListQuery } from '#catalog/visible-page.server.ts'
import type { Db, Trx } from '#platform/database.server.ts'

/** Adds the episode; one that is there already keeps its place. */
export async function storeForLater(trx: Trx, uid: string, { episodeId, at }: ListedAt): Promise<void> {
  await sql`
    insert into watch_later (uid, episode_id, added_at) values (${uid}, ${episodeId}, ${at}) on conflict do nothing
  `.execute(trx)
}

export async function deleteFromLater(trx: Trx, uid: string, episodeId: string): Promise<void> {
  await sql`delete from watch_later where uid = ${uid} and episode_id = ${episodeId}`.execute(trx)
}

/** The rows of a person's Watch Later list. */
export function laterList(uid: string): ListQuery {
  return sql`select episode_id, added_at as at from watch_later where uid = ${uid}`
}

/** The episodes in a person's Watch Later list, the first added first. */
export async function laterOf(db: Db, uid: string): Promise<ListedAt[]> {
  const { rows } = await sql<ListedAt>`
    select episode_id as "episodeId", added_at as at from watch_later where uid = ${uid} order by added_at, episode_id
  `.execute(db)
  return rows
}

/** The episodes among these in the person's Watch Later list. */
export async function laterAmong(db: Db, uid: string, episodeIds: string[]): Promise<Set<string>> {
  const { rows } = await sql<{ episodeId: string }>`
    select episode_id as "episodeId" from watch_later where uid = ${uid} and episode_id = any(${episodeIds}::text[])
  `.execute(db)
  return new Set(rows.map((row) => row.episodeId))
}
