import { Readable } from 'node:stream'
import { createRoute } from '@hono/zod-openapi'
import { z } from 'zod'
import type { Hoshi } from '#app/http/context.ts'
import { Refusal } from '#platform/refusal.ts'
import { attachment } from '../attachment.ts'
import { parseRange } from '../range.ts'
import { apiRouter, binaryContent, defaultResponse, ensureSignedIn, idParam, signedIn } from './router.ts'

const rangeHeader = z.object({ range: z.string().max(200).optional().describe('One range of bytes, to go on with') })

/** The route for the file that a creator uploaded. */
export function originalRoutes({ video }: Pick<Hoshi, 'video'>) {
  return apiRouter().openapi(
    createRoute({
      method: 'get',
      path: '/videos/{uid}/original',
      operationId: 'getOriginal',
      tags: ['Videos'],
      ...signedIn,
      summary: 'The file that you uploaded',
      description:
        'As it was sent, with its name, whatever became of the video. 404 until it has arrived, and where a hosted service stores the videos. With `Range`, 206 and that part of it.',
      request: { params: idParam('uid'), headers: rangeHeader },
      responses: {
        200: { description: 'The file', content: binaryContent(['application/octet-stream']) },
        206: { description: 'A part of the file', content: binaryContent(['application/octet-stream']) },
        416: { description: 'The file ends before this range' },
        default: defaultResponse,
      },
    }),
    async (c) => {
      const account = ensureSignedIn(c.var.account)
      const { uid } = c.req.valid('param')
      const { name } = await video.get(account, uid)
      const original = await video.originalOf(account, uid)
      if (!original) throw new Refusal('video.original_not_stored')
      const { sizeBytes } = original
      const headers = {
        'Content-Type': 'application/octet-stream',
        'Content-Disposition': attachment(name),
        'Accept-Ranges': 'bytes',
        'Cache-Control': 'private, no-store, no-transform',
      }
      // A range is a part of the body that GET sends (RFC 9110, 14.2); for HEAD nothing is opened.
      if (c.req.method === 'HEAD') return c.body(null, 200, { ...headers, 'Content-Length': String(sizeBytes) })
      const range = parseRange(c.req.valid('header').range, sizeBytes)
      if (range === 'unsatisfiable') return c.body(null, 416, { ...headers, 'Content-Range': `bytes */${sizeBytes}` })
      const { start, end } = range ?? { start: 0, end: sizeBytes - 1 }
      const body = Readable.toWeb(await original.read(range ?? undefined)) as ReadableStream<Uint8Array>
      const length = { 'Content-Length': String(end - start + 1) }
      if (!range) return c.body(body, 200, { ...headers, ...length })
      return c.body(body, 206, { ...headers, ...length, 'Content-Range': `bytes ${start}-${end}/${sizeBytes}` })
    },
  )
}
