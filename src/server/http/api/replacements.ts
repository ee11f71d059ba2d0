import { createRoute } from '@hono/zod-openapi'
import { episode } from '#app/api/episode-schemas.server.ts'
import { serializeEpisode } from '#app/api/serialize-episode.ts'
import type { Hoshi } from '#app/http/context.ts'
import { forViewer } from './episodes.ts'
import { episodeExample } from './examples/episodes.ts'
import { apiRouter, emptyResponse, ensureSignedIn, idParam, jsonResponse, signedIn } from './router.ts'

/** Routes by which an own episode gets another video. */
export function replacementRoutes(rooms: Pick<Hoshi, 'catalog' | 'series' | 'engagement' | 'library'>) {
  const { catalog } = rooms
  const withVideo = { request: { params: idParam('id', 'videoUid') } }

  return apiRouter()
    .openapi(
      createRoute({
        ...withVideo,
        method: 'put',
        path: '/episodes/{id}/video/{videoUid}',
        operationId: 'replaceVideo',
        tags: ['Episodes'],
        ...signedIn,
        summary: 'Replace the video of your episode',
        description:
          'The new video replaces the current one once it is completely playable; until then the current one stays. Repeating the request changes nothing.',
        responses: jsonResponse(
          200,
          episode,
          'The episode; `videoId` changes once the new video replaces the current one',
          episodeExample,
        ),
      }),
      async (c) => {
        const { id, videoUid } = c.req.valid('param')
        const account = ensureSignedIn(c.var.account)
        const updated = await catalog.replaceVideo(account, id, videoUid)
        const [counted] = await forViewer(rooms, [updated], account)
        return c.json(serializeEpisode(counted!), 200)
      },
    )
    .openapi(
      createRoute({
        ...withVideo,
        method: 'delete',
        path: '/episodes/{id}/video/{videoUid}',
        operationId: 'cancelReplacement',
        tags: ['Episodes'],
        ...signedIn,
        summary: 'Cancel a replacement',
        description: 'Deletes the new video and keeps the episode as it is.',
        responses: emptyResponse('Deleted'),
      }),
      async (c) => {
        const { id, videoUid } = c.req.valid('param')
        await catalog.cancelReplacement(ensureSignedIn(c.var.account), id, videoUid)
        return c.body(null, 204)
      },
    )
}
