import { createRoute } from '@hono/zod-openapi'
import { z } from 'zod'
import type { Hoshi } from '#app/context.ts'
import { CURSOR_MAX_LENGTH } from '#catalog/episode-cursor.server.ts'
import { episode } from '#engagement/episode-schemas.server.ts'
import { serializeEpisode } from '#engagement/serialize-episode.ts'
import type { Account } from '#identity/account.ts'
import type { LibraryPage } from '#library/library.ts'
import { dateTime } from '#platform/schemas.server.ts'
import { forViewer, nextCursor, pageQuery } from './episodes.ts'
import { continueExample, historyExample, likedExample, watchLaterExample } from './examples/library.ts'
import { apiRouter, emptyResponse, ensureSignedIn, idParam, jsonBody, jsonResponse, signedIn } from './router.ts'

/** The shape of every list of the library; `time` names the field with the instant that orders the list. */
function listOf<Time extends string>(time: Time, description: string) {
  const at = { [time]: dateTime.describe(description) } as Record<Time, typeof dateTime>
  return z.object({ episodes: z.array(episode.extend(at)), total: z.number().int(), nextCursor })
}

const watched = listOf('watchedAt', 'When it was watched last')
const history = watched.extend({ paused: z.boolean().describe('Whether the history takes in nothing new') })
const kept = listOf('addedAt', 'When you kept it')
const liked = listOf('likedAt', 'When you liked it')

const listQuery = pageQuery.extend({ cursor: z.string().max(CURSOR_MAX_LENGTH).optional() })
const searchParam = z.string().optional().describe('Words of the title or of the creator’s name')
const historyQuery = listQuery.extend({ search: searchParam })

const own = { tags: ['Library'], ...signedIn }

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
function listRoute<Path extends string, Query extends z.ZodObject, Page extends z.ZodType>({
  query,
  page,
  example,
  ...texts
}: ListRoute<Path, Query, Page>) {
  const responses = jsonResponse(200, page, 'One page', example)
  return createRoute({ ...own, ...texts, method: 'get', request: { query }, responses })
}

/** A change of one episode in a list of one's own. @param done describes its success */
function entryRoute<Path extends string>({
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

/** Routes for one's own history, positions and lists. */
export function libraryRoutes(rooms: Pick<Hoshi, 'engagement' | 'library' | 'series'>) {
  const { library } = rooms

  async function serializeList<Time extends string>({ episodes, ...page }: LibraryPage, time: Time, person: Account) {
    const known = await forViewer(rooms, episodes, person)
    const serialized = known.map((found) => ({
      ...serializeEpisode(found),
      ...({ [time]: found.at.toISOString() } as Record<Time, string>),
    }))
    return { ...page, episodes: serialized }
  }

  return apiRouter()
    .openapi(
      createRoute({
        ...own,
        method: 'put',
        path: '/episodes/{id}/progress',
        operationId: 'reportPosition',
        summary: 'Report where you are in an episode',
        description:
          'Players send it every five seconds and when they stop; the latest report wins. At 95 percent the episode counts as watched to the end. A paused history stores nothing.',
        request: {
          params: idParam('id'),
          ...jsonBody(z.strictObject({ positionSeconds: z.number().min(0) }), { positionSeconds: 0 }),
        },
        responses: emptyResponse('Stored'),
      }),
      async (c) => {
        const person = ensureSignedIn(c.var.account)
        await library.reportPosition(person, c.req.valid('param').id, c.req.valid('json').positionSeconds)
        return c.body(null, 204)
      },
    )
    .openapi(
      listRoute({
        path: '/me/continue',
        operationId: 'listUnfinished',
        summary: 'Episodes that you began and did not finish',
        description: 'The last watched first. Only what you may see now.',
        query: listQuery,
        page: watched,
        example: continueExample,
      }),
      async (c) => {
        const person = ensureSignedIn(c.var.account)
        const page = await library.continueWatching(person, c.req.valid('query'))
        return c.json(await serializeList(page, 'watchedAt', person), 200)
      },
    )
    .openapi(
      listRoute({
        path: '/me/history',
        operationId: 'listHistory',
        summary: 'Your history',
        description: 'The last watched first, each episode once. Only what you may see now.',
        query: historyQuery,
        page: history,
        example: historyExample,
      }),
      async (c) => {
        const person = ensureSignedIn(c.var.account)
        const [page, pausedAt] = await Promise.all([
          library.history(person, c.req.valid('query')),
          library.historyPausedAt(person),
        ])
        return c.json({ ...(await serializeList(page, 'watchedAt', person)), paused: pausedAt !== null }, 200)
      },
    )
    .openapi(
      createRoute({
        ...own,
        method: 'delete',
        path: '/me/history',
        operationId: 'clearHistory',
        summary: 'Clear your history',
        description: 'Removes every position too. With a `search`, removes what it finds; without, everything.',
        request: { query: z.object({ search: searchParam }) },
        responses: emptyResponse('Removed'),
      }),
      async (c) => {
        await library.clearHistory(ensureSignedIn(c.var.account), c.req.valid('query').search)
        return c.body(null, 204)
      },
    )
    .openapi(
      entryRoute({
        method: 'delete',
        path: '/me/history/{episodeId}',
        operationId: 'removeFromHistory',
        summary: 'Remove an episode from your history',
        description: 'Its position goes too. Does nothing if it is not in the history.',
        done: 'Removed',
      }),
      async (c) => {
        await library.removeFromHistory(ensureSignedIn(c.var.account), c.req.valid('param').episodeId)
        return c.body(null, 204)
      },
    )
    .openapi(
      createRoute({
        ...own,
        method: 'put',
        path: '/me/history/paused',
        operationId: 'pauseHistory',
        summary: 'Pause your history, or go on with it',
        description: 'While it is paused nothing is added and positions stay as they are. Views still count.',
        request: jsonBody(z.strictObject({ paused: z.boolean() }), { paused: true }),
        responses: emptyResponse('Stored'),
      }),
      async (c) => {
        await library.pauseHistory(ensureSignedIn(c.var.account), c.req.valid('json').paused)
        return c.body(null, 204)
      },
    )
    .openapi(
      entryRoute({
        method: 'put',
        path: '/me/watch-later/{episodeId}',
        operationId: 'keepForLater',
        summary: 'Keep an episode for later',
        description: 'Repeating the request changes nothing.',
        done: 'Kept',
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
        summary: 'Episodes that you keep for later',
        description: 'The last added first. Only what you may see now.',
        query: listQuery,
        page: kept,
        example: watchLaterExample,
      }),
      async (c) => {
        const person = ensureSignedIn(c.var.account)
        const page = await library.watchLater(person, c.req.valid('query'))
        return c.json(await serializeList(page, 'addedAt', person), 200)
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
        return c.json(await serializeList(page, 'likedAt', person), 200)
      },
    )
}
