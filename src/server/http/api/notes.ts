import { createRoute } from '@hono/zod-openapi'
import { z } from 'zod'
import type { Hoshi } from '#app/http/context.ts'
import type { Note } from '#engagement/comments/note.ts'
import { dateTime } from '#platform/schemas.server.ts'
import { FRAME_MAX, frameNumber } from './comments.ts'
import { noteExample, notesExample } from './examples/notes.ts'
import {
  apiRouter,
  emptyResponse,
  ensureSignedIn,
  idParam,
  jsonBody,
  jsonResponse,
  maybeSignedIn,
  queryInteger,
  signedIn,
} from './router.ts'

const note = z
  .object({
    id: z.string(),
    text: z.string(),
    frame: frameNumber.describe('From 0, in the order in which frames are shown'),
    createdAt: dateTime,
    author: z.object({ uid: z.string(), username: z.string(), avatarUrl: z.string() }),
    hidden: z.boolean().describe('Only its author and the creator see it'),
    pinned: z.boolean().describe('Chosen by the creator; at most three of an episode'),
    held: z.boolean().describe('Waits for the creator; until then only its author and the creator see it'),
  })
  .meta({ id: 'Note' })

const list = z
  .object({
    notes: z.array(note).describe('In the order of the film'),
    total: z.number().int().describe('How many there are for you, which may be more'),
  })
  .meta({ id: 'NoteList' })

const queryFrame = queryInteger({ max: FRAME_MAX }).optional()
const query = z.object({ from: queryFrame, to: queryFrame, following: z.enum(['true', 'false', '']).optional() })

function serializeNote({ id, text, frame, createdAt, author, hidden, pinned, held }: Note): z.infer<typeof note> {
  const { uid, username, avatarUrl } = author
  const written = { id, text, frame, createdAt: createdAt.toISOString(), author: { uid, username, avatarUrl } }
  return { ...written, hidden, pinned, held }
}

/** Routes for timed notes on episodes. Repeating a mark changes nothing. */
export function noteRoutes({ engagement, community }: Pick<Hoshi, 'engagement' | 'community'>) {
  const mark = { request: { params: idParam('id') }, tags: ['Reactions'], ...signedIn }
  const marked = (changed: Partial<z.infer<typeof note>> = {}) =>
    jsonResponse(200, note, 'The note as it is now', { ...noteExample, ...changed })
  const pin = { ...mark, path: '/notes/{id}/pin' as const }
  const hide = { ...mark, path: '/notes/{id}/hide' as const }

  return apiRouter({ frame: 'engagement.frame_outside' })
    .openapi(
      createRoute({
        method: 'get',
        path: '/episodes/{id}/notes',
        operationId: 'listNotes',
        tags: ['Reactions'],
        ...maybeSignedIn,
        summary: 'Timed notes on an episode',
        description:
          'In the order of the film, from frame `from` to frame `to`, both included; of the whole film by default. At most 2000: where there are more, pinned ones and your own come first, and 200 equal parts of the range take turns with their newest notes. Accounts that you muted are left out. With `following=true` only notes of people whom you follow, and your own.',
        request: { params: idParam('id'), query },
        responses: jsonResponse(200, list, 'The notes', notesExample),
      }),
      async (c) => {
        const { following, from, to } = c.req.valid('query')
        const authors = following === 'true' ? await community.followedUids(c.var.account) : undefined
        const found = await engagement.notes.on(c.req.valid('param').id, c.var.account, { from, to, authors })
        return c.json({ notes: found.notes.map(serializeNote), total: found.total }, 200)
      },
    )
    .openapi(
      createRoute({
        method: 'post',
        path: '/episodes/{id}/notes',
        operationId: 'addNote',
        tags: ['Reactions'],
        ...signedIn,
        summary: 'Write a timed note',
        description:
          'One line of plain text of at most 120 characters at a frame of the film. Closed comments and blocked accounts are refused with 403, a frame outside the film with 422, the same text at the same frame within ten minutes with 409, more than 10 in a minute with 429.',
        request: {
          params: idParam('id'),
          ...jsonBody(z.strictObject({ text: z.string(), frame: frameNumber }), {
            text: noteExample.text,
            frame: noteExample.frame,
          }),
        },
        responses: jsonResponse(201, note, 'The note', noteExample),
      }),
      async (c) => {
        const person = ensureSignedIn(c.var.account)
        const { text, frame } = c.req.valid('json')
        const written = await engagement.notes.write(person, c.req.valid('param').id, { text, frame })
        return c.json(serializeNote(written), 201)
      },
    )
    .openapi(
      createRoute({
        ...mark,
        method: 'delete',
        path: '/notes/{id}',
        operationId: 'deleteNote',
        summary: 'Delete a note',
        description: 'For its author, the creator of the episode, and admins.',
        responses: emptyResponse('Deleted'),
      }),
      async (c) => {
        await engagement.notes.remove(ensureSignedIn(c.var.account), c.req.valid('param').id)
        return c.body(null, 204)
      },
    )
    .openapi(
      createRoute({
        ...hide,
        method: 'put',
        operationId: 'hideNote',
        summary: 'Hide a note',
        description: 'For the creator of the episode. Only its author and the creator still see it.',
        responses: marked({ hidden: true }),
      }),
      async (c) => {
        const hidden = await engagement.notes.hide(ensureSignedIn(c.var.account), c.req.valid('param').id, true)
        return c.json(serializeNote(hidden), 200)
      },
    )
    .openapi(
      createRoute({
        ...hide,
        method: 'delete',
        operationId: 'showNote',
        summary: 'Show a note',
        description: 'For the creator of the episode. Shows a hidden note, and lets a held one through.',
        responses: marked(),
      }),
      async (c) => {
        const shown = await engagement.notes.hide(ensureSignedIn(c.var.account), c.req.valid('param').id, false)
        return c.json(serializeNote(shown), 200)
      },
    )
    .openapi(
      createRoute({
        ...pin,
        method: 'put',
        operationId: 'pinNote',
        summary: 'Pin a note',
        description:
          'For the creator of the episode. It is the first to get a place over the picture and in long lists. Hidden and held ones are refused with 409, and so is a fourth.',
        responses: marked({ pinned: true }),
      }),
      async (c) => {
        const pinned = await engagement.notes.pin(ensureSignedIn(c.var.account), c.req.valid('param').id, true)
        return c.json(serializeNote(pinned), 200)
      },
    )
    .openapi(
      createRoute({
        ...pin,
        method: 'delete',
        operationId: 'unpinNote',
        summary: 'Unpin a note',
        description: 'For the creator of the episode.',
        responses: marked(),
      }),
      async (c) => {
        const unpinned = await engagement.notes.pin(ensureSignedIn(c.var.account), c.req.valid('param').id, false)
        return c.json(serializeNote(unpinned), 200)
      },
    )
}
