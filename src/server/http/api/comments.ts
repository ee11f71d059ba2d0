import { createRoute } from '@hono/zod-openapi'
import { z } from 'zod'
import type { Hoshi } from '#app/context.ts'
import type { Comment } from '#engagement/comments/comment.ts'
import { dateTime } from '#platform/schemas.server.ts'
import { nextCursor, pageQuery } from './episodes.ts'
import { commentExample, commentsExample } from './examples.ts'
import {
  apiRouter,
  emptyResponse,
  ensureSignedIn,
  idParam,
  jsonBody,
  jsonResponse,
  maybeSignedIn,
  signedIn,
} from './router.ts'

export const comment = z
  .object({
    id: z.string(),
    text: z.string(),
    createdAt: dateTime,
    author: z.object({ uid: z.string(), username: z.string() }),
  })
  .meta({ id: 'Comment' })

const page = z.object({ comments: z.array(comment), total: z.number().int(), nextCursor }).meta({ id: 'CommentPage' })

export function serializeComment(found: Comment): z.infer<typeof comment> {
  return { ...found, createdAt: found.createdAt.toISOString() }
}

/** Routes for comments on episodes. */
export function commentRoutes({ engagement }: Pick<Hoshi, 'engagement'>) {
  return apiRouter()
    .openapi(
      createRoute({
        method: 'get',
        path: '/episodes/{id}/comments',
        operationId: 'listComments',
        tags: ['Reactions'],
        ...maybeSignedIn,
        summary: 'Comments on an episode',
        description: 'Newest first. `total` counts all of them, on every page.',
        request: { params: idParam('id'), query: pageQuery },
        responses: jsonResponse(200, page, 'One page', commentsExample),
      }),
      async (c) => {
        const found = await engagement.commentsOn(c.req.valid('param').id ?? '', c.var.account, c.req.valid('query'))
        return c.json({ ...found, comments: found.comments.map(serializeComment) }, 200)
      },
    )
    .openapi(
      createRoute({
        method: 'post',
        path: '/episodes/{id}/comments',
        operationId: 'addComment',
        tags: ['Reactions'],
        ...signedIn,
        summary: 'Comment on an episode',
        description: 'Plain text of at most 2000 characters. Commenting too fast is refused with 429.',
        request: {
          params: idParam('id'),
          ...jsonBody(z.strictObject({ text: z.string() }), { text: commentExample.text }),
        },
        responses: jsonResponse(201, comment, 'The comment', commentExample),
      }),
      async (c) => {
        const person = ensureSignedIn(c.var.account)
        const created = await engagement.comment(person, c.req.valid('param').id ?? '', c.req.valid('json').text)
        return c.json(serializeComment(created), 201)
      },
    )
    .openapi(
      createRoute({
        method: 'delete',
        path: '/comments/{id}',
        operationId: 'deleteComment',
        tags: ['Reactions'],
        ...signedIn,
        summary: 'Delete a comment',
        description: 'For its author, the creator of the episode, and admins.',
        request: { params: idParam('id') },
        responses: emptyResponse('Deleted'),
      }),
      async (c) => {
        await engagement.removeComment(ensureSignedIn(c.var.account), c.req.valid('param').id ?? '')
        return c.body(null, 204)
      },
    )
}
