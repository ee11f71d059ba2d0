import { createRoute } from '@hono/zod-openapi'
import { z } from 'zod'
import type { Hoshi } from '#app/context.ts'
import type { Video } from '#video/video.ts'
import { videoStates } from '#video/video-state.ts'
import { answers, apiRouter, emptyAnswer, idParam, jsonBody, moment, requireAccount } from './router.ts'

const address = z
  .object({
    uid: z.string(),
    uploadURL: z.string(),
    protocols: z.array(z.enum(['tus', 'post'])),
    expiresAt: moment,
    maxDurationSeconds: z.number().int(),
  })
  .meta({ id: 'UploadAddress' })

/** How far a video has come, for its owner. */
export const videoStatus = z.object({
  state: z.enum(videoStates),
  percentComplete: z.number().int(),
  step: z.string().optional(),
  reasonCode: z.string().optional(),
  reason: z.string().optional(),
})

const nullableText = z.string().nullable()
const video = z
  .object({
    uid: z.string(),
    status: videoStatus,
    durationSeconds: z.number().nullable(),
    width: z.number().int().nullable(),
    height: z.number().int().nullable(),
    frameRate: z.object({ numerator: z.number().int(), denominator: z.number().int() }).nullable(),
    views: z.number().int(),
    playback: z.object({ hls: nullableText, poster: nullableText, preview: nullableText, storyboard: nullableText }),
  })
  .meta({ id: 'Video' })

/** The video host, as its owner calls it. */
export function videoRoutes(rooms: Pick<Hoshi, 'video' | 'catalog' | 'engagement'>) {
  const one = { request: { params: idParam('uid') } }

  async function shape(found: Video) {
    const episodeId = await rooms.catalog.episodeOn(found.uid)
    const views = episodeId ? await rooms.engagement.totalViews([episodeId]) : 0
    const { uid, status, durationSeconds, width, height, frameRate, playback } = found
    return { uid, status, durationSeconds, width, height, frameRate, views, playback }
  }

  return apiRouter()
    .openapi(
      createRoute({
        method: 'post',
        path: '/videos',
        summary: 'Ask for a one-time upload address',
        request: jsonBody(z.strictObject({ name: z.string(), sizeBytes: z.number().int().positive() })),
        responses: answers(201, address, 'Where to send the bytes'),
      }),
      async (c) => {
        const given = await rooms.video.requestUpload(requireAccount(c.var.account), c.req.valid('json'))
        const uploadURL = new URL(given.uploadURL, c.var.origin).href
        return c.json({ ...given, uploadURL, expiresAt: given.expiresAt.toISOString() }, 201)
      },
    )
    .openapi(
      createRoute({
        ...one,
        method: 'get',
        path: '/videos/{uid}',
        summary: 'State and media of an own video',
        responses: answers(200, video, 'The video'),
      }),
      async (c) => {
        const found = await rooms.video.get(requireAccount(c.var.account), c.req.valid('param').uid ?? '')
        return c.json(await shape(found), 200)
      },
    )
    .openapi(
      createRoute({
        ...one,
        method: 'post',
        path: '/videos/{uid}/retry',
        summary: 'Try a failed video again',
        responses: answers(200, video, 'The video, queued again'),
      }),
      async (c) => {
        const found = await rooms.video.retry(requireAccount(c.var.account), c.req.valid('param').uid ?? '')
        return c.json(await shape(found), 200)
      },
    )
    .openapi(
      createRoute({
        ...one,
        method: 'delete',
        path: '/videos/{uid}',
        summary: 'Delete an own video that no episode stands on',
        responses: emptyAnswer('Deleted'),
      }),
      async (c) => {
        await rooms.video.remove(requireAccount(c.var.account), c.req.valid('param').uid ?? '')
        return c.body(null, 204)
      },
    )
}
