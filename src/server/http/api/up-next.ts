import { createRoute } from '@hono/zod-openapi'
import { z } from 'zod'
import { episode } from '#app/api/episode-schemas.server.ts'
import { serializeEpisode } from '#app/api/serialize-episode.ts'
import type { Hoshi } from '#app/http/context.ts'
import { findUpNext } from '#app/up-next/find-up-next.server.ts'
import { nextReasons } from '#catalog/up-next.ts'
import { forViewer } from './episodes.ts'
import { nextEpisodeExample } from './examples/episodes.ts'
import { apiRouter, idParam, jsonResponse, maybeSignedIn } from './router.ts'

const offered = episode
  .extend({
    reason: z.enum(nextReasons).describe('Why it is offered'),
    reasonText: z.string().describe('The same in words, as the watch page shows it'),
  })
  .meta({ id: 'NextEpisode' })

/** The route that lists the episodes to watch after one. */
export function upNextRoutes(rooms: Pick<Hoshi, 'catalog' | 'series' | 'engagement' | 'library'>) {
  return apiRouter().openapi(
    createRoute({
      method: 'get',
      path: '/episodes/{id}/next',
      operationId: 'listNextEpisodes',
      tags: ['Episodes'],
      ...maybeSignedIn,
      summary: 'Episodes to watch next',
      description:
        'At most eight public episodes, each with its reason: the next part of the series, more from the creator, those that share a tag or the genre and are watched to the end most, then the newest. Adult episodes and the episode itself are never among them.',
      request: { params: idParam('id') },
      responses: jsonResponse(200, z.object({ episodes: z.array(offered) }), 'The episodes, the next one first', {
        episodes: [nextEpisodeExample],
      }),
    }),
    async (c) => {
      const { id } = c.req.valid('param')
      const around = await rooms.series.neighboursOf(id, c.var.account)
      const found = await findUpNext(rooms, id, c.var.account, around)
      const known = await forViewer(rooms, found, c.var.account)
      const episodes = known.map((each) => ({
        ...serializeEpisode(each),
        reason: each.reason,
        reasonText: each.reasonText,
      }))
      return c.json({ episodes }, 200)
    },
  )
}
