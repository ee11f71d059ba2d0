import { createRoute } from '@hono/zod-openapi'
import { z } from 'zod'
import type { Hoshi } from '#app/http/context.ts'
import { imageTypes } from '#platform/image-upload.ts'
import { seriesExample } from './examples/series.ts'
import {
  apiRouter,
  emptyResponse,
  ensureSignedIn,
  idParam,
  imageBody,
  imageBodyDescription,
  jsonResponse,
  signedIn,
} from './router.ts'

/** Routes for the pictures of own series. */
export function seriesPosterRoutes(rooms: Pick<Hoshi, 'series' | 'uploadSpool'>) {
  const poster = {
    path: '/series/{id}/poster' as const,
    tags: ['Series'],
    request: { params: idParam('id') },
    ...signedIn,
  }

  return apiRouter()
    .openapi(
      createRoute({
        ...poster,
        method: 'put',
        operationId: 'setSeriesPoster',
        summary: 'Set the picture of your series',
        description: imageBodyDescription,
        request: { ...poster.request, ...imageBody(imageTypes) },
        responses: jsonResponse(200, z.object({ poster: z.string() }), 'Where the picture is now', {
          poster: `/series-posters/${seriesExample.id}/yyp4n2jphxgimb0wgkhviynnhn.webp`,
        }),
      }),
      async (c) => {
        const person = ensureSignedIn(c.var.account)
        const id = c.req.valid('param').id
        await rooms.series.ensureOwn(person, id)
        const url = await rooms.uploadSpool.withFile({ uid: person.uid, ip: c.var.ip }, async (file) =>
          rooms.series.setPoster(person, id, await file.receive(c.req.raw.body)),
        )
        return c.json({ poster: url }, 200)
      },
    )
    .openapi(
      createRoute({
        ...poster,
        method: 'delete',
        operationId: 'removeSeriesPoster',
        summary: 'Remove the picture of your series',
        description: 'The poster of its first public part is shown instead. Does nothing if there is no picture.',
        responses: emptyResponse('Removed'),
      }),
      async (c) => {
        await rooms.series.removePoster(ensureSignedIn(c.var.account), c.req.valid('param').id)
        return c.body(null, 204)
      },
    )
}
