import type { Catalog } from '#catalog/catalog.server.ts'
import type { Account } from '#identity/account.ts'
import type { Log } from '#platform/log.server.ts'
import type { ServingCache } from '#platform/object-cache.server.ts'
import type { Subtitles } from '#subtitles/subtitles.server.ts'
import { createObjectHandler, type ObjectHandler, type ObjectHandlerParts } from './stored-object.server.ts'

export interface FontHandlerParts {
  objectCache: ServingCache
  log: Log
  onAnswer?: ObjectHandlerParts['onAnswer']
  subtitles: Pick<Subtitles, 'fonts'>
  catalog: Pick<Catalog, 'shownEpisodes'>
  accountFor(headers: Headers): Promise<Account | null>
}

/** Serves /fonts/…: the fonts of subtitles, to those who get the subtitles. A query is ignored. */
export function createFontHandler(parts: FontHandlerParts): ObjectHandler {
  const { subtitles, catalog, accountFor, objectCache, log, onAnswer } = parts
  return createObjectHandler({
    folder: 'fonts',
    objectCache,
    log,
    onAnswer,
    async resolveObject(request) {
      const [, id, format] = /^\/fonts\/([0-9a-z]{26})\.(ttf|otf)(?:\?|$)/.exec(request.url ?? '') ?? []
      if (!id || !format) return null
      const { cookie } = request.headers
      const viewer = async () => (cookie ? await accountFor(new Headers({ cookie })) : null)
      return subtitles.fonts.file(id, format, viewer, catalog.shownEpisodes(cookie))
    },
  })
}
