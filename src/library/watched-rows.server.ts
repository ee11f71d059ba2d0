import { sql } from 'kysely'
import type { ListedAt, ListQuery } from '#catalog/visible-page.server.ts'
import type { Db, Trx } from '#platform/database.server.ts'

/** One row of a history. */
export interface WatchedEpisode {
  uid: string
  episodeId: string
  positionSeconds: number
  isFinished: boolean
  watchedAt: Date
}

const columns = sql`
  episode_id as "episodeId", position_seconds as "positionSeconds", is_finished as "isFinished", watched_at as "watchedAt"
`

/** Stores a position unless a later one is stored, or the history is paused. */
export async function storePosition(trx: Trx, watched: WatchedEpisode): Promise<void> {
  const { uid, episodeId, positionSeconds, isFinished, watchedAt } = watched
  await sql`
    insert into watched_episodes as stored (uid, episode_id, position_seconds, is_finished, watched_at)
    select ${uid}, ${episodeId}, ${positionSeconds}::float8, ${isFinished}::boolean, ${watchedAt}::timestamptz
    where not exists (select from paused_histories where uid = ${uid})
    on conflict (uid, episode_id) do update set
      position_seconds = excluded.position_seconds, is_finished = excluded.is_finished, watched_at = excluded.watched_at
    where stored.watched_at <= excluded.watched_at
  `.execute(trx)
}

/** Adds the episode to the history unless that is paused; keeps the position of one that is in it. */
export async function storeWatch(trx: Trx, watch: Pick<WatchedEpisode, 'uid' | 'episodeId' | 'watchedAt'>) {
  await sql`
    insert into watched_episodes as stored (uid, episode_id, watched_at)
    select ${watch.uid}, ${watch.episodeId}, ${watch.watchedAt}::timestamptz
    where not exists (select from paused_histories where uid = ${watch.uid})
    on conflict (uid, episode_id) do update set watched_at = greatest(stored.watched_at, excluded.watched_at)
  `.execute(trx)
}

/** Puts a removed row back, paused or not; a row that has been stored since stays as it is. */
export async function restoreRow(trx: Trx, watched: WatchedEpisode): Promise<void> {
  const { uid, episodeId, positionSeconds, isFinished, watchedAt } = watched
  await sql`
    insert into watched_episodes (uid, episode_id, position_seconds, is_finished, watched_at)
    values (${uid}, ${episodeId}, ${positionSeconds}, ${isFinished}, ${watchedAt})
    on conflict do nothing
  `.execute(trx)
}

/** The rows of a person's history. */
export function historyList(uid: string): ListQuery {
  return sql`select episode_id, watched_at as at from watched_episodes where uid = ${uid}`
}

/** The part of the history that was begun and not finished. */
export function unfinishedList(uid: string): ListQuery {
  return sql`
    select episode_id, watched_at as at from watched_episodes
    where uid = ${uid} and position_seconds > 0 and not is_finished
  `
}

/** All entries of a list, in no order. */
export async function entriesOf(db: Db, list: ListQuery): Promise<ListedAt[]> {
  const { rows } = await sql<ListedAt>`select episode_id as "episodeId", at from (${list}) as list`.execute(db)
  return rows
}

/** Positions in these episodes, by episode id; those that are not in the history are absent. */
export async function positionsOf(db: Db, uid: string, episodeIds: string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ episodeId: string; positionSeconds: number }>`
    select episode_id as "episodeId", position_seconds as "positionSeconds" from watched_episodes
    where uid = ${uid} and episode_id = any(${episodeIds}::text[])
  `.execute(db)
  return new Map(rows.map((row) => [row.episodeId, row.positionSeconds]))
}

/** Ids among these of episodes that a person watched to the end. */
export async function finishedAmong(db: Db, uid: string, episodeIds: string[]): Promise<Set<string>> {
  const { rows } = await sql<{ episodeId: string }>`
    select episode_id as "episodeId" from watched_episodes
    where uid = ${uid} and episode_id = any(${episodeIds}::text[]) and is_finished
  `.execute(db)
  return new Set(rows.map((row) => row.episodeId))
}

/** All rows of a person, oldest first, for the export. */
export async function watchedBy(db: Db, uid: string): Promise<Omit<WatchedEpisode, 'uid'>[]> {
  const { rows } = await sql<Omit<WatchedEpisode, 'uid'>>`
    select ${columns} from watched_episodes where uid = ${uid} order by watched_at, episode_id
  `.execute(db)
  return rows
}

/**
 * Removes these episodes from a history, or all of them. Locks in id order, as the removal of several episodes does.
 * @returns the removed entries
 */
export async function deleteWatched(
  trx: Trx,
  uid: string,
  episodeIds: string[] | 'all',
): Promise<Omit<WatchedEpisode, 'uid'>[]> {
  const chosen = episodeIds === 'all' ? sql`true` : sql`episode_id = any(${episodeIds}::text[])`
  const { rows } = await sql<Omit<WatchedEpisode, 'uid'>>`
    delete from watched_episodes using (
      select episode_id as id from watched_episodes where uid = ${uid} and ${chosen} order by episode_id for update
    ) as locked
    where uid = ${uid} and episode_id = locked.id
    returning ${columns}
  `.execute(trx)
  return rows
}

/** Since when a history is paused; null while it is not. */
export async function pausedAt(db: Db, uid: string): Promise<Date | null> {
  const { rows } = await sql<{ at: Date }>`select paused_at as at from paused_histories where uid = ${uid}`.execute(db)
  return rows[0]?.at ?? null
}

export async function storePause(trx: Trx, uid: string, at: Date): Promise<void> {
  await sql`insert into paused_histories (uid, paused_at) values (${uid}, ${at}) on conflict do nothing`.execute(trx)
}

export async function deletePause(trx: Trx, uid: string): Promise<void> {
  await sql`delete from paused_histories where uid = ${uid}`.execute(trx)
}
