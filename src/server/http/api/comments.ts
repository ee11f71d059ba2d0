import { createRoute } from '@hono/zod-openapi'
import { z } from 'zod'
import type { Hoshi } from '#app/context.ts'
import type { Comment } from '#engagement/comment.ts'
import { paging } from './episodes.ts'
import { answers, apiRouter, emptyAnswer, idParam, jsonBody, moment, requireAccount } from './router.ts'

const comment = z
  .object({
    id: z.string(),
    text: z.string(),
    createdAt: moment,
    author: z.object({ uid: z.string(), username: z.string() }),
  })
  .meta({ id: 'Comment' })

const page = z.object({ comments: z.array(comment), total: z.number().int(), nextCursor: z.string().nullable() })

function shape(found: Comment): z.infer<typeof comment> {
  return { ...found, createdAt: found.createdAt.toISOString() }
}

/** What people say about episodes. */
export function commentRoutes({ engagement }: Pick<Hoshi, 'engagement'>) {
  return apiRouter()
    .openapi(
      createRoute({
        method: 'get',
        path: '/episodes/{id}/comments',
        summary: 'Comments on an episode, newest first',
        request: { params: idParam('id'), query: paging },
        responses: answers(200, page, 'One page'),
      }),
      async (c) => {
        const found = await engagement.commentsOn(c.req.valid('param').id ?? '', c.var.account, c.req.valid('query'))
        return c.json({ ...found, comments: found.comments.map(shape) }, 200)
      },
    )
    .openapi(
      createRoute({
        method: 'post',
        path: '/episodes/{id}/comments',
        summary: 'Comment on an episode',
        request: { params: idParam('id'), ...jsonBody(z.strictObject({ text: z.string() })) },
        responses: answers(201, comment, 'The comment'),
      }),
      async (c) => {
        const person = requireAccount(c.var.account)
        const made = await engagement.comment(person, c.req.valid('param').id ?? '', c.req.valid('json').text)
        return c.json(shape(made), 201)
      },
    )
    .openapi(
      createRoute({
        method: 'delete',
        path: '/comments/{id}',
        summary: 'Delete a comment: its author, the creator of the episode, or an admin',
        request: { params: idParam('id') },
        responses: emptyAnswer('Deleted'),
      }),
      async (c) => {
        await engagement.removeComment(requireAccount(c.var.account), c.req.valid('param').id ?? '')
        return c.body(null, 204)
      },
    )
}
