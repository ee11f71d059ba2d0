import type { Log } from '#platform/log.server.ts'
import type { ObjectCache } from '#platform/object-cache.server.ts'
import { createObjectHandler, type ObjectHandler } from './stored-object.server.ts'

// Only the exact names that we generate; a query is ignored.
const pattern = /^\/(avatars\/[0-9a-z]{26}\/[0-9a-z]{26}\.webp)(?:\?|$)/

/** Serves /avatars/…: the avatars of creators, public like their profiles. */
export function createAvatarHandler(objectCache: ObjectCache, log: Log): ObjectHandler {
  return createObjectHandler({
    folder: 'avatars',
    objectCache,
    log,
    resolveObject(request) {
      const key = pattern.exec(request.url ?? '')?.[1]
      return key ? { key, type: 'image/webp', isPublic: true } : null
    },
  })
}
