import type { IncomingMessage } from 'node:http'
import type { Account } from '#identity/account.ts'
import type { Log } from '#platform/log.server.ts'
import type { ObjectStorage } from '#platform/storage.server.ts'
import type { MediaGate } from '#video/media-gate.server.ts'
import { parseMediaPath } from './media-path.ts'
import { createObjectHandler, type ObjectHandler } from './stored-object.server.ts'

export interface MediaParts {
  gate: MediaGate
  storage: ObjectStorage
  accountFor(headers: Headers): Promise<Account | null>
  log: Log
}

/** Serves /media/…: to everybody what is published, to its owner what is not yet. */
export function createMediaHandler({ gate, storage, accountFor, log }: MediaParts): ObjectHandler {
  async function callerOf(request: IncomingMessage): Promise<Account | null> {
    const { cookie } = request.headers
    return cookie ? await accountFor(new Headers({ cookie })) : null
  }

  return createObjectHandler('media', storage, log, async (request) => {
    const path = parseMediaPath(request.url ?? '')
    if (!path) return null
    const access = await gate.accessTo(path.uid)
    if (access.kind === 'absent') return null
    const isPublic = access.kind === 'public'
    if (!isPublic && (await callerOf(request))?.uid !== access.creatorId) return null
    const key = `media/${path.uid}/${path.name}`
    const found = await storage.stat(key)
    return found && { key, sizeBytes: found.sizeBytes, type: path.type, isPublic }
  })
}
