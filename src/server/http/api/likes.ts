import { createRoute } from '@hono/zod-openapi'
import { z } from 'zod'
import type { Hoshi } from '#app/context.ts'
import { answers, apiRouter, idParam, requireAccount } from './router.ts'

const outcome = z.object({ likes: z.number().int(), liked: z.boolean() })

/** Likes: a set, so that repeating a request changes nothing. */
export function likeRoutes({ engagement }: Pick<Hoshi, 'engagement'>) {
  const one = {
    path: '/episodes/{id}/like',
    request: { params: idParam('id') },
    responses: answers(200, outcome, 'The likes now'),
  }

  return apiRouter()
    .openapi(createRoute({ ...one, method: 'put', summary: 'Like an episode' }), async (c) => {
      const person = requireAccount(c.var.account)
      return c.json(await engagement.like(person, c.req.valid('param').id ?? ''), 200)
    })
    .openapi(createRoute({ ...one, method: 'delete', summary: 'Take a like back' }), async (c) => {
      const person = requireAccount(c.var.account)
      return c.json(await engagement.unlike(person, c.req.valid('param').id ?? ''), 200)
    })
}
