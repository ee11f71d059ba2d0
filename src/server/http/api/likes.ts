import { createRoute } from '@hono/zod-openapi'
import { z } from 'zod'
import type { Hoshi } from '#app/http/context.ts'
import { apiRouter, ensureSignedIn, idParam, jsonResponse, signedIn } from './router.ts'

export const likeResult = z.object({ likes: z.number().int(), liked: z.boolean() })

/** Routes for likes, which are a set: repeating a request changes nothing. */
export function likeRoutes({ engagement }: Pick<Hoshi, 'engagement'>) {
  const one = {
    path: '/episodes/{id}/like' as const,
    request: { params: idParam('id') },
    responses: jsonResponse(200, likeResult, 'The likes now', { likes: 17, liked: true }),
    tags: ['Reactions'],
    ...signedIn,
  }

  return apiRouter()
    .openapi(
      createRoute({
        ...one,
        method: 'put',
        operationId: 'like',
        summary: 'Like an episode',
        description: 'An account likes an episode once; repeating the request changes nothing.',
      }),
      async (c) => {
        const person = ensureSignedIn(c.var.account)
        return c.json(await engagement.likes.add(person, c.req.valid('param').id), 200)
      },
    )
    .openapi(
      createRoute({
        ...one,
        method: 'delete',
        operationId: 'unlike',
        summary: 'Remove a like',
        description: 'Does nothing if there is no like.',
        responses: jsonResponse(200, likeResult, 'The likes now', { likes: 16, liked: false }),
      }),
      async (c) => {
        const person = ensureSignedIn(c.var.account)
        return c.json(await engagement.likes.remove(person, c.req.valid('param').id), 200)
      },
    )
}
