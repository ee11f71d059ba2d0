import type { Catalog } from '#catalog/catalog.server.ts'
import type { Clock } from '#platform/clock.ts'
import type { Db } from '#platform/database.server.ts'
import type { VideoHost } from '#video/video-host.ts'
import { mostWatched } from './daily-totals.server.ts'

export interface PopularEpisodesParts {
  db: Db
  clock: Clock
  catalog: Pick<Catalog, 'steadyVideosOf'>
  video: Pick<VideoHost, 'requestAv1'>
}

/**
 * Requests AV1 renditions of the episodes most watched lately, where they save the most bytes. Includes adult episodes:
 * they are watched like others, and the request shows nothing to anyone.
 * @returns number of new requests
 * @see docs/product.md#av1
 */
export async function requestAv1ForPopularEpisodes({
  db,
  clock,
  catalog,
  video,
}: PopularEpisodesParts): Promise<number> {
  const ids = await mostWatched(db, clock.now())
  const videos = await catalog.steadyVideosOf(ids)
  return await video.requestAv1(ids.flatMap((id) => videos.get(id) ?? []))
}
