import { isListed, isOnProfile } from '#catalog/audience.ts'
import type { Catalog } from '#catalog/catalog.server.ts'
import type { Episode } from '#catalog/episode.ts'
import type { Creators } from '#creators/creators.server.ts'
import type { Viewer } from '#identity/account.ts'
import type { Db } from '#platform/database.server.ts'
import type { PartNumber, SeriesSummary } from './series.ts'
import { contentsOf, type SeriesContent, type SeriesRow } from './series-rows.server.ts'

export interface VisibleSeriesParts {
  db: Db
  catalog: Pick<Catalog, 'audiencesOf' | 'findMany' | 'newestAmong'>
  creators: Pick<Creators, 'findMany'>
}

/** A series that the viewer may see, with the parts that the viewer may see. */
export interface VisibleSeries {
  row: SeriesRow
  content: SeriesContent
  parts: PartNumber[]
  /** The part whose poster every viewer sees for the series: public and not adult, the chosen one or the first. */
  coverId: string | null
}

/** Loads the contents of these series, and drops those the viewer may not see. */
export async function visibleSeries(
  { db, catalog }: VisibleSeriesParts,
  rows: SeriesRow[],
  viewer: Viewer | null,
): Promise<VisibleSeries[]> {
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
    const covers = content.parts.filter((part) => isListed(audienceOf(part)))
    const coverId = (covers.find(({ id }) => id === content.coverId) ?? covers[0])?.id ?? null
    if (row.creator_id === viewer?.uid) return [{ row, content, parts: content.parts, coverId }]
    const parts = content.parts.filter((part) => isOnProfile(audienceOf(part)))
    return parts.length > 0 ? [{ row, content, parts, coverId }] : []
  })
}

/** @param episodes those whose posters stand for the series */
export async function summarize(
  { creators }: VisibleSeriesParts,
  found: VisibleSeries[],
  episodes: Promise<Episode[]>,
): Promise<SeriesSummary[]> {
  const [profiles, covers] = await Promise.all([
    creators.findMany([...new Set(found.map(({ row }) => row.creator_id))]),
    episodes,
  ])
  // None of an episode that became adult since its audience was read.
  const shown = new Map(covers.flatMap((cover) => (isListed(cover.audience) ? [[cover.id, cover]] : [])))
  return found.flatMap(({ row, content, parts, coverId }) => {
    const creator = profiles.get(row.creator_id)
    if (!creator) return []
    const { uid, username, avatarUrl, founderBadge } = creator
    const hasOwnPoster = row.poster_url !== ''
    const cover = hasOwnPoster ? undefined : shown.get(coverId ?? '')
    return {
      id: row.id,
      creatorId: uid,
      creator: { uid, username, avatarUrl, founderBadge },
      title: row.title,
      description: row.description,
      poster: hasOwnPoster ? row.poster_url : (cover?.poster ?? null),
      largePoster: cover?.largePoster ?? null,
      hasOwnPoster,
      chosenCoverId: !hasOwnPoster && coverId === content.coverId ? coverId : null,
      episodeCount: parts.length,
      createdAt: row.created_at,
      updatedAt: row.updated_at,
    }
  })
}

/** The episodes whose posters stand for these series. */
export function coversOf(
  { catalog }: VisibleSeriesParts,
  found: VisibleSeries[],
  viewer: Viewer | null,
): Promise<Episode[]> {
  return catalog.findMany(
    found.flatMap(({ coverId }) => coverId ?? []),
    viewer,
  )
}

/** The parts as episodes. One that left the viewer's sight since its audience was read is gone. */
export async function episodesOf(
  { catalog }: VisibleSeriesParts,
  { row, parts }: VisibleSeries,
  viewer: Viewer | null,
) {
  const numbers = new Map(parts.map(({ id, number }) => [id, number]))
  const ids = parts.map(({ id }) => id)
  const isOwner = row.creator_id === viewer?.uid
  const shown = (episode: Episode) => isOwner || isOnProfile(episode.audience)
  return (await catalog.findMany(ids, viewer))
    .filter(shown)
    .map((episode) => ({ ...episode, seriesId: row.id, seriesNumber: numbers.get(episode.id)! }))
}
