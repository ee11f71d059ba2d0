import { sql } from 'kysely'
import type { Db, Trx } from '#platform/database.server.ts'
import { type AudienceRow, audienceColumns, type EpisodeRow, episodes } from './episode-rows.server.ts'

/** Videos of the given episodes that are open and await no replacement, by episode id. */
export async function steadyVideosOf(db: Db, ids: string[]): Promise<Map<string, string>> {
  const rows = await episodes(db)
    .selectFrom('episodes')
    .select(['id', 'video_id'])
    .where('id', '=', sql<string>`any(${ids}::text[])`)
    .where('audience', '<>', 'owner')
    .where('next_video_id', 'is', null)
    .execute()
  return new Map(rows.map((row) => [row.id, row.video_id]))
}

/** The episodes that use these videos, by video id. */
export async function titlesOn(db: Db, videoIds: string[]): Promise<Map<string, { episodeId: string; title: string }>> {
  if (videoIds.length === 0) return new Map()
  const rows = await episodes(db)
    .selectFrom('episodes')
    .select(['id', 'title', 'video_id'])
    .where('video_id', 'in', videoIds)
    .execute()
  return new Map(rows.map(({ id, title, video_id }) => [video_id, { episodeId: id, title }]))
}

/** Finds episodes that anyone who knows their address may see, in the order of `ids`; null for all others. */
export async function findOpen(db: Db, ids: string[]) {
  const rows = await episodes(db)
    .selectFrom('episodes')
    .select(['id', 'nsfw', 'creator_id as creatorId'])
    .where('id', '=', sql<string>`any(${[...new Set(ids)]}::text[])`)
    .where('audience', '<>', 'owner')
    .execute()
  const open = new Map(rows.map((row) => [row.id, row]))
  return ids.map((id) => open.get(id) ?? null)
}

/** The rows of these ids in the same order, without missing ones. */
export async function findEpisodeRows(db: Db, ids: string[]): Promise<EpisodeRow[]> {
  if (ids.length === 0) return []
  const rows = await episodes(db)
    .selectFrom('episodes')
    .selectAll()
    .where('id', '=', sql<string>`any(${ids}::text[])`)
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** The given episodes, newest first, with the columns that decide which lists of a person they are in. */
export async function audienceRows(
  db: Db,
  ids: string[],
): Promise<Pick<EpisodeRow, 'id' | 'creator_id' | 'audience' | 'published_at'>[]> {
  return episodes(db)
    .selectFrom('episodes')
    .select(['id', 'creator_id', 'audience', 'published_at'])
    .where('id', '=', sql<string>`any(${ids}::text[])`)
    .orderBy('published_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

/** The given episodes that this person may see, with the texts that a search in a list of theirs compares, folded. */
export async function visibleTitles(
  db: Db,
  ids: string[],
  viewerUid: string,
): Promise<{ id: string; creatorId: string; titleKey: string }[]> {
  return episodes(db)
    .selectFrom('episodes')
    .select(['id', 'creator_id as creatorId', sql<string>`search_key(title)`.as('titleKey')])
    .where('id', '=', sql<string>`any(${ids}::text[])`)
    .where(({ eb, or }) => or([eb('audience', '<>', 'owner'), eb('creator_id', '=', viewerUid)]))
    .execute()
}

export async function creatorsOf(db: Db, ids: string[]): Promise<Map<string, string>> {
  const rows = await episodes(db)
    .selectFrom('episodes')
    .select(['id', 'creator_id'])
    .where('id', '=', sql<string>`any(${ids}::text[])`)
    .execute()
  return new Map(rows.map((row) => [row.id, row.creator_id]))
}

/** The creators and the audiences of these episodes. */
export async function audienceRowsOf(db: Db | Trx, ids: string[]): Promise<AudienceRow[]> {
  if (ids.length === 0) return []
  return episodes(db)
    .selectFrom('episodes')
    .select(audienceColumns)
    .where('id', '=', sql<string>`any(${ids}::text[])`)
    .execute()
}
