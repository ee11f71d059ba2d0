import { isListed } from '#catalog/audience.ts'
import type { EpisodeAudience } from '#catalog/episode-audiences.server.ts'
import { readEpisodeCursor, writeEpisodeCursor } from '#catalog/episode-cursor.server.ts'
import type { Viewer } from '#identity/account.ts'
import { pageSize } from '#platform/cursor.server.ts'
import type { Db } from '#platform/database.server.ts'
import { isPossibleId } from '#platform/ids.server.ts'
import { Refusal } from '#platform/refusal.ts'
import {
  type PartNumber,
  SERIES_PAGE,
  SERIES_PAGE_MAX,
  type Series,
  type SeriesEpisode,
  type SeriesNeighbours,
  type SeriesPage,
  type SeriesPosition,
  type SeriesSummary,
} from './series.ts'
import { arcsAround } from './series-fields.ts'
import { neighboursOf, seriesAround, withOwnSeriesPositions, withSeriesPositions } from './series-positions.server.ts'
import { contentsOf, findSeriesRow, type SeriesContent, type SeriesRow, seriesRowsOf } from './series-rows.server.ts'
import { coversOf, episodesOf, summarize, type VisibleSeriesParts, visibleSeries } from './visible-series.server.ts'

/** A person's own series, for the export. */
export interface StoredSeries {
  id: string
  title: string
  description: string
  posterUrl: string
  createdAt: Date
  updatedAt: Date
  episodes: PartNumber[]
  arcs: SeriesContent['arcs']
  /** The part chosen as its cover. */
  coverId: string | null
}

/**
 * Reads series, as a viewer may see them. Its creator sees every part. Others see those that are on the creator's
 * profile, with the numbers that they have among all parts; without such a part, a series is absent for them.
 */
export interface SeriesQueries {
  /** @throws Refusal series.not_found */
  find(id: string, viewer: Viewer | null): Promise<Series>
  /** Does nothing for the creator of the series. @throws Refusal series.not_found, series.owner_only */
  ensureOwn(account: Viewer, id: string): Promise<void>
  /** A creator's series, newest first. @throws Refusal catalog.cursor_invalid */
  byCreator(creatorId: string, viewer: Viewer | null, page: { cursor?: string; limit?: number }): Promise<SeriesPage>
  /** All series of their creator, newest first. */
  own(account: Viewer): Promise<SeriesSummary[]>
  /** The same episodes with their positions, in the same order. */
  withSeriesPositions<E extends EpisodeAudience & { id: string }>(
    viewer: Viewer | null,
    episodes: E[],
  ): Promise<(E & SeriesPosition)[]>
  /** The same episodes, in the same order, with their positions as their creator sees them. */
  withOwnSeriesPositions<E extends { id: string }>(episodes: E[]): Promise<(E & SeriesPosition)[]>
  /**
   * The public parts before and after an episode that this viewer may see, the same for its creator: private, scheduled
   * and unlisted parts are left out. Null when it is in no series that the viewer can find.
   */
  neighboursOf(episodeId: string, viewer: Viewer | null): Promise<SeriesNeighbours | null>
  /**
   * A series with one page of its listed parts, those published last first, as everybody sees them.
   * @throws Refusal series.not_found without such a part on any page, catalog.cursor_invalid
   */
  newestParts(
    id: string,
    page: { cursor?: string; limit: number },
  ): Promise<{ series: SeriesSummary; episodes: SeriesEpisode[]; nextCursor: string | null }>
  /** The series of these listed episodes, for the sitemap. */
  seriesAround(episodeIds: string[]): Promise<Map<string, string>>
  /** Whether people see anything of the creator of a series; false without it. */
  hasShownCreator(id: string): Promise<boolean>
  /** Everything that this room stores about a person. */
  storedBy(uid: string): Promise<StoredSeries[]>
}

export type SeriesQueriesParts = VisibleSeriesParts

export function createSeriesQueries(parts: SeriesQueriesParts): SeriesQueries {
  const { db } = parts
  return {
    find: (id, viewer) => find(parts, id, viewer),
    ensureOwn: (account, id) => ensureOwn(parts, account, id),
    byCreator: (creatorId, viewer, page) => byCreator(parts, creatorId, viewer, page),
    own: (account) => own(parts, account),
    withSeriesPositions: (viewer, episodes) => withSeriesPositions(parts, viewer, episodes),
    withOwnSeriesPositions: (episodes) => withOwnSeriesPositions(db, episodes),
    neighboursOf: (episodeId, viewer) => neighboursOf(parts, episodeId, viewer),
    newestParts: (id, page) => newestParts(parts, id, page),
    seriesAround: (episodeIds) => seriesAround(db, episodeIds),
    hasShownCreator: (id) => hasShownCreator(parts, id),
    storedBy: (uid) => storedBy(db, uid),
  }
}

async function find(parts: SeriesQueriesParts, id: string, viewer: Viewer | null): Promise<Series> {
  const row = isPossibleId(id) ? await findSeriesRow(parts.db, id) : undefined
  const [found] = row ? await visibleSeries(parts, [row], viewer) : []
  if (!found) throw new Refusal('series.not_found')
  // The cover is one of the parts.
  const loading = episodesOf(parts, found, viewer)
  const [[summary], episodes] = await Promise.all([summarize(parts, [found], loading), loading])
  const isAbsent = episodes.length === 0 && found.row.creator_id !== viewer?.uid
  if (!summary || isAbsent) throw new Refusal('series.not_found')
  return {
    ...summary,
    episodeCount: episodes.length,
    episodes,
    arcs: arcsAround(
      found.content.arcs,
      episodes.map(({ seriesNumber }) => seriesNumber),
    ),
    isListed: episodes.some(({ audience }) => isListed(audience)),
  }
}

async function newestParts(parts: SeriesQueriesParts, id: string, page: { cursor?: string; limit: number }) {
  const row = isPossibleId(id) ? await findSeriesRow(parts.db, id) : undefined
  const [found] = row ? await visibleSeries(parts, [row], null) : []
  // There is a cover if and only if a part is listed.
  if (!found || found.coverId === null) throw new Refusal('series.not_found')
  const numbers = new Map(found.parts.map((part) => [part.id, part.number]))
  const [[summary], { episodes, nextCursor }] = await Promise.all([
    summarize(parts, [found], coversOf(parts, [found], null)),
    parts.catalog.newestAmong([...numbers.keys()], page),
  ])
  if (!summary) throw new Refusal('series.not_found')
  return {
    series: summary,
    episodes: episodes.map((each) => ({ ...each, seriesId: id, seriesNumber: numbers.get(each.id)! })),
    nextCursor,
  }
}

async function ensureOwn(parts: SeriesQueriesParts, account: Viewer, id: string): Promise<void> {
  const row = isPossibleId(id) ? await findSeriesRow(parts.db, id) : undefined
  if (row?.creator_id === account.uid) return
  // Only those who can find it are told whose it is.
  const [found] = row ? await visibleSeries(parts, [row], account) : []
  throw new Refusal(found ? 'series.owner_only' : 'series.not_found')
}

async function byCreator(
  parts: SeriesQueriesParts,
  creatorId: string,
  viewer: Viewer | null,
  { cursor, limit }: { cursor?: string; limit?: number },
): Promise<SeriesPage> {
  const after = cursor === undefined ? null : readEpisodeCursor(cursor)
  const size = pageSize(limit, { size: SERIES_PAGE, maxSize: SERIES_PAGE_MAX })
  const rows = isPossibleId(creatorId) ? await seriesRowsOf(parts.db, creatorId) : []
  const following = after ? rows.filter((row) => isAfter(row, after)) : rows
  const found = await visibleSeries(parts, following, viewer)
  const chosen = found.slice(0, size)
  const last = chosen.at(-1)?.row
  return {
    series: await summarize(parts, chosen, coversOf(parts, chosen, viewer)),
    nextCursor: found.length > size && last ? writeEpisodeCursor({ publishedAt: last.created_at, id: last.id }) : null,
  }
}

async function own(parts: SeriesQueriesParts, account: Viewer): Promise<SeriesSummary[]> {
  const found = await visibleSeries(parts, await seriesRowsOf(parts.db, account.uid), account)
  return summarize(parts, found, coversOf(parts, found, account))
}

async function hasShownCreator({ db, creators }: SeriesQueriesParts, id: string): Promise<boolean> {
  const row = await findSeriesRow(db, id)
  return row !== undefined && (await creators.findMany([row.creator_id])).size > 0
}

async function storedBy(db: Db, uid: string): Promise<StoredSeries[]> {
  const rows = await seriesRowsOf(db, uid)
  const contents = await contentsOf(
    db,
    rows.map((row) => row.id),
  )
  return rows.map(({ id, title, description, poster_url, created_at, updated_at }) => ({
    id,
    title,
    description,
    posterUrl: poster_url,
    createdAt: created_at,
    updatedAt: updated_at,
    episodes: contents.get(id)?.parts ?? [],
    arcs: contents.get(id)?.arcs ?? [],
    coverId: contents.get(id)?.coverId ?? null,
  }))
}

function isAfter(row: SeriesRow, after: { publishedAt: Date; id: string }): boolean {
  const difference = row.created_at.getTime() - after.publishedAt.getTime()
  return difference < 0 || (difference === 0 && row.id < after.id)
}
