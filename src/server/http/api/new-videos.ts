import { createRoute } from '@hono/zod-openapi'
import { z } from 'zod'
import { sameFile } from '#app/api/episode-schemas.server.ts'
import type { Hoshi } from '#app/http/context.ts'
import { dateTime, orNull } from '#platform/schemas.server.ts'
import { newVideoExample, sameFileExample, uploadUrlExample } from './examples/videos.ts'
import { apiRouter, ensureSignedIn, jsonBody, jsonResponse, queryInteger, signedIn } from './router.ts'

const uploadUrl = z
  .object({
    uid: z.string(),
    uploadURL: z.string(),
    protocols: z.array(z.enum(['tus', 'post'])),
    expiresAt: dateTime,
    maxDurationSeconds: z.number().int(),
  })
  .meta({ id: 'UploadAddress' })

/** Routes that are called before a file is sent. `/videos/like` comes before `/videos/{uid}`, which would match it. */
export function newVideoRoutes(rooms: Pick<Hoshi, 'video' | 'catalog'>) {
  return apiRouter()
    .openapi(
      createRoute({
        method: 'post',
        path: '/videos',
        operationId: 'createVideo',
        tags: ['Videos'],
        ...signedIn,
        summary: 'Request a one-time upload URL',
        description:
          'Creators only. Creates an empty video. Send the file to `uploadURL` within 24 hours, by tus or as a form (see Uploads); the URL is a secret that needs no sign-in. An episode can be published at once.',
        request: jsonBody(
          z.strictObject({ name: z.string(), sizeBytes: z.number().int().positive() }),
          newVideoExample,
        ),
        responses: jsonResponse(201, uploadUrl, 'Where to send the bytes', uploadUrlExample),
      }),
      async (c) => {
        const upload = await rooms.video.requestUpload(ensureSignedIn(c.var.account), c.req.valid('json'))
        const uploadURL = new URL(upload.uploadURL, c.var.origin).href
        return c.json({ ...upload, uploadURL, expiresAt: upload.expiresAt.toISOString() }, 201)
      },
    )
    .openapi(
      createRoute({
        method: 'get',
        path: '/videos/like',
        operationId: 'findLikeFile',
        tags: ['Videos'],
        ...signedIn,
        summary: 'Find an uploaded file by name and size',
        description:
          'Checks before an upload whether this account has already uploaded a file with this name and size.',
        request: {
          query: z.object({
            name: z.string().max(1000),
            sizeBytes: queryInteger({ min: 1, max: Number.MAX_SAFE_INTEGER }),
          }),
        },
        responses: jsonResponse(200, z.object({ like: orNull(sameFile) }), 'That file, or null', {
          like: sameFileExample,
        }),
      }),
      async (c) => {
        const like = await rooms.catalog.findLikeFile(ensureSignedIn(c.var.account), c.req.valid('query'))
        return c.json({ like }, 200)
      },
    )
}
