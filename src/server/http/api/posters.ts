import { createRoute } from '@hono/zod-openapi'
import { z } from 'zod'
import { video } from '#app/api/video-schema.server.ts'
import type { Hoshi } from '#app/http/context.ts'
import { imageTypes } from '#platform/image-upload.ts'
import { Refusal } from '#platform/refusal.ts'
import { videoExample } from './examples/videos.ts'
import {
  apiRouter,
  binaryContent,
  emptyResponse,
  ensureSignedIn,
  idParam,
  jsonResponse,
  parseAs,
  signedIn,
} from './router.ts'
import { serializeVideo } from './videos.ts'

const posterTime = z.strictObject({ atSeconds: z.number() })
/** A time as JSON, or an image as raw bytes. Only described: a validated schema would apply to images too. */
const posterBody = {
  required: true,
  content: {
    'application/json': { schema: z.toJSONSchema(posterTime) as object, example: { atSeconds: 12.5 } },
    ...binaryContent(imageTypes),
  },
}

function unreadable(): never {
  throw new Refusal('request.unreadable')
}

/** Routes by which the owner of a video chooses its poster. */
export function posterRoutes(rooms: Pick<Hoshi, 'video' | 'uploadSpool' | 'catalog' | 'engagement'>) {
  const withUid = { request: { params: idParam('uid') } }

  return apiRouter()
    .openapi(
      createRoute({
        ...withUid,
        method: 'put',
        path: '/videos/{uid}/poster',
        operationId: 'setPoster',
        tags: ['Videos'],
        ...signedIn,
        summary: 'Set the poster of a video',
        description:
          'The body is a time in the video as JSON, or a JPEG, PNG, WebP or GIF of at most 5 MB, which is re-encoded. Refused with 409 until the video plays.',
        request: { ...withUid.request, body: posterBody },
        responses: jsonResponse(200, video, 'The video with its new picture', {
          ...videoExample,
          hasChosenPoster: true,
        }),
      }),
      async (c) => {
        const person = ensureSignedIn(c.var.account)
        const uid = c.req.valid('param').uid
        const isJson = /^application\/json\b/i.test(c.req.header('content-type') ?? '')
        // The owner is checked before the body is read.
        await rooms.video.get(person, uid)
        const chosen = isJson
          ? await rooms.video.choosePoster(person, uid, parseAs(posterTime, await c.req.json().catch(unreadable)))
          : await rooms.uploadSpool.withFile({ uid: person.uid, ip: c.var.ip }, async (file) =>
              rooms.video.choosePoster(person, uid, { image: await file.receive(c.req.raw.body) }),
            )
        return c.json(await serializeVideo(rooms, chosen), 200)
      },
    )
    .openapi(
      createRoute({
        ...withUid,
        method: 'delete',
        path: '/videos/{uid}/poster',
        operationId: 'removePoster',
        tags: ['Videos'],
        ...signedIn,
        summary: 'Restore the automatic poster',
        description: 'Deletes the chosen poster. Does nothing if there is none.',
        responses: emptyResponse('The automatic poster is shown'),
      }),
      async (c) => {
        await rooms.video.dropPoster(ensureSignedIn(c.var.account), c.req.valid('param').uid)
        return c.body(null, 204)
      },
    )
}
