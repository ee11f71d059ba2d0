import type { IncomingMessage } from 'node:http'
import { looksAfterSite, mayWatch } from '#catalog/episode-permissions.ts'
import type { Account } from '#identity/account.ts'
import type { Log } from '#platform/log.server.ts'
import type { ServingCache } from '#platform/object-cache.server.ts'
import type { MediaGate, NsfwMedia } from '#video/media-gate.server.ts'
import { mediaFolder } from '#video/stored-objects.ts'
import { parseMediaPath } from './media-path.ts'
import {
  createObjectHandler,
  type ObjectHandler,
  type ObjectHandlerParts,
  type ServedObject,
} from './stored-object.server.ts'

export interface MediaParts {
  gate: MediaGate
  objectCache: ServingCache
  accountFor(headers: Headers): Promise<Account | null>
  /** Adult episodes that a visitor has chosen to see, by the `Cookie` header. */
  shownEpisodes(cookies: string | undefined): ReadonlySet<string>
  /** What the file of a video is called, and whether its creator lets everybody keep it; null without an episode. */
  downloadOf(uid: string): Promise<{ title: string; downloadsOpen: boolean } | null>
  log: Log
  /** Origin of our pages when they take media from a CDN, else null. */
  pagesOrigin: string | null
  /** Where the proxy in front finds the files, or null to send them from here. */
  handoff: string | null
  onAnswer?: ObjectHandlerParts['onAnswer']
}

/**
 * Serves /media/…: published media to everybody, others to their owner, and those of a held episode to moderators too.
 * Media of an adult episode are sent to those who have chosen to see it, and no cache may store them; its blurred poster is
 * like any other.
 */
export function createMediaHandler({
  gate,
  accountFor,
  shownEpisodes,
  downloadOf,
  ...parts
}: MediaParts): ObjectHandler {
  async function callerOf(request: IncomingMessage): Promise<Account | null> {
    const { cookie } = request.headers
    return cookie ? await accountFor(new Headers({ cookie })) : null
  }

  /** Reads the account only where the cookie does not name the episode. */
  async function mayWatchNsfw(request: IncomingMessage, { episodeId, creatorId }: NsfwMedia): Promise<boolean> {
    const episode = { id: episodeId, nsfw: true, creatorId }
    const shown = shownEpisodes(request.headers.cookie)
    return mayWatch(episode, null, shown) || mayWatch(episode, await callerOf(request), shown)
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
      if (!isPublic) {
        const caller = await callerOf(request)
        const mayRead = caller?.uid === access.creatorId || (access.isForModerators && looksAfterSite(caller))
        if (!mayRead) return null
      }
      const adult = isPublic && !path.isCover ? access.nsfw : undefined
      if (adult && !(await mayWatchNsfw(request, adult))) return null
      const { key, type, cache, isJoined } = path
      const { isTrainingReserved } = access
      const served = { key, type, cache, isPublic: isPublic && !adult, isTrainingReserved, isJoined }
      if (path.isDownload) return asDownload(served, await downloadOf(path.uid))
      if (!isPublic || adult) return served
      const { isUnlisted, sharedWith } = access
      return { ...served, isUnlisted, ...(sharedWith ? { sharedWith } : {}) }
    },
  })
}

/** The same file for keeping, under the title of its episode. */
function asDownload(served: ServedObject, file: { title: string; downloadsOpen: boolean } | null): ServedObject | null {
  if (!file) return null
  if (!file.downloadsOpen) return { ...served, refusedWith: 'catalog.downloads_closed' }
  return { ...served, downloadName: `${file.title}.mp4` }
}
