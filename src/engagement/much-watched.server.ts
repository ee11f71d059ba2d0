import type { Catalog } from '#catalog/catalog.server.ts'
import type { Clock } from '#platform/clock.ts'
import type { Db } from '#platform/database.server.ts'
import type { VideoHost } from '#video/video-host.ts'
import { mostWatched } from './daily-totals.server.ts'

export interface MuchWatchedParts {
  db: Db
  clock: Clock
  catalog: Pick<Catalog, 'steadyVideosOf'>
  video: Pick<VideoHost, 'wantInAv1'>
}

/**
 * Has the episodes that were watched most lately made in AV1, which spares most bytes there. Adult episodes too: they are
 * watched as others are, and nothing is shown to anybody by it.
 * @returns of how many it is made from now on
 * @see docs/product.md#av1
 */
export async function wantMuchWatchedInAv1({ db, clock, catalog, video }: MuchWatchedParts): Promise<number> {
  const ids = await mostWatched(db, clock.now())
  const videos = await catalog.steadyVideosOf(ids)
  return await video.wantInAv1(ids.flatMap((id) => videos.get(id) ?? []))
}
