import {
  type ColumnType,
  type Generated,
  type GeneratedAlways,
  type Insertable,
  type Selectable,
  type SelectQueryBuilder,
  sql,
  type Updateable,
} from 'kysely'
import type { Db, Trx } from '#platform/database.server.ts'
import type { Audience, Restriction, Visibility } from './audience.ts'
import type { EpisodeCursor } from './episode-cursor.server.ts'
import type { MetadataColumns } from './episode-metadata.ts'
import type { Hold } from './hold.ts'

interface EpisodesTable extends MetadataColumns {
  id: string
  creator_id: string
  video_id: string
  /** The video that replaces `video_id` once it plays. */
  next_video_id: string | null
  title_lower: GeneratedAlways<string>
  nsfw_reason: Generated<string>
  trending: Generated<boolean>
  founder_badge: Generated<boolean>
  is_playable: boolean
  visibility: ColumnType<Visibility, Visibility | undefined>
  /** When a scheduled episode becomes public; null for all others. */
  publish_at: ColumnType<Date | null, Date | null | undefined>
  /** Whether it was ever public; until then its date is that of its upload. */
  was_public: Generated<boolean>
  /** A moderator's decision; null for none. */
  restriction: Generated<Restriction | null>
  /** Whether its creator's account is deactivated, which hides it from everybody. */
  creator_deactivated: Generated<boolean>
  /** Why it is held back; null when it is not. */
  hold: Generated<Hold | null>
  audience: GeneratedAlways<Audience>
  /** Origins that may embed it; null for all. */
  embed_sites: Generated<string[] | null>
  published_at: Date
  updated_at: Date
}

export type EpisodeRow = Selectable<EpisodesTable>
/** The creator and the audience of an episode. */
export type AudienceRow = Pick<EpisodeRow, 'id' | 'creator_id' | 'audience'>
export const audienceColumns = ['id', 'creator_id', 'audience'] as const

/** Columns to change. */
export type EpisodeColumns = Updateable<EpisodesTable>

/** An episode as it was stored, and who may find it once its video plays. */
export type StoredEpisode = AudienceRow &
  Pick<EpisodeRow, 'video_id' | 'nsfw' | 'restriction' | 'creator_deactivated' | 'hold'> & {
    playing_audience: Audience
  }
const storedColumns = [
  ...audienceColumns,
  'video_id',
  'nsfw',
  'restriction',
  'creator_deactivated',
  'hold',
  sql<Audience>`episode_audience(true, visibility, nsfw, restriction, creator_deactivated, hold)`.as(
    'playing_audience',
  ),
] as const

/** Range of a list: at most `limit` rows, after the cursor if there is one. */
export interface PageRange {
  after: EpisodeCursor | null
  limit: number
}

export function episodes(db: Db | Trx) {
  return db.withTables<{ episodes: EpisodesTable }>()
}

/** Stores the episode; undefined when another one already uses this video. */
export async function insertEpisode(trx: Trx, row: Insertable<EpisodesTable>): Promise<StoredEpisode | undefined> {
  return episodes(trx)
    .insertInto('episodes')
    .values(row)
    .onConflict((conflict) => conflict.column('video_id').doNothing())
    .returning(storedColumns)
    .executeTakeFirst()
}

export async function findEpisodeRow(db: Db | Trx, id: string): Promise<EpisodeRow | undefined> {
  return episodes(db).selectFrom('episodes').selectAll().where('id', '=', id).executeTakeFirst()
}

/** The episode that uses or awaits this video, in any state. */
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

/** Id of the episode that uses this video, in any state. */
export async function episodeIdOn(db: Db | Trx, videoId: string): Promise<string | null> {
  const row = await episodes(db).selectFrom('episodes').select('id').where('video_id', '=', videoId).executeTakeFirst()
  return row?.id ?? null
}

/** @see EpisodeQueries.downloadOf */
export async function findDownload(db: Db, videoId: string): Promise<{ title: string; downloadsOpen: boolean } | null> {
  const row = await episodes(db)
    .selectFrom('episodes')
    .select(['title', 'downloads_open as downloadsOpen'])
    .where('video_id', '=', videoId)
    .executeTakeFirst()
  return row ?? null
}

/** Ids of some of the episodes that wait for nothing but a check, in their order, after one. */
export async function idsWaitingForCheck(db: Db, after: string, limit: number): Promise<string[]> {
  const rows = await episodes(db)
    .selectFrom('episodes')
    .select('id')
    .where('hold', '=', 'check')
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** The episode on this video, locked until the commit; undefined without one. */
export async function lockEpisodeOn(trx: Trx, videoId: string): Promise<EpisodeRow | undefined> {
  return episodes(trx).selectFrom('episodes').selectAll().where('video_id', '=', videoId).forUpdate().executeTakeFirst()
}

/** Locks episodes against removal until the commit, in id order. @returns their creators and audiences */
export async function lockEpisodesAgainstRemoval(trx: Trx, ids: string[]): Promise<AudienceRow[]> {
  return episodes(trx)
    .selectFrom('episodes')
    .select(audienceColumns)
    .where('id', '=', sql<string>`any(${ids}::text[])`)
    .orderBy('id')
    .forKeyShare()
    .execute()
}

/** Locks all of a creator's episodes and the given others, in id order, and returns them. */
export async function lockEpisodesOf(
  trx: Trx,
  creatorId: string,
  otherIds: string[],
): Promise<(AudienceRow & Pick<EpisodeRow, 'video_id'>)[]> {
  return episodes(trx)
    .selectFrom('episodes')
    .select([...audienceColumns, 'video_id'])
    .where(({ eb, or }) => or([eb('creator_id', '=', creatorId), eb('id', '=', sql<string>`any(${otherIds}::text[])`)]))
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** Hides all of a creator's episodes, which are locked, or takes that back. @returns those that changed */
export async function markDeactivated(trx: Trx, creatorId: string, isDeactivated: boolean): Promise<StoredEpisode[]> {
  return episodes(trx)
    .updateTable('episodes')
    .set({ creator_deactivated: isDeactivated })
    .where('creator_id', '=', creatorId)
    .where('creator_deactivated', '<>', isDeactivated)
    .returning(storedColumns)
    .execute()
}

/** Returns the episode on this video if that changes it. */
export async function markPlayable(trx: Trx, videoId: string, isPlayable: boolean): Promise<AudienceRow | undefined> {
  return episodes(trx)
    .updateTable('episodes')
    .set({ is_playable: isPlayable })
    .where('video_id', '=', videoId)
    .where('is_playable', '<>', isPlayable)
    .returning(audienceColumns)
    .executeTakeFirst()
}

/**
 * Makes these listed episodes trending and no others. Locks the rows to change in id order first and leaves the rest
 * untouched. Returns those that changed.
 */
export async function changeTrending(trx: Trx, ids: string[]): Promise<Pick<EpisodeRow, 'id' | 'creator_id'>[]> {
  const { rows } = await sql<Pick<EpisodeRow, 'id' | 'creator_id'>>`
    select id, creator_id from episodes
    where (trending and id <> all(${ids}::text[]))
      or (id = any(${ids}::text[]) and not trending and audience = 'everyone')
    order by id for no key update
  `.execute(trx)
  const changed = rows.map((row) => row.id)
  if (changed.length > 0) {
    await sql`update episodes set trending = not trending where id = any(${changed}::text[])`.execute(trx)
  }
  return rows
}

/** Locks the episode until the commit; undefined when it is gone. */
export async function lockEpisode(trx: Trx, id: string): Promise<EpisodeRow | undefined> {
  return episodes(trx).selectFrom('episodes').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

/** Changes an episode that the caller has locked. @see changeEpisode, for changes that other rooms must learn of */
export async function updateEpisode(trx: Trx, id: string, changes: EpisodeColumns): Promise<StoredEpisode> {
  return episodes(trx)
    .updateTable('episodes')
    .set(changes)
    .where('id', '=', id)
    .returning(storedColumns)
    .executeTakeFirstOrThrow()
}

export async function deleteEpisode(trx: Trx, id: string): Promise<void> {
  await episodes(trx).deleteFrom('episodes').where('id', '=', id).execute()
}

export function newestFirst<Row>(
  rows: SelectQueryBuilder<{ episodes: EpisodesTable }, 'episodes', Row>,
  { after, limit }: PageRange,
) {
  const following = after
    ? rows.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('published_at', 'id'), '<', tuple(after.publishedAt, after.id)),
      )
    : rows
  return following.orderBy('published_at', 'desc').orderBy('id', 'desc').limit(limit)
}
