import { type Generated, type Selectable, sql } from 'kysely'
import type { Db, Trx } from '#platform/database.server.ts'
import type { EpisodeCounts } from './play.ts'

interface EpisodeStatsTable {
  episode_id: string
  views: Generated<number>
  likes: Generated<number>
  comments: Generated<number>
  last_viewed_at: Date | null
}

const FOREIGN_KEY_VIOLATION = '23503'

function stats(db: Db | Trx) {
  return db.withTables<{ episode_stats: EpisodeStatsTable }>().selectFrom('episode_stats')
}

/**
 * Makes missing rows of numbers. Committed before any is locked: a row half made and a row held would be a deadlock.
 * @throws a foreign key violation when one of the episodes is gone
 */
export async function makeStats(db: Db, episodeIds: string[]): Promise<void> {
  await sql`
    insert into episode_stats (episode_id) select unnest(${episodeIds}::text[]) on conflict do nothing
  `.execute(db)
}

/** Locks the episodes' rows of numbers in one order, and tells their views; a removed episode is absent. */
export async function holdStats(trx: Trx, episodeIds: string[]): Promise<Map<string, number>> {
  const rows = await stats(trx)
    .select(['episode_id', 'views'])
    .where('episode_id', '=', sql<string>`any(${episodeIds}::text[])`)
    .orderBy('episode_id')
    .forUpdate()
    .execute()
  return new Map(rows.map((row) => [row.episode_id, row.views]))
}

/**
 * Works in a transaction that holds one episode's numbers, and commits; null when the episode is gone.
 * @param first what has to be held before the numbers
 */
export async function whileHolding<T>(
  db: Db,
  episodeId: string,
  work: (trx: Trx) => Promise<T>,
  first: (trx: Trx) => Promise<void> = async () => {},
): Promise<T | null> {
  try {
    await makeStats(db, [episodeId])
  } catch (error) {
    if (isForeignKeyViolation(error)) return null
    throw error
  }
  return db
    .transaction()
    .setIsolationLevel('read committed')
    .execute(async (trx) => {
      await first(trx)
      return (await holdStats(trx, [episodeId])).has(episodeId) ? await work(trx) : null
    })
}

export async function findCounts(db: Db | Trx, episodeIds: string[]): Promise<Map<string, EpisodeCounts>> {
  const rows: Selectable<EpisodeStatsTable>[] = await stats(db)
    .selectAll()
    .where('episode_id', '=', sql<string>`any(${episodeIds}::text[])`)
    .execute()
  return new Map(
    rows.map(({ episode_id, last_viewed_at, ...numbers }) => [episode_id, { ...numbers, lastViewed: last_viewed_at }]),
  )
}

/** Sums over these episodes. */
export async function sumCounts(db: Db, episodeIds: string[]): Promise<Omit<EpisodeCounts, 'lastViewed'>> {
  return stats(db)
    .select([
      sql<number>`coalesce(sum(views), 0)::bigint`.as('views'),
      sql<number>`coalesce(sum(likes), 0)::bigint`.as('likes'),
      sql<number>`coalesce(sum(comments), 0)::bigint`.as('comments'),
    ])
    .where('episode_id', '=', sql<string>`any(${episodeIds}::text[])`)
    .executeTakeFirstOrThrow()
}

export function isForeignKeyViolation(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === FOREIGN_KEY_VIOLATION
}
