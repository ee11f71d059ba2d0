import { sql } from 'kysely'
import type { Db, Trx } from '#platform/database.server.ts'
import type { ListEntry } from './watched-rows.server.ts'

/** Keeps the episode for later; one that is kept already keeps its place. */
export async function storeForLater(trx: Trx, uid: string, { episodeId, at }: ListEntry): Promise<void> {
  await sql`
    insert into watch_later (uid, episode_id, added_at) values (${uid}, ${episodeId}, ${at}) on conflict do nothing
  `.execute(trx)
}

export async function deleteFromLater(trx: Trx, uid: string, episodeId: string): Promise<void> {
  await sql`delete from watch_later where uid = ${uid} and episode_id = ${episodeId}`.execute(trx)
}

/** What a person keeps for later, the first added first. */
export async function laterOf(db: Db, uid: string): Promise<ListEntry[]> {
  const { rows } = await sql<ListEntry>`
    select episode_id as "episodeId", added_at as at from watch_later where uid = ${uid} order by added_at, episode_id
  `.execute(db)
  return rows
}

/** The given episodes that the person keeps for later. */
export async function laterAmong(db: Db, uid: string, episodeIds: string[]): Promise<Set<string>> {
  const { rows } = await sql<{ episodeId: string }>`
    select episode_id as "episodeId" from watch_later where uid = ${uid} and episode_id = any(${episodeIds}::text[])
  `.execute(db)
  return new Set(rows.map((row) => row.episodeId))
}
