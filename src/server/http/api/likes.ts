import { createRoute } from '@hono/zod-openapi'
import { z } from 'zod'
import type { Hoshi } from '#app/context.ts'
import { answers, apiRouter, idParam, requireAccount, signedIn } from './router.ts'

const outcome = z.object({ likes: z.number().int(), liked: z.boolean() })

/** Likes: a set, so that repeating a request changes nothing. */
export function likeRoutes({ engagement }: Pick<Hoshi, 'engagement'>) {
  const one = {
    path: '/episodes/{id}/like',
    request: { params: idParam('id') },
    responses: answers(200, outcome, 'The likes now', { likes: 17, liked: true }),
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
        const person = requireAccount(c.var.account)
        return c.json(await engagement.like(person, c.req.valid('param').id ?? ''), 200)
      },
    )
    .openapi(
      createRoute({
        ...one,
        method: 'delete',
        operationId: 'unlike',
        summary: 'Take a like back',
        description: 'Without a like, nothing changes.',
        responses: answers(200, outcome, 'The likes now', { likes: 16, liked: false }),
      }),
      async (c) => {
        const person = requireAccount(c.var.account)
        return c.json(await engagement.unlike(person, c.req.valid('param').id ?? ''), 200)
      },
    )
}
