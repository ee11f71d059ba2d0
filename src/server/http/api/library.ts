import { createRoute } from '@hono/zod-openapi'
import { z } from 'zod'
import { episode } from '#app/api/episode-schemas.server.ts'
import { serializeEpisode } from '#app/api/serialize-episode.ts'
import type { Hoshi } from '#app/http/context.ts'
import { CURSOR_MAX_LENGTH } from '#catalog/episode-cursor.server.ts'
import type { Account } from '#identity/account.ts'
import type { LibraryPage } from '#library/library.ts'
import { dateTime } from '#platform/schemas.server.ts'
import { forViewer, nextCursor, pageQuery } from './episodes.ts'
import { likedExample, watchLaterExample } from './examples/library.ts'
import { apiRouter, emptyResponse, ensureSignedIn, idParam, jsonResponse, signedIn } from './router.ts'

/** The shape of every list of the library; `time` names the field with the instant that orders the list. */
export function listSchema<Time extends string>(time: Time, description: string) {
  const at = { [time]: dateTime.describe(description) } as Record<Time, typeof dateTime>
  return z.object({ episodes: z.array(episode.extend(at)), total: z.number().int(), nextCursor })
}

const watchLater = listSchema('addedAt', 'When you added it')
const liked = listSchema('likedAt', 'When you liked it')

export const listQuery = pageQuery.extend({ cursor: z.string().max(CURSOR_MAX_LENGTH).optional() })

export const own = { tags: ['Library'], ...signedIn }

interface RouteTexts<Path extends string> {
  path: Path
  operationId: string
  summary: string
  description: string
}

interface ListRoute<Path extends string, Query extends z.ZodObject, Page extends z.ZodType> extends RouteTexts<Path> {
  query: Query
  page: Page
  example: NoInfer<z.input<Page>>
}

/** A list of one's own, a page at a time. */
export function listRoute<const Path extends string, Query extends z.ZodObject, Page extends z.ZodType>({
  query,
  page,
  example,
  ...texts
}: ListRoute<Path, Query, Page>) {
  const responses = jsonResponse(200, page, 'One page', example)
  return createRoute({ ...own, ...texts, method: 'get', request: { query }, responses })
}

/** A change of one episode in a list of one's own. @param done describes its success */
export function entryRoute<const Path extends string>({
  done,
  ...route
}: RouteTexts<Path> & { method: 'put' | 'delete'; done: string }) {
  return createRoute({
    ...own,
    ...route,
    request: { params: idParam('episodeId') },
    responses: emptyResponse(done),
  })
}

/** A page of the library, with its reader's relation to each episode. @param time as for `listSchema` */
export async function serializeList<Time extends string>(
  rooms: Pick<Hoshi, 'engagement' | 'library' | 'series'>,
  { episodes, ...page }: LibraryPage,
  time: Time,
  person: Account,
) {
  const known = await forViewer(rooms, episodes, person)
  const serialized = known.map((found) => ({
    ...serializeEpisode(found),
    ...({ [time]: found.at.toISOString() } as Record<Time, string>),
  }))
  return { ...page, episodes: serialized }
}

/** Routes for Watch Later, and for liked episodes. */
export function libraryRoutes(rooms: Pick<Hoshi, 'engagement' | 'library' | 'series'>) {
  const { library } = rooms

  return apiRouter()
    .openapi(
      entryRoute({
        method: 'put',
        path: '/me/watch-later/{episodeId}',
        operationId: 'keepForLater',
        summary: 'Add an episode to Watch Later',
        description: 'Repeating the request changes nothing.',
        done: 'Added',
      }),
      async (c) => {
        await library.keepForLater(ensureSignedIn(c.var.account), c.req.valid('param').episodeId)
        return c.body(null, 204)
      },
    )
    .openapi(
      entryRoute({
        method: 'delete',
        path: '/me/watch-later/{episodeId}',
        operationId: 'removeFromLater',
        summary: 'Remove an episode from Watch Later',
        description: 'Does nothing if it is not in the list.',
        done: 'Removed',
      }),
      async (c) => {
        await library.removeFromLater(ensureSignedIn(c.var.account), c.req.valid('param').episodeId)
        return c.body(null, 204)
      },
    )
    .openapi(
      listRoute({
        path: '/me/watch-later',
        operationId: 'listWatchLater',
        summary: 'Episodes in your Watch Later list',
        description: 'The last added first. Only what you may see now.',
        query: listQuery,
        page: watchLater,
        example: watchLaterExample,
      }),
      async (c) => {
        const person = ensureSignedIn(c.var.account)
        const page = await library.watchLater(person, c.req.valid('query'))
        return c.json(await serializeList(rooms, page, 'addedAt', person), 200)
      },
    )
    .openapi(
      listRoute({
        path: '/me/likes',
        operationId: 'listLikes',
        summary: 'Episodes that you like',
        description: 'The last liked first. Only what you may see now.',
        query: listQuery,
        page: liked,
        example: likedExample,
      }),
      async (c) => {
        const person = ensureSignedIn(c.var.account)
        const page = await library.likes(person, c.req.valid('query'))
        return c.json(await serializeList(rooms, page, 'likedAt', person), 200)
      },
    )
}
