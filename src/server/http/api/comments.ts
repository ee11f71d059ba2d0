import { createRoute } from '@hono/zod-openapi'
import { z } from 'zod'
import type { Hoshi } from '#app/http/context.ts'
import { type Comment, type CommentExcerpt, type CommentPage, commentSorts } from '#engagement/comments/comment.ts'
import { dateTime } from '#platform/schemas.server.ts'
import { nextCursor, pageQuery } from './episodes.ts'
import { commentExample, commentsExample, repliesExample } from './examples/comments.ts'
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

export const FRAME_MAX = 2 ** 31 - 1
/** In the order in which frames are shown. */
export const frameNumber = z.number().int().min(0).max(FRAME_MAX)

const fields = z.object({
  id: z.string(),
  text: z.string(),
  frame: frameNumber.nullable().describe('The frame that it belongs to; null for none'),
  onPicture: z.boolean().describe('Shown on the picture at its frame: a timed note'),
  createdAt: dateTime,
  editedAt: dateTime.nullable().describe('Null until it is edited'),
  author: z.object({ uid: z.string(), username: z.string(), avatarUrl: z.string() }),
  byCreator: z.boolean().describe('Written by the creator of the episode'),
  likes: z.number().int(),
  liked: z.boolean().describe('Whether you like it'),
  pinned: z.boolean().describe('Put first by the creator; at most one of an episode'),
  hidden: z.boolean().describe('Only its author and the creator see it'),
  held: z.boolean().describe('Waits for the creator; until then only its author and the creator see it'),
  parentId: z.string().nullable().describe('The comment that it replies to; null for no reply'),
  replyCount: z.number().int().describe('Replies, without hidden and held ones'),
})

const reply = fields
  .extend({
    replies: z
      .array(z.never().meta({ type: 'string' }))
      .max(0)
      .describe('A reply has none'),
  })
  .meta({ id: 'Reply' })

const newComment = z.strictObject({
  text: z.string(),
  parentId: z.string().nullable().optional(),
  frame: frameNumber.nullable().optional(),
  onPicture: z.boolean().optional(),
})

export const comment = fields
  .extend({ replies: z.array(reply).describe('The first ones, at most three, oldest first') })
  .meta({ id: 'Comment' })

const page = z.object({ comments: z.array(comment), total: z.number().int(), nextCursor }).meta({ id: 'CommentPage' })

const commentsQuery = pageQuery.extend({ sort: z.enum(commentSorts).optional() })

/** The part of a comment that notifications show. */
export const commentExcerpt = fields
  .pick({ id: true, text: true, createdAt: true, author: true, parentId: true, held: true })
  .meta({ id: 'CommentExcerpt' })

export function serializeExcerpt({ id, text, createdAt, author, parentId, held }: CommentExcerpt) {
  const { uid, username, avatarUrl } = author
  return { id, text, createdAt: createdAt.toISOString(), author: { uid, username, avatarUrl }, parentId, held }
}

function serializePage({ comments, total, nextCursor }: CommentPage): z.infer<typeof page> {
  return { comments: comments.map(serializeComment), total, nextCursor }
}

function serializeReply(found: Comment) {
  const { frame, onPicture, byCreator, likes, liked, pinned, hidden, replyCount } = found
  return {
    ...serializeExcerpt(found),
    frame,
    onPicture,
    editedAt: found.editedAt?.toISOString() ?? null,
    byCreator,
    likes,
    liked,
    pinned,
    hidden,
    replyCount,
    replies: [],
  }
}

export function serializeComment(found: Comment): z.infer<typeof comment> {
  return { ...serializeReply(found), replies: found.replies.map(serializeReply) }
}

const withId = { params: idParam('id') }

/** Routes for comments on episodes and replies to them. */
export function commentRoutes({ engagement }: Pick<Hoshi, 'engagement'>) {
  return apiRouter({ frame: 'engagement.frame_outside' })
    .openapi(
      createRoute({
        method: 'get',
        path: '/episodes/{id}/comments',
        operationId: 'listComments',
        tags: ['Reactions'],
        ...maybeSignedIn,
        summary: 'Comments on an episode',
        description:
          'Newest first, or by `sort`; the pinned one comes first on the first page. `total` counts comments and replies that everybody sees, on every page; hidden and held ones are additional rows for their author and the creator.',
        request: { ...withId, query: commentsQuery },
        responses: jsonResponse(200, page, 'One page', commentsExample),
      }),
      async (c) => {
        const found = await engagement.comments.on(c.req.valid('param').id, c.var.account, c.req.valid('query'))
        return c.json(serializePage(found), 200)
      },
    )
    .openapi(
      createRoute({
        method: 'get',
        path: '/comments/{id}/replies',
        operationId: 'listReplies',
        tags: ['Reactions'],
        ...maybeSignedIn,
        summary: 'Replies to a comment',
        description: 'Oldest first. `total` counts replies without hidden and held ones.',
        request: { ...withId, query: pageQuery },
        responses: jsonResponse(200, page, 'One page', repliesExample),
      }),
      async (c) => {
        const found = await engagement.comments.repliesTo(c.req.valid('param').id, c.var.account, c.req.valid('query'))
        return c.json(serializePage(found), 200)
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
        description:
          'Plain text of at most 2000 characters. `parentId` makes it a reply to a comment that is no reply itself. `frame` pins it to a frame of the film; with `onPicture` it is shown there as a timed note: one line of at most 120 characters, at most 10 in a minute. One with more than two links is held for the creator. Closed comments and blocked accounts are refused with 403, the same text within ten minutes with 409, more than 3 in a minute or 60 in 24 hours with 429.',
        request: {
          ...withId,
          ...jsonBody(newComment, { text: commentExample.text }),
        },
        responses: jsonResponse(201, comment, 'The comment', commentExample),
      }),
      async (c) => {
        const person = ensureSignedIn(c.var.account)
        const { text, ...place } = c.req.valid('json')
        const created = await engagement.comments.write(person, c.req.valid('param').id, text, place)
        return c.json(serializeComment(created), 201)
      },
    )
    .openapi(
      createRoute({
        method: 'patch',
        path: '/comments/{id}',
        operationId: 'editComment',
        tags: ['Reactions'],
        ...signedIn,
        summary: 'Edit your comment',
        description: 'The text is checked again, and the comment is marked as edited.',
        request: {
          ...withId,
          ...jsonBody(z.strictObject({ text: z.string() }), { text: 'The rain at the end, again!' }),
        },
        responses: jsonResponse(200, comment, 'The comment as it is now', {
          ...commentExample,
          text: 'The rain at the end, again!',
          editedAt: '2026-03-04T18:31:00.000Z',
        }),
      }),
      async (c) => {
        const person = ensureSignedIn(c.var.account)
        const edited = await engagement.comments.edit(person, c.req.valid('param').id, c.req.valid('json').text)
        return c.json(serializeComment(edited), 200)
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
        description: 'For its author, the creator of the episode, and admins. Its replies are deleted with it.',
        request: withId,
        responses: emptyResponse('Deleted'),
      }),
      async (c) => {
        await engagement.comments.remove(ensureSignedIn(c.var.account), c.req.valid('param').id)
        return c.body(null, 204)
      },
    )
}
