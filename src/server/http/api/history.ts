import { createRoute } from '@hono/zod-openapi'
import { z } from 'zod'
import type { Hoshi } from '#app/http/context.ts'
import { continueExample, historyExample } from './examples/library.ts'
import { entryRoute, listQuery, listRoute, listSchema, own, serializeList } from './library.ts'
import { apiRouter, emptyResponse, ensureSignedIn, idParam, jsonBody } from './router.ts'

const watched = listSchema('watchedAt', 'When it was watched last')
const history = watched.extend({ paused: z.boolean().describe('Whether the history takes in nothing new') })

const searchParam = z.string().optional().describe('Words of the title or of the creator’s name')
const historyQuery = listQuery.extend({ search: searchParam })

/** Routes for one's own history, and for the positions in it. */
export function historyRoutes(rooms: Pick<Hoshi, 'engagement' | 'library' | 'series'>) {
  const { library } = rooms

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
        return c.json(await serializeList(rooms, page, 'watchedAt', person), 200)
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
        return c.json({ ...(await serializeList(rooms, page, 'watchedAt', person)), paused: pausedAt !== null }, 200)
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
}
