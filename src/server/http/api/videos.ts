import { createRoute } from '@hono/zod-openapi'
import { z } from 'zod'
import { type VideoJson, video } from '#app/api/video-schema.server.ts'
import type { Hoshi } from '#app/http/context.ts'
import { videoFailureText } from '#app/messages/video-failures.ts'
import type { Account } from '#identity/account.ts'
import { type ConcurrencyLimiter, createConcurrencyLimiter } from '#platform/concurrency-limiter.server.ts'
import { Refusal } from '#platform/refusal.ts'
import { serializeStatus } from '#video/serialize-status.ts'
import type { Video } from '#video/video.ts'
import { type VideoMilestone, videoMilestones } from '#video/video-host.ts'
import { videoExample } from './examples/videos.ts'
import { apiRouter, emptyResponse, ensureSignedIn, idParam, jsonResponse, queryInteger, signedIn } from './router.ts'

/** Shorter than the minute after which many proxies end a request. */
const WAIT_MAX_SECONDS = 25
/** Requests that wait for videos, in this process and per account. @see docs/product.md#limits */
const waitLimits = { running: 300, waiting: 0, waitMs: 1000, perCaller: 20 }

const waitQuery = z.object({
  waitFor: z
    .enum(videoMilestones)
    .optional()
    .describe('`measured`: the duration is known; `ready`: it plays; `complete`: every rendition exists'),
  seconds: queryInteger({ min: 1, max: WAIT_MAX_SECONDS }).default(WAIT_MAX_SECONDS).describe('Longest wait'),
})

/** Routes for the videos of their owner. */
export function videoRoutes(rooms: Pick<Hoshi, 'video' | 'catalog' | 'engagement'>) {
  const withUid = { request: { params: idParam('uid') } }
  const waits = createConcurrencyLimiter(waitLimits, { perCaller: 'request.too_many', overall: 'request.busy' })

  return apiRouter()
    .openapi(
      createRoute({
        ...withUid,
        method: 'get',
        path: '/videos/{uid}',
        operationId: 'getVideo',
        tags: ['Videos'],
        ...signedIn,
        summary: 'State and media of your video',
        description:
          '`ready` means playable; `percentComplete` below 100 means that more renditions are on the way. The URLs in `playback` are null until they exist. With `waitFor`, the response is sent once the video has reached that point or failed, and after `seconds` at the latest.',
        request: { ...withUid.request, query: waitQuery },
        responses: jsonResponse(200, video, 'The video', videoExample),
      }),
      async (c) => {
        const person = ensureSignedIn(c.var.account)
        const uid = c.req.valid('param').uid
        const { waitFor, seconds } = c.req.valid('query')
        const { signal } = c.req.raw
        const found = waitFor
          ? await waitUntil({ video: rooms.video, waits }, person, uid, { milestone: waitFor, seconds }, signal)
          : await rooms.video.get(person, uid)
        return c.json(await serializeVideo(rooms, found), 200)
      },
    )
    .openapi(
      createRoute({
        ...withUid,
        method: 'post',
        path: '/videos/{uid}/retry',
        operationId: 'retryVideo',
        tags: ['Videos'],
        ...signedIn,
        summary: 'Retry a failed video',
        description:
          'Queues the file again if processing failed after the file was accepted, at most three times. Otherwise, the request is refused with 409.',
        responses: jsonResponse(200, video, 'The video, queued again', {
          ...videoExample,
          status: { state: 'queued', percentComplete: 0, step: 'waiting', stepParameters: { ahead: 2 } },
        }),
      }),
      async (c) => {
        const found = await rooms.video.retry(ensureSignedIn(c.var.account), c.req.valid('param').uid)
        return c.json(await serializeVideo(rooms, found), 200)
      },
    )
    .openapi(
      createRoute({
        ...withUid,
        method: 'delete',
        path: '/videos/{uid}',
        operationId: 'deleteVideo',
        tags: ['Videos'],
        ...signedIn,
        summary: 'Delete your video',
        description:
          'Refused with 409 while an episode uses the video or is waiting for it: delete the episode or cancel the replacement.',
        responses: emptyResponse('Deleted'),
      }),
      async (c) => {
        await rooms.video.remove(ensureSignedIn(c.var.account), c.req.valid('param').uid)
        return c.body(null, 204)
      },
    )
}

/** @throws Refusal request.abandoned when the client disconnects */
async function waitUntil(
  { video, waits }: Pick<Hoshi, 'video'> & { waits: ConcurrencyLimiter },
  person: Account,
  uid: string,
  { milestone, seconds }: { milestone: VideoMilestone; seconds: number },
  signal: AbortSignal,
): Promise<Video> {
  try {
    return await waits.run(person.uid, signal, () => video.waitUntil(person, uid, milestone, seconds * 1000, signal))
  } catch (error) {
    if (signal.aborted) throw new Refusal('request.abandoned')
    throw error
  }
}

/** The video, with the views of its episode. */
export async function serializeVideo(
  { catalog, engagement }: Pick<Hoshi, 'catalog' | 'engagement'>,
  found: Video,
): Promise<VideoJson> {
  const episodeId = await catalog.episodeOn(found.uid)
  const views = episodeId ? await engagement.counts.totalViews([episodeId]) : 0
  const sameAs = (await catalog.sameAs([found.uid])).get(found.uid) ?? null
  const { uid, durationSeconds, width, height, frameRate, sha256, playback, hasChosenPoster } = found
  const status = serializeStatus(found.status, videoFailureText)
  const facts = { uid, status, durationSeconds, width, height, frameRate, views }
  return { ...facts, sha256, sameAs, playback, hasChosenPoster }
}
