import type { Db } from '#platform/database.server.ts'
import { isPossibleId } from '#platform/ids.server.ts'
import { genreCountsOf, profileEpisodesOf } from './creator-episode-rows.server.ts'
import { inGenreOrder } from './episode-fields.ts'

/** Facts for a profile, about the episodes that everyone sees on it. */
export interface CreatorCatalogFacts {
  episodeCount: number
  genres: string[]
}

/** @see EpisodeQueries.factsOf */
export async function factsOf(db: Db, creatorId: string): Promise<CreatorCatalogFacts> {
  const counts = isPossibleId(creatorId) ? await genreCountsOf(db, creatorId) : []
  return {
    episodeCount: counts.reduce((sum, each) => sum + each.count, 0),
    genres: inGenreOrder(counts.map((each) => each.genre)),
  }
}

/** @see EpisodeQueries.profilesOf */
export async function profilesOf(
  db: Db,
  creatorIds: string[],
): Promise<Map<string, CreatorCatalogFacts & { episodeIds: string[] }>> {
  const byCreator = Map.groupBy(await profileEpisodesOf(db, creatorIds), (row) => row.creatorId)
  return new Map(
    creatorIds.map((creatorId) => {
      const rows = byCreator.get(creatorId) ?? []
      const episodeIds = rows.flatMap(({ ids }) => ids)
      return [
        creatorId,
        { episodeCount: episodeIds.length, genres: inGenreOrder(rows.map(({ genre }) => genre)), episodeIds },
      ]
    }),
  )
}
