import { createRoute } from '@hono/zod-openapi'
import { z } from 'zod'
import type { Hoshi } from '#app/http/context.ts'
import { profileFieldsExample } from './examples/accounts.ts'
import { playExample } from './examples/episodes.ts'
import { apiRouter, emptyResponse, idParam, jsonBody, maybeSignedIn } from './router.ts'
import { setVisitorCookie, visitorOf } from './visitor-cookie.ts'

const clickBody = z.strictObject({
  url: z.string().describe('One of the `supportLinks` of the creator'),
  visitId: z.string(),
})

/** The route that counts clicks on support links. */
export function supportClickRoutes({ engagement, publicUrl }: Hoshi) {
  return apiRouter().openapi(
    createRoute({
      method: 'post',
      path: '/creators/{uid}/support-clicks',
      operationId: 'countSupportClick',
      tags: ['Community'],
      ...maybeSignedIn,
      summary: 'Count a click on a support link',
      description:
        'Counts once per link, visitor and day. Other addresses and your own links count nothing, with the same answer. The answer may set the cookie of `countView`.',
      request: {
        params: idParam('uid'),
        ...jsonBody(clickBody, { url: profileFieldsExample.patreonUrl, visitId: playExample.visitId }),
      },
      responses: emptyResponse('Received'),
    }),
    async (c) => {
      const click = { creatorId: c.req.valid('param').uid, ...c.req.valid('json') }
      const cookie = await engagement.supportClicks.record(click, visitorOf(c), c.var.account)
      setVisitorCookie(c, cookie, publicUrl)
      return c.body(null, 204)
    },
  )
}
