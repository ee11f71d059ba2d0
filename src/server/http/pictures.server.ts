import type { Creators } from '#creators/creators.server.ts'
import type { Log } from '#platform/log.server.ts'
import type { ServingCache } from '#platform/object-cache.server.ts'
import type { SeriesRoom } from '#series/series.server.ts'
import { createObjectHandler, type ObjectHandler, type ObjectHandlerParts } from './stored-object.server.ts'

export interface PictureParts {
  objectCache: ServingCache
  log: Log
  onAnswer?: ObjectHandlerParts['onAnswer']
  creators: Pick<Creators, 'find'>
  series: Pick<SeriesRoom, 'hasShownCreator'>
}

/** A picture is gone on every node within this time after its creator's account was deactivated. */
const CACHE_MS = 900
const CACHE_MAX = 5000

/** Serves the pictures of rows in one folder, public and immutable. @param isShown whether people see anything of this row */
function createPictureHandler(
  folder: string,
  { objectCache, log, onAnswer }: PictureParts,
  isShown: (id: string) => Promise<boolean>,
): ObjectHandler {
  // Only the exact names that we generate; a query is ignored.
  const pattern = new RegExp(`^/(${folder}/([0-9a-z]{26})/[0-9a-z]{26}\\.webp)(?:\\?|$)`)
  const isShownNow = remember(isShown)
  return createObjectHandler({
    folder,
    objectCache,
    log,
    onAnswer,
    async resolveObject(request) {
      const [, key, id] = pattern.exec(request.url ?? '') ?? []
      return key && id && (await isShownNow(id)) ? { key, type: 'image/webp', isPublic: true } : null
    },
  })
}

/** Serves /avatars/…: the avatars of creators, public like their profiles. */
export function createAvatarHandler(parts: PictureParts): ObjectHandler {
  return createPictureHandler('avatars', parts, async (uid) => (await parts.creators.find(uid)) !== null)
}

/** Serves /series-posters/…: to everyone who knows the address, which is shown with the series alone. */
export function createSeriesPosterHandler(parts: PictureParts): ObjectHandler {
  return createPictureHandler('series-posters', parts, parts.series.hasShownCreator)
}

/** Asks once for all requests of a moment. */
function remember(isShown: (id: string) => Promise<boolean>): (id: string) => Promise<boolean> {
  const cache = new Map<string, { isShown: Promise<boolean>; until: number }>()
  return async (id) => {
    const known = cache.get(id)
    if (known && known.until > performance.now()) return await known.isShown
    const asked = isShown(id)
    if (cache.size >= CACHE_MAX) cache.clear()
    cache.set(id, { isShown: asked, until: performance.now() + CACHE_MS })
    asked.catch(() => cache.delete(id))
    return await asked
  }
}
