import { type Generated, sql } from 'kysely'
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
 * Inserts missing rows of counts. Must be committed before any is locked: uncommitted and locked rows would deadlock.
 * @throws a foreign key violation when one of the episodes is gone
 */
export async function ensureStats(db: Db, episodeIds: string[]): Promise<void> {
  await sql`
    insert into episode_stats (episode_id) select unnest(${episodeIds}::text[]) on conflict do nothing
  `.execute(db)
}

/** Inserts the missing row of counts of one episode. @returns false when the episode is gone */
export async function ensureStatsOf(db: Db, episodeId: string): Promise<boolean> {
  try {
    await ensureStats(db, [episodeId])
    return true
  } catch (error) {
    if (isForeignKeyViolation(error)) return false
    throw error
  }
}

/** Locks the episodes' rows of counts in id order and returns their views; a removed episode is absent. */
export async function lockStats(trx: Trx, episodeIds: string[]): Promise<Map<string, number>> {
  const rows = await stats(trx)
    .select(['episode_id', 'views'])
    .where('episode_id', '=', sql<string>`any(${episodeIds}::text[])`)
    .orderBy('episode_id')
    .forUpdate()
    .execute()
  return new Map(rows.map((row) => [row.episode_id, row.views]))
}

/**
 * Locks one episode's counts until the commit, as comments and notes on it are locked: their rows refer to these. The transaction is
 * `read committed`, so that it then reads changes that others committed while it waited.
 * @returns whether it has any; an episode that is gone has none
 */
export async function lockCountsOf(trx: Trx, episodeId: string): Promise<boolean> {
  return (await lockStats(trx, [episodeId])).has(episodeId)
}

export async function findCounts(db: Db | Trx, episodeIds: string[]): Promise<Map<string, EpisodeCounts>> {
  const rows = await stats(db)
    .select(['episode_id', 'views', 'likes', 'comments', 'last_viewed_at'])
    .where('episode_id', '=', sql<string>`any(${episodeIds}::text[])`)
    .execute()
  return new Map(
    rows.map(({ episode_id, views, likes, comments, last_viewed_at }) => [
      episode_id,
      { views, likes, comments, lastViewed: last_viewed_at },
    ]),
  )
}

/** Sums of the counts of these episodes. */
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

/** Sum of the views of each list of episodes. */
export async function sumViews(db: Db, lists: string[][]): Promise<number[]> {
  const ids = lists.flat()
  const places = lists.flatMap((list, place) => list.map(() => place))
  const { rows } = await sql<{ place: number; views: number }>`
    select place, sum(views)::bigint as views
    from unnest(${ids}::text[], ${places}::int[]) as listed (id, place) join episode_stats on episode_id = listed.id
    group by place
  `.execute(db)
  const sums = new Map(rows.map(({ place, views }) => [place, views]))
  return lists.map((_, place) => sums.get(place) ?? 0)
}

export function isForeignKeyViolation(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === FOREIGN_KEY_VIOLATION
}
