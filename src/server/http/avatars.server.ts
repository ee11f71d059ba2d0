import type { KeptObjects } from '#platform/kept-objects.server.ts'
import type { Log } from '#platform/log.server.ts'
import { createObjectHandler, type ObjectHandler } from './stored-object.server.ts'

// Only the exact names that we give out; a query is ignored.
const shape = /^\/(avatars\/[0-9a-z]{26}\/[0-9a-z]{26}\.webp)(?:\?|$)/

/** Serves /avatars/…: the pictures of creators, public as their profiles are. */
export function createAvatarHandler(kept: KeptObjects, log: Log): ObjectHandler {
  return createObjectHandler({
    folder: 'avatars',
    kept,
    log,
    choose(request) {
      const key = shape.exec(request.url ?? '')?.[1]
      return key ? { key, type: 'image/webp', isPublic: true } : null
    },
  })
}
