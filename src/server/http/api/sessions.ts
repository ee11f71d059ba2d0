import { createRoute } from '@hono/zod-openapi'
import { z } from 'zod'
import type { Hoshi } from '#app/http/context.ts'
import { dateTime } from '#platform/schemas.server.ts'
import { sessionsExample } from './examples/accounts.ts'
import { apiRouter, emptyResponse, ensureSignedIn, idParam, jsonResponse, signedIn } from './router.ts'

const ownSession = z
  .object({
    id: z.string(),
    current: z.boolean().describe('Whether this request came with it'),
    device: z.string().describe('The browser in words, as it named itself at sign-in'),
    createdAt: dateTime,
    lastSeenAt: dateTime.describe('To the nearest five minutes'),
  })
  .meta({ id: 'OwnSession' })

/** Routes for where one is signed in. */
export function sessionRoutes({ identity }: Pick<Hoshi, 'identity'>) {
  const common = { tags: ['Accounts'], ...signedIn }
  return apiRouter()
    .openapi(
      createRoute({
        ...common,
        method: 'get',
        path: '/me/sessions',
        operationId: 'listSessions',
        summary: 'Where you are signed in',
        description:
          'Your session first, then the others, the last one used first. No address is stored, and no user agent.',
        responses: jsonResponse(200, z.array(ownSession), 'The sessions', sessionsExample),
      }),
      async (c) => {
        const sessions = await identity.sessionsOf(ensureSignedIn(c.var.account), c.req.raw.headers)
        const serialized = sessions.map(({ id, current, device, createdAt, lastSeenAt }) => {
          return { id, current, device, createdAt: createdAt.toISOString(), lastSeenAt: lastSeenAt.toISOString() }
        })
        return c.json(serialized, 200)
      },
    )
    .openapi(
      createRoute({
        ...common,
        method: 'delete',
        path: '/me/sessions/{id}',
        operationId: 'endSession',
        summary: 'End one of your sessions',
        description: 'On every node within a second, with its live streams. 404 when you have no such session.',
        request: { params: idParam('id') },
        responses: emptyResponse('Ended'),
      }),
      async (c) => {
        await identity.endOwnSession(ensureSignedIn(c.var.account), c.req.valid('param').id)
        return c.body(null, 204)
      },
    )
    .openapi(
      createRoute({
        ...common,
        method: 'delete',
        path: '/me/sessions',
        operationId: 'endOtherSessions',
        summary: 'End all your sessions but this one',
        description: 'On every node within a second, with their live streams.',
        responses: emptyResponse('Ended'),
      }),
      async (c) => {
        await identity.endOtherSessions(ensureSignedIn(c.var.account), c.req.raw.headers)
        return c.body(null, 204)
      },
    )
}
