import { type Selectable, sql } from 'kysely'
import type { Db, Trx } from '#platform/database.server.ts'
import type { Arc, PartNumber, SeriesFields } from './series.ts'

type SeriesTables = {
  series: {
    id: string
    creator_id: string
    title: string
    description: string
    poster_url: string
    created_at: Date
    updated_at: Date
  }
}

export type SeriesRow = Selectable<SeriesTables['series']>

/** The numbers of a series' parts, in their order, and its arcs, in terms of these numbers. */
export interface SeriesContent {
  parts: PartNumber[]
  arcs: Arc[]
  /** The part chosen as its cover; null for none. */
  coverId: string | null
}

const tables = (db: Db | Trx) => db.withTables<SeriesTables>()

export async function insertSeries(trx: Trx, row: SeriesRow): Promise<void> {
  await tables(trx).insertInto('series').values(row).execute()
}

export async function findSeriesRow(db: Db | Trx, id: string): Promise<SeriesRow | undefined> {
  return tables(db).selectFrom('series').selectAll().where('id', '=', id).executeTakeFirst()
}

/** A creator's series, newest first. */
export async function seriesRowsOf(db: Db | Trx, creatorId: string): Promise<SeriesRow[]> {
  const own = tables(db).selectFrom('series').selectAll().where('creator_id', '=', creatorId)
  return own.orderBy('created_at', 'desc').orderBy('id', 'desc').execute()
}

/** Locks a creator's series, in id order, and returns their ids. */
export async function lockSeriesOf(trx: Trx, creatorId: string): Promise<string[]> {
  const own = tables(trx).selectFrom('series').select('id').where('creator_id', '=', creatorId)
  return (await own.orderBy('id').forUpdate().execute()).map((row) => row.id)
}

export async function updateSeries(
  trx: Trx,
  id: string,
  changes: Partial<SeriesFields> & { updated_at: Date },
): Promise<void> {
  await tables(trx).updateTable('series').set(changes).where('id', '=', id).execute()
}

export async function deleteSeries(trx: Trx, ids: string[]): Promise<void> {
  await sql`delete from series where id = any(${ids}::text[])`.execute(trx)
}

/** Parts and arcs of these series, by series id; read together, so that they match. */
export async function contentsOf(db: Db | Trx, seriesIds: string[]): Promise<Map<string, SeriesContent>> {
  if (seriesIds.length === 0) return new Map()
  const { rows } = await sql<SeriesContent & { id: string }>`
    with numbered as (
      select series_id, episode_id, position, row_number() over (partition by series_id order by position) as number
      from series_episodes where series_id = any(${seriesIds}::text[])
    ), reaching as (
      select arcs.series_id, arcs.title, min(number) as first, max(number) as last
      from series_arcs as arcs join numbered
        on numbered.series_id = arcs.series_id and position between first_position and last_position
      group by arcs.series_id, arcs.first_position, arcs.title
    )
    select id,
      (
        select coalesce(json_agg(json_build_object('id', episode_id, 'number', number) order by number), '[]')
        from numbered where numbered.series_id = series.id
      ) as parts,
      (
        select coalesce(json_agg(json_build_object('title', reaching.title, 'from', first, 'to', last) order by first), '[]')
        from reaching where reaching.series_id = series.id
      ) as arcs,
      (select episode_id from series_episodes as cover where cover.series_id = series.id and is_cover) as "coverId"
    from series where id = any(${seriesIds}::text[])
  `.execute(db)
  return new Map(rows.map(({ id, parts, arcs, coverId }) => [id, { parts, arcs, coverId }]))
}

/** The parts of a series, in their order. */
export async function partIds(trx: Trx, id: string): Promise<string[]> {
  return (await contentsOf(trx, [id])).get(id)?.parts.map((part) => part.id) ?? []
}

/** The series of these episodes, and their numbers in it, by episode id; those in no series are absent. */
export async function seriesPositionsOf(
  db: Db | Trx,
  episodeIds: string[],
): Promise<Map<string, { seriesId: string; number: number }>> {
  if (episodeIds.length === 0) return new Map()
  const { rows } = await sql<{ episodeId: string; seriesId: string; number: number }>`
    select episode_id as "episodeId", series_id as "seriesId", (
      select count(*) from series_episodes as earlier
      where earlier.series_id = own.series_id and earlier.position <= own.position
    ) as number
    from series_episodes as own where episode_id = any(${episodeIds}::text[])
  `.execute(db)
  return new Map(rows.map(({ episodeId, seriesId, number }) => [episodeId, { seriesId, number }]))
}

/** Replaces the parts of a locked series; a cover that stays a part stays the cover. @returns whether no part was in another series */
export async function storeParts(trx: Trx, seriesId: string, episodeIds: string[]): Promise<boolean> {
  const former = await sql<{ id: string; isCover: boolean }>`
    delete from series_episodes where series_id = ${seriesId} returning episode_id as id, is_cover as "isCover"
  `.execute(trx)
  const coverId = former.rows.find(({ isCover }) => isCover)?.id ?? ''
  // In id order, so that two lists with the same episodes wait for each other instead of failing.
  const { numAffectedRows } = await sql`
    insert into series_episodes (episode_id, series_id, position, is_cover)
    select id, ${seriesId}, number, id = ${coverId} from unnest(${episodeIds}::text[]) with ordinality as given (id, number) order by id
    on conflict (episode_id) do nothing
  `.execute(trx)
  return Number(numAffectedRows) === episodeIds.length
}

/** Replaces the arcs of a locked series whose parts were just stored. */
export async function storeArcs(trx: Trx, seriesId: string, arcs: Arc[]): Promise<void> {
  await sql`delete from series_arcs where series_id = ${seriesId}`.execute(trx)
  await sql`
    insert into series_arcs (series_id, first_position, last_position, title)
    select ${seriesId}, first, last, title
    from unnest(
      ${arcs.map(({ from }) => from)}::integer[], ${arcs.map(({ to }) => to)}::integer[],
      ${arcs.map(({ title }) => title)}::text[]
    ) as given (first, last, title)
  `.execute(trx)
}

/** Puts an episode behind the last part of a locked series. @returns whether it was in no other one */
export async function appendPart(trx: Trx, seriesId: string, episodeId: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into series_episodes (episode_id, series_id, position)
    select ${episodeId}, ${seriesId}, coalesce(max(position), 0) + 1 from series_episodes where series_id = ${seriesId}
    on conflict (episode_id) do nothing
  `.execute(trx)
  return Number(numAffectedRows) === 1
}

export async function deletePart(trx: Trx, episodeId: string): Promise<void> {
  await sql`delete from series_episodes where episode_id = ${episodeId}`.execute(trx)
}

/** Makes a part of a locked series its cover, or with null none. @returns whether it is a part */
export async function storeCover(trx: Trx, seriesId: string, episodeId: string | null): Promise<boolean> {
  await sql`update series_episodes set is_cover = false where series_id = ${seriesId} and is_cover`.execute(trx)
  const { numAffectedRows } = await sql`
    update series_episodes set is_cover = true where series_id = ${seriesId} and episode_id = ${episodeId}
  `.execute(trx)
  return Number(numAffectedRows) === 1
}

async function lockPosterUrl(trx: Trx, id: string): Promise<string | undefined> {
  const one = tables(trx).selectFrom('series').select('poster_url').where('id', '=', id)
  return (await one.forNoKeyUpdate().executeTakeFirst())?.poster_url
}

async function setPosterUrl(trx: Trx, id: string, url: string): Promise<void> {
  await tables(trx).updateTable('series').set({ poster_url: url }).where('id', '=', id).execute()
}

/** Ids of the series with a poster, in their order, after `afterId`. */
async function idsWithPoster(db: Db, afterId: string, limit: number): Promise<string[]> {
  const withPoster = tables(db).selectFrom('series').select('id').where('poster_url', '<>', '')
  return (await withPoster.where('id', '>', afterId).orderBy('id').limit(limit).execute()).map((row) => row.id)
}

export const posterColumn = { lock: lockPosterUrl, set: setPosterUrl, idsWithPicture: idsWithPoster }
