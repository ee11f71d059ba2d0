import { createRoute } from '@hono/zod-openapi'
import type { Hoshi } from '#app/http/context.ts'
import { apiRouter, emptyResponse, ensureSignedIn, idParam, signedIn } from './router.ts'

/** Routes by which creators block accounts from commenting. Repeating a request changes nothing. */
export function commentBlockRoutes({ engagement }: Pick<Hoshi, 'engagement'>) {
  const block = {
    path: '/creators/{uid}/block' as const,
    request: { params: idParam('uid') },
    tags: ['Reactions'],
    ...signedIn,
  }

  return apiRouter()
    .openapi(
      createRoute({
        ...block,
        method: 'put',
        operationId: 'blockAccount',
        summary: 'Block an account from commenting',
        description: 'For creators. The account can no longer comment on any of your episodes; its comments stay.',
        responses: emptyResponse('Blocked'),
      }),
      async (c) => {
        const creator = ensureSignedIn(c.var.account)
        await engagement.comments.block(creator, c.req.valid('param').uid, true)
        return c.body(null, 204)
      },
    )
    .openapi(
      createRoute({
        ...block,
        method: 'delete',
        operationId: 'unblockAccount',
        summary: 'Lift a block',
        description: 'Does nothing if the account is not blocked.',
        responses: emptyResponse('Lifted'),
      }),
      async (c) => {
        const creator = ensureSignedIn(c.var.account)
        await engagement.comments.block(creator, c.req.valid('param').uid, false)
        return c.body(null, 204)
      },
    )
}
