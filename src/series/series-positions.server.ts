import { isListed, isOnProfile } from '#catalog/audience.ts'
import type { Catalog } from '#catalog/catalog.server.ts'
import type { EpisodeAudience } from '#catalog/episode-audiences.server.ts'
import type { Viewer } from '#identity/account.ts'
import type { Db } from '#platform/database.server.ts'
import type { PartNumber, SeriesNeighbours, SeriesPosition } from './series.ts'
import { contentsOf, findSeriesRow, seriesPositionsOf } from './series-rows.server.ts'

interface PositionParts {
  db: Db
  catalog: Pick<Catalog, 'audiencesOf'>
}

const NO_POSITION: SeriesPosition = { seriesId: null, seriesNumber: null }

function toSeriesPosition({ seriesId, number }: { seriesId: string; number: number }): SeriesPosition {
  return { seriesId, seriesNumber: number }
}

/** @see SeriesQueries.withSeriesPositions */
export async function withSeriesPositions<E extends EpisodeAudience & { id: string }>(
  { db, catalog }: PositionParts,
  viewer: Viewer | null,
  episodes: E[],
): Promise<(E & SeriesPosition)[]> {
  const ids = episodes.map(({ id }) => id)
  const positions = await seriesPositionsOf(db, ids)
  // A public part makes its series visible; only around an unlisted one the others decide.
  const doubtful = episodes.flatMap(({ id, creatorId, audience }) =>
    isOnProfile(audience) || creatorId === viewer?.uid ? [] : (positions.get(id)?.seriesId ?? []),
  )
  const hidden = await withoutPublicParts({ db, catalog }, [...new Set(doubtful)])
  return episodes.map((episode) => {
    const position = positions.get(episode.id)
    const isShown = position && (episode.creatorId === viewer?.uid || !hidden.has(position.seriesId))
    return { ...episode, ...(isShown ? toSeriesPosition(position) : NO_POSITION) }
  })
}

/** @see SeriesQueries.withOwnSeriesPositions */
export async function withOwnSeriesPositions<E extends { id: string }>(
  db: Db,
  episodes: E[],
): Promise<(E & SeriesPosition)[]> {
  const positions = await seriesPositionsOf(
    db,
    episodes.map(({ id }) => id),
  )
  return episodes.map((episode) => {
    const position = positions.get(episode.id)
    return { ...episode, ...(position ? toSeriesPosition(position) : NO_POSITION) }
  })
}

/** @see SeriesQueries.neighboursOf */
export async function neighboursOf(
  { db, catalog }: PositionParts,
  episodeId: string,
  viewer: Viewer | null,
): Promise<SeriesNeighbours | null> {
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
}

/** @see SeriesQueries.seriesAround */
export async function seriesAround(db: Db, episodeIds: string[]): Promise<Map<string, string>> {
  const positions = await seriesPositionsOf(db, episodeIds)
  return new Map([...positions].map(([id, { seriesId }]) => [id, seriesId]))
}

/** The series among these that only their creator can find. */
async function withoutPublicParts({ db, catalog }: PositionParts, seriesIds: string[]): Promise<Set<string>> {
  const contents = await contentsOf(db, seriesIds)
  const ids = [...contents.values()].flatMap(({ parts }) => parts.map(({ id }) => id))
  const audiences = await catalog.audiencesOf(ids)
  const isPublic = ({ id }: PartNumber) => isOnProfile(audiences.get(id)?.audience ?? 'owner')
  return new Set(seriesIds.filter((id) => !contents.get(id)?.parts.some(isPublic)))
}
