import { createRoute } from '@hono/zod-openapi'
import { z } from 'zod'
import type { Hoshi } from '#app/http/context.ts'
import { playSources } from '#engagement/analytics/play-source.ts'
import { playKinds } from '#engagement/play.ts'
import { playExample } from './examples/episodes.ts'
import { apiRouter, idParam, jsonBody, jsonResponse, maybeSignedIn } from './router.ts'
import { setVisitorCookie, visitorOf } from './visitor-cookie.ts'

const playBody = z.strictObject({
  kind: z.enum(playKinds),
  visitId: z.string(),
  source: z.enum(playSources).optional().describe('Where the visitor was before; outside unless given'),
  host: z.string().max(300).optional().describe('The host of the other site, for a play from outside or embedded'),
})

/** The route that counts plays of episodes. */
export function viewRoutes({
  catalog,
  engagement,
  library,
  publicUrl,
  log,
}: Pick<Hoshi, 'catalog' | 'engagement' | 'library' | 'publicUrl' | 'log'>) {
  return apiRouter().openapi(
    createRoute({
      method: 'post',
      path: '/episodes/{id}/views',
      operationId: 'countView',
      tags: ['Reactions'],
      ...maybeSignedIn,
      summary: 'Count a play',
      description:
        'The server decides whether it counts: the same `visitId`, 1 to 64 letters, digits, dashes or underscores, never counts twice, and its first `source` stays. A play of an adult episode counts only for somebody who has chosen to see it. The answer may set a cookie that tells visitors apart for a day.',
      request: { params: idParam('id'), ...jsonBody(playBody, playExample) },
      responses: jsonResponse(200, z.object({ views: z.number().int(), counted: z.boolean() }), 'The views now', {
        views: 129,
        counted: true,
      }),
    }),
    async (c) => {
      const play = { episodeId: c.req.valid('param').id, ...c.req.valid('json') }
      const shown = catalog.shownEpisodes(c.req.header('cookie'))
      const result = await engagement.plays.record(play, visitorOf(c), c.var.account, shown)
      if (c.var.account && result.counted && play.kind === 'watch') {
        // The view is counted: the answer does not depend on the history.
        await library
          .recordWatch(c.var.account, play.episodeId)
          .catch((error: unknown) => log.error({ err: error }, 'history: a watch was not noted'))
      }
      // The player on other sites works without cookies.
      if (play.source !== 'embed') setVisitorCookie(c, result.visitorCookie, publicUrl)
      return c.json({ views: result.views, counted: result.counted }, 200)
    },
  )
}
