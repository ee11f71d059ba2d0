import { type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from '#platform/database.server.ts'
import type { EpisodePlace } from './episode-cursor.server.ts'

/** What narrows Explore down. */
export interface ListingFilters {
  /** In any case; null for all. */
  genre: string | null
  onlyTrending: boolean
}

/** At most twelve; the canonical ones in their order, then those with the most episodes. */
const MORE_GENRES = 12

/** As conditions on `listed_episodes` or `listed_counts`. The planner needs `trending` spelt as in the partial indexes. */
export function within({ genre, onlyTrending }: ListingFilters): RawBuilder<boolean> {
  const conditions = [sql<boolean>`true`]
  if (genre !== null) conditions.push(sql`genre_key = search_key(${genre}::text)`)
  if (onlyTrending) conditions.push(sql`trending`)
  return sql<boolean>`${sql.join(conditions, sql` and `)}`
}

/**
 * Until the commit nobody else changes what is listed. The trigger holds it for each statement anyway; a transaction
 * with several statements holds it before the first, and after every episode that it will change.
 */
export async function holdListings(trx: Trx): Promise<void> {
  await sql`lock table listed_counts in share row exclusive mode`.execute(trx)
}

/** The newest listed ones after a place. */
export async function newestPlaces(
  db: Db,
  filters: ListingFilters,
  { after, limit }: { after: EpisodePlace | null; limit: number },
): Promise<EpisodePlace[]> {
  const following = after ? sql`(published_at, episode_id) < (${after.publishedAt}, ${after.id})` : sql`true`
  const { rows } = await sql<EpisodePlace>`
    select episode_id as id, published_at as "publishedAt" from listed_episodes
    where ${within(filters)} and ${following}
    order by published_at desc, episode_id desc limit ${limit}
  `.execute(db)
  return rows
}

/** Exact, and read from the few rows that the trigger keeps. */
export async function countListed(db: Db | Trx, filters: ListingFilters): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select coalesce(sum(episodes), 0)::bigint as count from listed_counts where ${within(filters)}
  `.execute(db)
  return rows[0]!.count
}

/** Genres with something to show besides those given, each by the newest episode that has it. Keys are folded. */
export async function newestOfOtherGenres(
  db: Db,
  { known, canonicalInOrder }: { known: string[]; canonicalInOrder: string[] },
): Promise<{ genreKey: string; episodeId: string }[]> {
  const { rows } = await sql<{ genreKey: string; episodeId: string }>`
    with other as (
      select genre_key, sum(episodes) as episodes from listed_counts
      where episodes > 0 and genre_key <> all (${known}::text[])
      group by genre_key
      order by array_position(${canonicalInOrder}::text[], genre_key), episodes desc, genre_key
      limit ${MORE_GENRES}
    )
    select other.genre_key as "genreKey", newest.episode_id as "episodeId"
    from other cross join lateral (
      select episode_id from listed_episodes where genre_key = other.genre_key
      order by published_at desc, episode_id desc limit 1
    ) as newest
    order by array_position(${canonicalInOrder}::text[], other.genre_key), other.episodes desc, other.genre_key
  `.execute(db)
  return rows
}
