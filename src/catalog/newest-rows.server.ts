import { sql } from 'kysely'
import type { Db } from '#platform/database.server.ts'
import type { EpisodeCursor } from './episode-cursor.server.ts'
import type { PageRange } from './episode-rows.server.ts'

/** How many of the newest listed episodes are looked through first. */
const WINDOW = 1000

/**
 * The newest listed episodes of these creators. Where many are given, some of them are nearly always among the newest of
 * all; otherwise each creator's newest are looked up, which takes longer the more there are.
 */
export async function newestListedOf(db: Db, creatorIds: string[], range: PageRange): Promise<EpisodeCursor[]> {
  if (creatorIds.length === 0) return []
  const after = range.after
    ? sql`where (published_at, episode_id) < (${range.after.publishedAt}, ${range.after.id}::text)`
    : sql``
  const { rows: recent } = await sql<EpisodeCursor>`
    with recent as materialized (
      select episode_id, creator_id, published_at from listed_episodes ${after}
      order by published_at desc, episode_id desc limit ${WINDOW}
    )
    select episode_id as id, published_at as "publishedAt" from recent
    where creator_id = any(${creatorIds}::text[])
    order by published_at desc, episode_id desc limit ${range.limit}
  `.execute(db)
  if (recent.length === range.limit) return recent
  // The page's episodes are among those of as many creators: the ones with the newest each.
  const following = range.after
    ? sql`and (published_at, episode_id) < (${range.after.publishedAt}, ${range.after.id}::text)`
    : sql``
  const newest = (of: 'requested' | 'chosen', limit: number) => sql`
    select episode_id, published_at from listed_episodes
    where creator_id = ${sql.ref(`${of}.creator_id`)} ${following}
    order by published_at desc, episode_id desc limit ${limit}
  `
  const { rows } = await sql<EpisodeCursor>`
    with chosen as materialized (
      select requested.creator_id from unnest(${creatorIds}::text[]) as requested (creator_id)
      cross join lateral (${newest('requested', 1)}) as first
      order by first.published_at desc, first.episode_id desc limit ${range.limit}
    )
    select each.episode_id as id, each.published_at as "publishedAt" from chosen
    cross join lateral (${newest('chosen', range.limit)}) as each
    order by each.published_at desc, each.episode_id desc limit ${range.limit}
  `.execute(db)
  return rows
}
