import { isListed, isOnProfile } from '#catalog/audience.ts'
import type { Catalog } from '#catalog/catalog.server.ts'
import type { Episode } from '#catalog/episode.ts'
import type { EpisodeAudience } from '#catalog/episode-audiences.server.ts'
import { readEpisodeCursor, writeEpisodeCursor } from '#catalog/episode-cursor.server.ts'
import type { Creators } from '#creators/creators.server.ts'
import type { Account } from '#identity/account.ts'
import { pageSize } from '#platform/cursor.server.ts'
import type { Db } from '#platform/database.server.ts'
import { isPossibleId } from '#platform/ids.server.ts'
import { Refusal } from '#platform/refusal.ts'
import {
  type PartNumber,
  SERIES_PAGE,
  SERIES_PAGE_MAX,
  type Series,
  type SeriesNeighbours,
  type SeriesPage,
  type SeriesPosition,
  type SeriesSummary,
} from './series.ts'
import { arcsAround } from './series-fields.ts'
import {
  contentsOf,
  findSeriesRow,
  type SeriesContent,
  type SeriesRow,
  seriesPositionsOf,
  seriesRowsOf,
} from './series-rows.server.ts'

type Viewer = Pick<Account, 'uid'>

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
  /** The same for the creator of all these episodes. */
  withOwnSeriesPositions<E extends { id: string }>(episodes: E[]): Promise<(E & SeriesPosition)[]>
  /**
   * The public parts before and after an episode that this viewer may see, the same for its creator: private, scheduled
   * and unlisted parts are left out. Null when it is in no series that the viewer can find.
   */
  neighboursOf(episodeId: string, viewer: Viewer | null): Promise<SeriesNeighbours | null>
  /** The series of these listed episodes, for the sitemap. */
  seriesAround(episodeIds: string[]): Promise<Map<string, string>>
  /** Everything that this room stores about a person. */
  storedBy(uid: string): Promise<StoredSeries[]>
}

export interface SeriesQueriesParts {
  db: Db
  catalog: Pick<Catalog, 'audiencesOf' | 'findMany'>
  creators: Pick<Creators, 'findMany'>
}

/** A series that the viewer may see, with the parts that the viewer may see. */
interface Found {
  row: SeriesRow
  content: SeriesContent
  parts: PartNumber[]
  /** Whose poster stands for the series: the first public part that is not adult, for every viewer. */
  coverId: string | null
}

export function createSeriesQueries({ db, catalog, creators }: SeriesQueriesParts): SeriesQueries {
  /** Loads the contents of these series, and drops what the viewer may not see. */
  async function filter(rows: SeriesRow[], viewer: Viewer | null): Promise<Found[]> {
    const contents = await contentsOf(
      db,
      rows.map((row) => row.id),
    )
    const ids = [...contents.values()].flatMap(({ parts }) => parts.map((part) => part.id))
    const audiences = await catalog.audiencesOf(ids)
    const audienceOf = ({ id }: PartNumber) => audiences.get(id)?.audience ?? 'owner'
    return rows.flatMap((row) => {
      const content = contents.get(row.id)
      if (!content) return []
      const coverId = content.parts.find((part) => isListed(audienceOf(part)))?.id ?? null
      if (row.creator_id === viewer?.uid) return [{ row, content, parts: content.parts, coverId }]
      const parts = content.parts.filter((part) => isOnProfile(audienceOf(part)))
      return parts.length > 0 ? [{ row, content, parts, coverId }] : []
    })
  }

  /** @param episodes those whose posters stand for the series */
  async function summarize(found: Found[], episodes: Promise<Episode[]>): Promise<SeriesSummary[]> {
    const [profiles, covers] = await Promise.all([
      creators.findMany([...new Set(found.map(({ row }) => row.creator_id))]),
      episodes,
    ])
    // None of an episode that became adult since its audience was read.
    const posters = new Map(covers.map(({ id, audience, poster }) => [id, isListed(audience) ? poster : null]))
    return found.flatMap(({ row, parts, coverId }) => {
      const creator = profiles.get(row.creator_id)
      if (!creator) return []
      const { uid, username, avatarUrl, founderBadge } = creator
      const hasOwnPoster = row.poster_url !== ''
      return {
        id: row.id,
        creatorId: uid,
        creator: { uid, username, avatarUrl, founderBadge },
        title: row.title,
        description: row.description,
        poster: hasOwnPoster ? row.poster_url : (posters.get(coverId ?? '') ?? null),
        hasOwnPoster,
        episodeCount: parts.length,
        createdAt: row.created_at,
        updatedAt: row.updated_at,
      }
    })
  }

  function coversOf(found: Found[], viewer: Viewer | null): Promise<Episode[]> {
    return catalog.findMany(
      found.flatMap(({ coverId }) => coverId ?? []),
      viewer,
    )
  }

  /** The parts as episodes. One that left the viewer's sight since its audience was read is gone. */
  async function episodesOf({ row, parts }: Found, viewer: Viewer | null) {
    const numbers = new Map(parts.map(({ id, number }) => [id, number]))
    const ids = parts.map(({ id }) => id)
    const isOwner = row.creator_id === viewer?.uid
    const shown = (episode: Episode) => isOwner || isOnProfile(episode.audience)
    return (await catalog.findMany(ids, viewer))
      .filter(shown)
      .map((episode) => ({ ...episode, seriesId: row.id, seriesNumber: numbers.get(episode.id)! }))
  }

  return {
    async find(id, viewer) {
      const row = isPossibleId(id) ? await findSeriesRow(db, id) : undefined
      const [found] = row ? await filter([row], viewer) : []
      if (!found) throw new Refusal('series.not_found')
      // The cover is one of the parts.
      const parts = episodesOf(found, viewer)
      const [[summary], episodes] = await Promise.all([summarize([found], parts), parts])
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
    },

    async ensureOwn(account, id) {
      const row = isPossibleId(id) ? await findSeriesRow(db, id) : undefined
      if (row?.creator_id === account.uid) return
      // Only those who can find it are told whose it is.
      const [found] = row ? await filter([row], account) : []
      throw new Refusal(found ? 'series.owner_only' : 'series.not_found')
    },

    async byCreator(creatorId, viewer, { cursor, limit }) {
      const after = cursor === undefined ? null : readEpisodeCursor(cursor)
      const size = pageSize(limit, { size: SERIES_PAGE, maxSize: SERIES_PAGE_MAX })
      const rows = isPossibleId(creatorId) ? await seriesRowsOf(db, creatorId) : []
      const following = after ? rows.filter((row) => isAfter(row, after)) : rows
      const found = await filter(following, viewer)
      const chosen = found.slice(0, size)
      const last = chosen.at(-1)?.row
      return {
        series: await summarize(chosen, coversOf(chosen, viewer)),
        nextCursor:
          found.length > size && last ? writeEpisodeCursor({ publishedAt: last.created_at, id: last.id }) : null,
      }
    },

    async own(account) {
      const found = await filter(await seriesRowsOf(db, account.uid), account)
      return summarize(found, coversOf(found, account))
    },

    async withSeriesPositions(viewer, episodes) {
      const ids = episodes.map(({ id }) => id)
      const positions = await seriesPositionsOf(db, ids)
      // A public part makes its series visible; only around an unlisted one the others decide.
      const doubtful = episodes.flatMap(({ id, creatorId, audience }) =>
        isOnProfile(audience) || creatorId === viewer?.uid ? [] : (positions.get(id)?.seriesId ?? []),
      )
      const hidden = await withoutPublicParts([...new Set(doubtful)])
      return episodes.map((episode) => {
        const position = positions.get(episode.id)
        const isShown = position && (episode.creatorId === viewer?.uid || !hidden.has(position.seriesId))
        return { ...episode, ...(isShown ? toSeriesPosition(position) : NO_POSITION) }
      })
    },

    async withOwnSeriesPositions(episodes) {
      const positions = await seriesPositionsOf(
        db,
        episodes.map(({ id }) => id),
      )
      return episodes.map((episode) => {
        const position = positions.get(episode.id)
        return { ...episode, ...(position ? toSeriesPosition(position) : NO_POSITION) }
      })
    },

    async neighboursOf(episodeId, viewer) {
      const position = (await seriesPositionsOf(db, [episodeId])).get(episodeId)
      const row = position && (await findSeriesRow(db, position.seriesId))
      const content = position && (await contentsOf(db, [position.seriesId])).get(position.seriesId)
      const own = content?.parts.find(({ id }) => id === episodeId)
      if (!row || !content || !own) return null
      const audiences = await catalog.audiencesOf(content.parts.map(({ id }) => id))
      const audienceOf = ({ id }: PartNumber) => audiences.get(id)?.audience ?? 'owner'
      const parts = content.parts.filter((part) => isOnProfile(audienceOf(part)))
      const isOwner = row.creator_id === viewer?.uid
      if (!isOwner && (parts.length === 0 || audienceOf(own) === 'owner')) return null
      const following = parts.filter(({ number }) => number > own.number)
      return {
        series: { id: row.id, title: row.title },
        number: own.number,
        parts,
        previous: parts.findLast(({ number }) => number < own.number) ?? null,
        next: following[0] ?? null,
        nextListed: following.find((part) => isListed(audienceOf(part))) ?? null,
      }
    },

    async seriesAround(episodeIds) {
      const positions = await seriesPositionsOf(db, episodeIds)
      return new Map([...positions].map(([id, { seriesId }]) => [id, seriesId]))
    },

    async storedBy(uid) {
      const rows = await seriesRowsOf(db, uid)
      const contents = await contentsOf(
        db,
        rows.map((row) => row.id),
      )
      return rows.map(({ id, title, description, poster_url, created_at, updated_at }) => ({
        ...{ id, title, description, posterUrl: poster_url, createdAt: created_at, updatedAt: updated_at },
        episodes: contents.get(id)?.parts ?? [],
        arcs: contents.get(id)?.arcs ?? [],
      }))
    },
  }

  /** Those of these series that others than their creator cannot find. */
  async function withoutPublicParts(seriesIds: string[]): Promise<Set<string>> {
    const contents = await contentsOf(db, seriesIds)
    const ids = [...contents.values()].flatMap(({ parts }) => parts.map(({ id }) => id))
    const audiences = await catalog.audiencesOf(ids)
    const isPublic = ({ id }: PartNumber) => isOnProfile(audiences.get(id)?.audience ?? 'owner')
    return new Set(seriesIds.filter((id) => !contents.get(id)?.parts.some(isPublic)))
  }
}

const NO_POSITION: SeriesPosition = { seriesId: null, seriesNumber: null }

function toSeriesPosition({ seriesId, number }: { seriesId: string; number: number }): SeriesPosition {
  return { seriesId, seriesNumber: number }
}

function isAfter(row: SeriesRow, after: { publishedAt: Date; id: string }): boolean {
  const difference = row.created_at.getTime() - after.publishedAt.getTime()
  return difference < 0 || (difference === 0 && row.id < after.id)
}
