import {
  type Generated,
  type GeneratedAlways,
  type Insertable,
  type Selectable,
  type SelectQueryBuilder,
  sql,
  type Updateable,
} from 'kysely'
import type { Db, Trx } from '#platform/database.server.ts'
import type { EpisodePlace } from './episode-cursor.server.ts'

interface EpisodesTable {
  id: string
  creator_id: string
  video_id: string
  /** The video that takes its place once it plays. */
  next_video_id: string | null
  title: string
  title_lower: GeneratedAlways<string>
  description: string
  genre: string
  tags: string[]
  nsfw: boolean
  nsfw_reason: Generated<string>
  trending: Generated<boolean>
  founder_badge: Generated<boolean>
  is_playable: boolean
  published_at: Date
  updated_at: Date
}

export type EpisodeRow = Selectable<EpisodesTable>
type ListedAddressRow = Pick<EpisodeRow, 'id' | 'creator_id' | 'published_at' | 'updated_at'>

/** A part of a list: at most `limit` rows, those after a place when there is one. */
export interface Stretch {
  after: EpisodePlace | null
  limit: number
}

function episodes(db: Db | Trx) {
  return db.withTables<{ episodes: EpisodesTable }>()
}

/** Stores the episode; false when another one stands on this video already. */
export async function insertEpisode(trx: Trx, row: Insertable<EpisodesTable>): Promise<boolean> {
  const stored = await episodes(trx)
    .insertInto('episodes')
    .values(row)
    .onConflict((conflict) => conflict.column('video_id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return stored !== undefined
}

export async function findEpisodeRow(db: Db | Trx, id: string): Promise<EpisodeRow | undefined> {
  return episodes(db).selectFrom('episodes').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Which episode stands on this video or waits for it, in whatever state. */
export async function episodeConcerning(
  db: Db | Trx,
  videoId: string,
): Promise<Pick<EpisodeRow, 'id' | 'creator_id' | 'next_video_id'> | undefined> {
  return episodes(db)
    .selectFrom('episodes')
    .select(['id', 'creator_id', 'next_video_id'])
    .where(({ eb, or }) => or([eb('video_id', '=', videoId), eb('next_video_id', '=', videoId)]))
    .executeTakeFirst()
}

/** Which episode stands on this video, in whatever state. */
export async function episodeIdOn(db: Db | Trx, videoId: string): Promise<string | null> {
  const row = await episodes(db).selectFrom('episodes').select('id').where('video_id', '=', videoId).executeTakeFirst()
  return row?.id ?? null
}

/** The videos of those of these episodes that can be played and are not about to be replaced, by the episode's id. */
export async function steadyVideosOf(db: Db, ids: string[]): Promise<Map<string, string>> {
  const rows = await episodes(db)
    .selectFrom('episodes')
    .select(['id', 'video_id'])
    .where('id', '=', sql<string>`any(${ids}::text[])`)
    .where('is_playable', '=', true)
    .where('next_video_id', 'is', null)
    .execute()
  return new Map(rows.map((row) => [row.id, row.video_id]))
}

/** The episodes that stand on these videos, by the video's id. */
export async function titlesOn(db: Db, videoIds: string[]): Promise<Map<string, { episodeId: string; title: string }>> {
  if (videoIds.length === 0) return new Map()
  const rows = await episodes(db)
    .selectFrom('episodes')
    .select(['id', 'title', 'video_id'])
    .where('video_id', 'in', videoIds)
    .execute()
  return new Map(rows.map(({ id, title, video_id }) => [video_id, { episodeId: id, title }]))
}

export async function isPlayableId(db: Db, id: string): Promise<boolean> {
  const row = await episodes(db)
    .selectFrom('episodes')
    .select('id')
    .where('id', '=', id)
    .where('is_playable', '=', true)
    .executeTakeFirst()
  return row !== undefined
}

/** The rows of these ids in the same order; those that are gone are left out. */
export async function findEpisodeRows(db: Db, ids: string[]): Promise<EpisodeRow[]> {
  if (ids.length === 0) return []
  const rows = await episodes(db).selectFrom('episodes').selectAll().where('id', 'in', ids).execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** What an address of the list needs, without what a card would show. */
export async function listedAddressRows(db: Db, stretch: Stretch): Promise<ListedAddressRow[]> {
  return newestFirst(listed(db).select(['id', 'creator_id', 'published_at', 'updated_at']), stretch).execute()
}

/** The last place of every full part of the list but the last, when each part holds `size`. */
export async function partEnds(db: Db, size: number): Promise<EpisodePlace[]> {
  const places = listed(db).select([
    'published_at',
    'id',
    sql<number>`row_number() over (order by published_at desc, id desc)`.as('place'),
    sql<number>`count(*) over ()`.as('total'),
  ])
  const ends = await db
    .selectFrom(places.as('places'))
    .select(['published_at', 'id'])
    .where(sql<boolean>`place % ${size} = 0 and place < total`)
    .orderBy('place')
    .execute()
  return ends.map((row) => ({ publishedAt: row.published_at, id: row.id }))
}

export async function creatorRows(
  db: Db,
  creatorId: string,
  stretch: Stretch & { withUnplayable: boolean },
): Promise<EpisodeRow[]> {
  const all = episodes(db).selectFrom('episodes').selectAll().where('creator_id', '=', creatorId)
  return newestFirst(stretch.withUnplayable ? all : all.where('is_playable', '=', true), stretch).execute()
}

export async function countOwn(db: Db, creatorId: string): Promise<number> {
  const { count } = await episodes(db)
    .selectFrom('episodes')
    .select(sql<number>`count(*)`.as('count'))
    .where('creator_id', '=', creatorId)
    .executeTakeFirstOrThrow()
  return count
}

/** Those of these episodes that are this creator's. */
export async function ownRows(db: Db, creatorId: string, ids: string[]): Promise<EpisodeRow[]> {
  return episodes(db)
    .selectFrom('episodes')
    .selectAll()
    .where('id', '=', sql<string>`any(${ids}::text[])`)
    .where('creator_id', '=', creatorId)
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

/** How many playable episodes of each genre a creator has. */
export async function genreCountsOf(db: Db, creatorId: string): Promise<{ genre: string; count: number }[]> {
  return playableOf(db, creatorId)
    .select(['genre', sql<number>`count(*)`.as('count')])
    .groupBy('genre')
    .execute()
}

export async function playableIdsOf(db: Db, creatorId: string): Promise<string[]> {
  const rows = await playableOf(db, creatorId).select('id').execute()
  return rows.map((row) => row.id)
}

/** Keeps all of a creator's episodes as they are, and some others; answers with them, in the order of their ids. */
export async function holdEpisodesOf(
  trx: Trx,
  creatorId: string,
  otherIds: string[],
): Promise<Pick<EpisodeRow, 'id' | 'creator_id' | 'video_id'>[]> {
  return episodes(trx)
    .selectFrom('episodes')
    .select(['id', 'creator_id', 'video_id'])
    .where(({ eb, or }) => or([eb('creator_id', '=', creatorId), eb('id', '=', sql<string>`any(${otherIds}::text[])`)]))
    .orderBy('id')
    .forUpdate()
    .execute()
}

export async function markPlayable(trx: Trx, videoId: string, isPlayable: boolean): Promise<void> {
  await episodes(trx)
    .updateTable('episodes')
    .set({ is_playable: isPlayable })
    .where('video_id', '=', videoId)
    .where('is_playable', '<>', isPlayable)
    .execute()
}

/** Those of these episodes that strangers find: playable and not adult. */
export async function listedIdsAmong(trx: Trx, ids: string[]): Promise<string[]> {
  const rows = await listed(trx).select('id').where('id', '=', sql<string>`any(${ids}::text[])`).execute()
  return rows.map((row) => row.id)
}

/**
 * Makes these listed episodes trending and no other. Held in the order of their ids before the first is changed; whatever
 * is as it should be is not touched. Answers with those that changed.
 */
export async function changeTrending(trx: Trx, ids: string[]): Promise<Pick<EpisodeRow, 'id' | 'creator_id'>[]> {
  const { rows } = await sql<Pick<EpisodeRow, 'id' | 'creator_id'>>`
    select id, creator_id from episodes
    where (trending and id <> all(${ids}::text[]))
      or (id = any(${ids}::text[]) and not trending and is_playable and not nsfw)
    order by id for no key update
  `.execute(trx)
  const changed = rows.map((row) => row.id)
  if (changed.length > 0) {
    await sql`update episodes set trending = not trending where id = any(${changed}::text[])`.execute(trx)
  }
  return rows
}

/** Keeps the episode as it is until the commit. */
export async function lockEpisode(trx: Trx, id: string): Promise<EpisodeRow | undefined> {
  return episodes(trx).selectFrom('episodes').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

export async function updateEpisode(trx: Trx, id: string, changes: Updateable<EpisodesTable>): Promise<void> {
  await episodes(trx).updateTable('episodes').set(changes).where('id', '=', id).execute()
}

export async function deleteEpisode(trx: Trx, id: string): Promise<void> {
  await episodes(trx).deleteFrom('episodes').where('id', '=', id).execute()
}

function listed(db: Db | Trx) {
  return episodes(db).selectFrom('episodes').where('is_playable', '=', true).where('nsfw', '=', false)
}

function playableOf(db: Db, creatorId: string) {
  return episodes(db).selectFrom('episodes').where('creator_id', '=', creatorId).where('is_playable', '=', true)
}

function newestFirst<Row>(
  rows: SelectQueryBuilder<{ episodes: EpisodesTable }, 'episodes', Row>,
  { after, limit }: Stretch,
) {
  const following = after
    ? rows.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('published_at', 'id'), '<', tuple(after.publishedAt, after.id)),
      )
    : rows
  return following.orderBy('published_at', 'desc').orderBy('id', 'desc').limit(limit)
}
