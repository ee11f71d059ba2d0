import { type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from '#platform/database.server.ts'
import type { EpisodeCursor } from './episode-cursor.server.ts'

/** Explore's filters. */
export interface ExploreFilters {
  /** In any case; null for all. */
  genre: string | null
  onlyTrending: boolean
}

/** At most twelve; the canonical ones in their order, then those with the most episodes. */
const MORE_GENRES = 12

/** Conditions on `listed_episodes` or `listed_counts`. The planner needs `trending` spelt as in the partial indexes. */
export function filterCondition({ genre, onlyTrending }: ExploreFilters): RawBuilder<boolean> {
  const conditions = [sql<boolean>`true`]
  if (genre !== null) conditions.push(sql`genre_key = search_key(${genre}::text)`)
  if (onlyTrending) conditions.push(sql`trending`)
  return sql<boolean>`${sql.join(conditions, sql` and `)}`
}

/**
 * Locks the explore index against other writers until the commit. The trigger takes it for each statement anyway.
 * A transaction with several statements takes it before the first, after it has locked every episode that it changes.
 */
export async function lockExploreIndex(trx: Trx): Promise<void> {
  await sql`lock table listed_counts in share row exclusive mode`.execute(trx)
}

/** Cursors of the newest listed episodes after the given one. */
export async function newestCursors(
  db: Db,
  filters: ExploreFilters,
  { after, limit }: { after: EpisodeCursor | null; limit: number },
): Promise<EpisodeCursor[]> {
  const following = after ? sql`(published_at, episode_id) < (${after.publishedAt}, ${after.id})` : sql`true`
  const { rows } = await sql<EpisodeCursor>`
    select episode_id as id, published_at as "publishedAt" from listed_episodes
    where ${filterCondition(filters)} and ${following}
    order by published_at desc, episode_id desc limit ${limit}
  `.execute(db)
  return rows
}

/** Exact number, read from the few rows that the trigger maintains. */
export async function countListed(db: Db | Trx, filters: ExploreFilters): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select coalesce(sum(episodes), 0)::bigint as count from listed_counts where ${filterCondition(filters)}
  `.execute(db)
  return rows[0]!.count
}

/** Non-empty genres other than the known ones, as their newest episodes spell them. Keys are folded. */
export async function otherGenres(
  db: Db,
  { known, canonicalInOrder }: { known: string[]; canonicalInOrder: string[] },
): Promise<string[]> {
  const { rows } = await sql<{ genre: string }>`
    with other as (
      select genre_key, sum(episodes) as episodes from listed_counts
      where episodes > 0 and genre_key <> all (${known}::text[])
      group by genre_key
      order by array_position(${canonicalInOrder}::text[], genre_key), episodes desc, genre_key
      limit ${MORE_GENRES}
    )
    select newest.genre
    from other cross join lateral (
      select genre from listed_episodes join episodes on episodes.id = episode_id
      where listed_episodes.genre_key = other.genre_key
      order by listed_episodes.published_at desc, episode_id desc limit 1
    ) as newest
    order by array_position(${canonicalInOrder}::text[], other.genre_key), other.episodes desc, other.genre_key
  `.execute(db)
  return rows.map(({ genre }) => genre)
}
