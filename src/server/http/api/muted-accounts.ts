import { createRoute } from '@hono/zod-openapi'
import type { Hoshi } from '#app/http/context.ts'
import { apiRouter, emptyResponse, ensureSignedIn, idParam, signedIn } from './router.ts'

/** Routes by which people leave out the notes of others. Repeating a request changes nothing. */
export function mutedAccountRoutes({ engagement }: Pick<Hoshi, 'engagement'>) {
  const mute = {
    path: '/me/muted/{uid}' as const,
    request: { params: idParam('uid') },
    tags: ['Reactions'],
    ...signedIn,
  }

  return apiRouter()
    .openapi(
      createRoute({
        ...mute,
        method: 'put',
        operationId: 'muteAccount',
        summary: 'Mute an account',
        description: 'Its notes are left out for you alone, and it is not told.',
        responses: emptyResponse('Muted'),
      }),
      async (c) => {
        await engagement.notes.mute(ensureSignedIn(c.var.account), c.req.valid('param').uid, true)
        return c.body(null, 204)
      },
    )
    .openapi(
      createRoute({
        ...mute,
        method: 'delete',
        operationId: 'unmuteAccount',
        summary: 'Unmute an account',
        description: 'Does nothing if the account is not muted.',
        responses: emptyResponse('Unmuted'),
      }),
      async (c) => {
        await engagement.notes.mute(ensureSignedIn(c.var.account), c.req.valid('param').uid, false)
        return c.body(null, 204)
      },
    )
}
