import { createRoute } from '@hono/zod-openapi'
import { z } from 'zod'
import type { Hoshi } from '#app/context.ts'
import { sameFile } from '#engagement/episode-schemas.server.ts'
import type { Account } from '#identity/account.ts'
import { createConcurrencyLimiter } from '#platform/concurrency-limiter.server.ts'
import { Refusal } from '#platform/refusal.ts'
import { dateTime, orNull } from '#platform/schemas.server.ts'
import { posterTypes } from '#video/poster.ts'
import type { Video } from '#video/video.ts'
import { type VideoMilestone, videoMilestones } from '#video/video-host.ts'
import { videoStatus } from '#video/video-status-schema.server.ts'
import { newVideoExample, sameFileExample, uploadUrlExample, videoExample } from './examples/videos.ts'
import {
  apiRouter,
  binaryContent,
  emptyResponse,
  ensureSignedIn,
  idParam,
  jsonBody,
  jsonResponse,
  parseAs,
  signedIn,
} from './router.ts'

/** Shorter than the minute after which many proxies end a request. */
const WAIT_MAX_SECONDS = 25
/** Requests that wait for videos, in this process and per account. @see docs/product.md#limits */
const waitLimits = { running: 300, waiting: 0, waitMs: 1000, perCaller: 20 }

const uploadUrl = z
  .object({
    uid: z.string(),
    uploadURL: z.string(),
    protocols: z.array(z.enum(['tus', 'post'])),
    expiresAt: dateTime,
    maxDurationSeconds: z.number().int(),
  })
  .meta({ id: 'UploadAddress' })

const nullableText = z.string().nullable()
const video = z
  .object({
    uid: z.string(),
    status: videoStatus,
    durationSeconds: z.number().nullable(),
    width: z.number().int().nullable(),
    height: z.number().int().nullable(),
    frameRate: orNull(z.object({ numerator: z.number().int(), denominator: z.number().int() })),
    views: z.number().int(),
    sha256: nullableText.describe('Of the uploaded file, in hexadecimal; null until it is known'),
    sameAs: orNull(sameFile),
    playback: z.object({ hls: nullableText, poster: nullableText, preview: nullableText, storyboard: nullableText }),
    hasChosenPoster: z.boolean(),
  })
  .meta({ id: 'Video' })

const posterTime = z.strictObject({ atSeconds: z.number() })
/** A time as JSON, or an image as raw bytes. Only described: a validated schema would apply to images too. */
const posterBody = {
  required: true,
  content: {
    'application/json': { schema: z.toJSONSchema(posterTime) as object, example: { atSeconds: 12.5 } },
    ...binaryContent(posterTypes),
  },
}

function unreadable(): never {
  throw new Refusal('request.unreadable')
}

const waitQuery = z.object({
  waitFor: z
    .enum(videoMilestones)
    .optional()
    .describe('`measured`: the duration is known; `ready`: it plays; `complete`: every rendition exists'),
  seconds: z.coerce.number().int().min(1).max(WAIT_MAX_SECONDS).default(WAIT_MAX_SECONDS).describe('Longest wait'),
})

/** Routes for the videos of their owner. */
export function videoRoutes(rooms: Pick<Hoshi, 'video' | 'uploadSpool' | 'catalog' | 'engagement'>) {
  const withUid = { request: { params: idParam('uid') } }
  const waits = createConcurrencyLimiter(waitLimits, { perCaller: 'request.too_many', overall: 'request.busy' })

  /** @throws Refusal request.abandoned when the client disconnects */
  async function waitUntil(
    person: Account,
    uid: string,
    milestone: VideoMilestone,
    seconds: number,
    signal: AbortSignal,
  ) {
    try {
      return await waits.run(person.uid, signal, () =>
        rooms.video.waitUntil(person, uid, milestone, seconds * 1000, signal),
      )
    } catch (error) {
      if (signal.aborted) throw new Refusal('request.abandoned')
      throw error
    }
  }

  async function serializeVideo(found: Video) {
    const episodeId = await rooms.catalog.episodeOn(found.uid)
    const views = episodeId ? await rooms.engagement.totalViews([episodeId]) : 0
    const sameAs = (await rooms.catalog.sameAs([found.uid])).get(found.uid) ?? null
    const { uid, status, durationSeconds, width, height, frameRate, sha256, playback, hasChosenPoster } = found
    const facts = { uid, status, durationSeconds, width, height, frameRate, views }
    return { ...facts, sha256, sameAs, playback, hasChosenPoster }
  }

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
            name: z
              .string()
              .max(1000)
              .refine((name) => !name.includes('\0')),
            sizeBytes: z.coerce.number().int().positive(),
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
          ? await waitUntil(person, uid, waitFor, seconds, signal)
          : await rooms.video.get(person, uid)
        return c.json(await serializeVideo(found), 200)
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
        return c.json(await serializeVideo(found), 200)
      },
    )
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
          : await rooms.uploadSpool.withFile(person.uid, async (file) =>
              rooms.video.choosePoster(person, uid, { image: await file.receive(c.req.raw.body) }),
            )
        return c.json(await serializeVideo(chosen), 200)
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
