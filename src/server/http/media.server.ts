import type { IncomingMessage } from 'node:http'
import type { Account } from '#identity/account.ts'
import type { Log } from '#platform/log.server.ts'
import type { ObjectCache } from '#platform/object-cache.server.ts'
import type { MediaGate } from '#video/media-gate.server.ts'
import { mediaFolder } from '#video/stored-objects.ts'
import { parseMediaPath } from './media-path.ts'
import { createObjectHandler, type ObjectHandler } from './stored-object.server.ts'

export interface MediaParts {
  gate: MediaGate
  objectCache: ObjectCache
  accountFor(headers: Headers): Promise<Account | null>
  log: Log
  /** Origin of our pages when they take media from a CDN, else null. */
  pagesOrigin: string | null
  /** Where the proxy in front finds the files, or null to send them from here. */
  handoff: string | null
}

/** Serves /media/…: published media to everybody, others to their owner. */
export function createMediaHandler({ gate, accountFor, ...parts }: MediaParts): ObjectHandler {
  async function callerOf(request: IncomingMessage): Promise<Account | null> {
    const { cookie } = request.headers
    return cookie ? await accountFor(new Headers({ cookie })) : null
  }

  gate.onHidden((uid) => parts.objectCache.evictFolder(uid === null ? 'media' : mediaFolder(uid)))

  return createObjectHandler({
    ...parts,
    folder: 'media',
    async resolveObject(request) {
      const path = parseMediaPath(request.url ?? '')
      if (!path) return null
      const access = await gate.accessTo(path.uid)
      if (access.kind === 'absent') return null
      const isPublic = access.kind === 'public'
      if (!isPublic && (await callerOf(request))?.uid !== access.creatorId) return null
      const { key, type, cache } = path
      const served = { key, type, cache, isPublic }
      if (!isPublic) return served
      const { isUnlisted, sharedWith } = access
      return { ...served, isUnlisted, ...(sharedWith ? { sharedWith } : {}) }
    },
  })
}
