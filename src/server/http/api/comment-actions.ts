import { createRoute } from '@hono/zod-openapi'
import type { Hoshi } from '#app/http/context.ts'
import { comment, serializeComment } from './comments.ts'
import { commentExample } from './examples/comments.ts'
import { likeResult } from './likes.ts'
import { apiRouter, ensureSignedIn, idParam, jsonResponse, signedIn } from './router.ts'

/** Routes for likes of comments, and for a creator's marks on them. Repeating a request changes nothing. */
export function commentActionRoutes({ engagement }: Pick<Hoshi, 'engagement'>) {
  const reaction = { request: { params: idParam('id') }, tags: ['Reactions'], ...signedIn }
  const like = {
    ...reaction,
    path: '/comments/{id}/like' as const,
    responses: jsonResponse(200, likeResult, 'The likes now', { likes: 2, liked: true }),
  }
  const pin = {
    ...reaction,
    path: '/comments/{id}/pin' as const,
    responses: jsonResponse(200, comment, 'The comment as it is now', { ...commentExample, pinned: true }),
  }
  const hide = {
    ...reaction,
    path: '/comments/{id}/hide' as const,
    responses: jsonResponse(200, comment, 'The comment as it is now', { ...commentExample, hidden: true }),
  }
  const unmarked = jsonResponse(200, comment, 'The comment as it is now', commentExample)

  return apiRouter()
    .openapi(
      createRoute({
        ...like,
        method: 'put',
        operationId: 'likeComment',
        summary: 'Like a comment',
        description: 'An account likes a comment once; repeating the request changes nothing.',
      }),
      async (c) => {
        const person = ensureSignedIn(c.var.account)
        return c.json(await engagement.comments.like(person, c.req.valid('param').id, true), 200)
      },
    )
    .openapi(
      createRoute({
        ...like,
        method: 'delete',
        operationId: 'unlikeComment',
        summary: 'Remove a like from a comment',
        description: 'Does nothing if there is no like.',
        responses: jsonResponse(200, likeResult, 'The likes now', { likes: 1, liked: false }),
      }),
      async (c) => {
        const person = ensureSignedIn(c.var.account)
        return c.json(await engagement.comments.like(person, c.req.valid('param').id, false), 200)
      },
    )
    .openapi(
      createRoute({
        ...pin,
        method: 'put',
        operationId: 'pinComment',
        summary: 'Pin a comment',
        description:
          'For the creator of the episode. It comes first, in place of one pinned before. Replies, hidden and held comments are refused with 409.',
      }),
      async (c) => {
        const person = ensureSignedIn(c.var.account)
        const pinned = await engagement.comments.pin(person, c.req.valid('param').id, true)
        return c.json(serializeComment(pinned), 200)
      },
    )
    .openapi(
      createRoute({
        ...pin,
        method: 'delete',
        operationId: 'unpinComment',
        summary: 'Unpin a comment',
        description: 'For the creator of the episode.',
        responses: unmarked,
      }),
      async (c) => {
        const person = ensureSignedIn(c.var.account)
        const unpinned = await engagement.comments.pin(person, c.req.valid('param').id, false)
        return c.json(serializeComment(unpinned), 200)
      },
    )
    .openapi(
      createRoute({
        ...hide,
        method: 'put',
        operationId: 'hideComment',
        summary: 'Hide a comment',
        description: 'For the creator of the episode. Only its author and the creator still see it, with its replies.',
      }),
      async (c) => {
        const person = ensureSignedIn(c.var.account)
        const hidden = await engagement.comments.hide(person, c.req.valid('param').id, true)
        return c.json(serializeComment(hidden), 200)
      },
    )
    .openapi(
      createRoute({
        ...hide,
        method: 'delete',
        operationId: 'showComment',
        summary: 'Show a comment',
        description: 'For the creator of the episode. Shows a hidden comment, and lets a held one through.',
        responses: unmarked,
      }),
      async (c) => {
        const person = ensureSignedIn(c.var.account)
        const shown = await engagement.comments.hide(person, c.req.valid('param').id, false)
        return c.json(serializeComment(shown), 200)
      },
    )
}
