import { sql } from 'kysely'
import type { Db } from '#platform/database.server.ts'
import { profileAudiences } from './audience.ts'
import { type EpisodeRow, episodes, newestFirst, type PageRange } from './episode-rows.server.ts'

/** A creator's episodes, newest first: those on the profile, or for the creator all of them. */
export async function creatorRows(
  db: Db,
  creatorId: string,
  range: PageRange & { isOwner: boolean },
): Promise<EpisodeRow[]> {
  const all = episodes(db).selectFrom('episodes').selectAll().where('creator_id', '=', creatorId)
  return newestFirst(range.isOwner ? all : all.where('audience', 'in', profileAudiences), range).execute()
}

export async function countOwn(db: Db, creatorId: string): Promise<number> {
  const { count } = await episodes(db)
    .selectFrom('episodes')
    .select(sql<number>`count(*)`.as('count'))
    .where('creator_id', '=', creatorId)
    .executeTakeFirstOrThrow()
  return count
}

/** The given episodes that belong to this creator. */
export async function ownRows(db: Db, creatorId: string, ids: string[]): Promise<EpisodeRow[]> {
  return episodes(db)
    .selectFrom('episodes')
    .selectAll()
    .where('id', '=', sql<string>`any(${ids}::text[])`)
    .where('creator_id', '=', creatorId)
    .execute()
}

/** Number of the episodes on a creator's profile in each genre. */
export async function genreCountsOf(db: Db, creatorId: string): Promise<{ genre: string; count: number }[]> {
  return episodes(db)
    .selectFrom('episodes')
    .where('creator_id', '=', creatorId)
    .where('audience', 'in', profileAudiences)
    .select(['genre', sql<number>`count(*)`.as('count')])
    .groupBy('genre')
    .execute()
}

/** Ids of the episodes on a creator's profile. */
export async function profileIdsOf(db: Db, creatorId: string): Promise<string[]> {
  const rows = await episodes(db)
    .selectFrom('episodes')
    .select('id')
    .where('creator_id', '=', creatorId)
    .where('audience', 'in', profileAudiences)
    .execute()
  return rows.map((row) => row.id)
}

/** Ids of all of a creator's episodes: those that play, and the others. */
export async function idsByPlayability(db: Db, creatorId: string): Promise<{ playable: string[]; others: string[] }> {
  const rows = await episodes(db)
    .selectFrom('episodes')
    .select(['id', 'is_playable as isPlayable'])
    .where('creator_id', '=', creatorId)
    .execute()
  const idsOf = (isPlayable: boolean) => rows.filter((row) => row.isPlayable === isPlayable).map((row) => row.id)
  return { playable: idsOf(true), others: idsOf(false) }
}

/** The episodes on these creators' profiles, by creator and genre. */
export async function profileEpisodesOf(
  db: Db,
  creatorIds: string[],
): Promise<{ creatorId: string; genre: string; ids: string[] }[]> {
  return episodes(db)
    .selectFrom('episodes')
    .where('creator_id', '=', sql<string>`any(${creatorIds}::text[])`)
    .where('audience', 'in', profileAudiences)
    .select(['creator_id as creatorId', 'genre', sql<string[]>`array_agg(id)`.as('ids')])
    .groupBy(['creator_id', 'genre'])
    .execute()
}

/** A creator's episodes in any state, newest first. */
export async function ownTitles(
  db: Db,
  creatorId: string,
): Promise<{ id: string; title: string; publishedAt: Date }[]> {
  return episodes(db)
    .selectFrom('episodes')
    .select(['id', 'title', 'published_at as publishedAt'])
    .where('creator_id', '=', creatorId)
    .orderBy('published_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}
