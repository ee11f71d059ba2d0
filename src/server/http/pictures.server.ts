import type { Log } from '#platform/log.server.ts'
import type { ObjectCache } from '#platform/object-cache.server.ts'
import { createObjectHandler, type ObjectHandler } from './stored-object.server.ts'

/** Serves the pictures of rows in one folder, public and immutable. */
function createPictureHandler(folder: string, objectCache: ObjectCache, log: Log): ObjectHandler {
  // Only the exact names that we generate; a query is ignored.
  const pattern = new RegExp(`^/(${folder}/[0-9a-z]{26}/[0-9a-z]{26}\\.webp)(?:\\?|$)`)
  return createObjectHandler({
    folder,
    objectCache,
    log,
    resolveObject(request) {
      const key = pattern.exec(request.url ?? '')?.[1]
      return key ? { key, type: 'image/webp', isPublic: true } : null
    },
  })
}

/** Serves /avatars/…: the avatars of creators, public like their profiles. */
export function createAvatarHandler(objectCache: ObjectCache, log: Log): ObjectHandler {
  return createPictureHandler('avatars', objectCache, log)
}

/** Serves /series-posters/…: to everyone who knows the address, which is shown with the series alone. */
export function createSeriesPosterHandler(objectCache: ObjectCache, log: Log): ObjectHandler {
  return createPictureHandler('series-posters', objectCache, log)
}
