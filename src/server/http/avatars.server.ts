import type { Log } from '#platform/log.server.ts'
import type { ObjectStorage } from '#platform/storage.server.ts'
import { createObjectHandler, type ObjectHandler } from './stored-object.server.ts'

// Only the exact names that we give out; a query is ignored.
const shape = /^\/(avatars\/[0-9a-z]{26}\/[0-9a-z]{26}\.webp)(?:\?|$)/

/** Serves /avatars/…: the pictures of creators, public as their profiles are. */
export function createAvatarHandler(storage: ObjectStorage, log: Log): ObjectHandler {
  return createObjectHandler('avatars', storage, log, async (request) => {
    const key = shape.exec(request.url ?? '')?.[1]
    const found = key ? await storage.stat(key) : null
    return key && found ? { key, sizeBytes: found.sizeBytes, type: 'image/webp', isPublic: true } : null
  })
}
