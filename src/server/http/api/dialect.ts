import { createHash, timingSafeEqual } from 'node:crypto'
import { createRoute } from '@hono/zod-openapi'
import type { Context, MiddlewareHandler } from 'hono'
import { z } from 'zod'
import type { Hoshi } from '#app/context.ts'
import { isPossibleId } from '#platform/ids.server.ts'
import { Refusal } from '#platform/refusal.ts'
import type { Secret } from '#server/secret.ts'
import type { EmbeddedHost } from '#video/embedded-host.server.ts'
import { EPISODE_MAX_SECONDS, type Video } from '#video/video.ts'
import { videoStates } from '#video/video-state.ts'
import type { Answered } from '../problem.ts'
import type { HttpEnv } from '../request-facts.ts'
import { apiRouter, jsonBody } from './router.ts'

/** Our own host, as programs written for the hosted service reach it. */
export interface Dialect {
  accountId: string
  token: Secret
  host: Pick<EmbeddedHost, 'requestServiceUpload' | 'findMany'>
}

const ROOT = '/client/v4/accounts/{account}/stream'

/** Whether the dialect answers here, also when it says no. */
export function isDialectPath(path: string): boolean {
  return /^\/client\/v4\/accounts\/[^/]*\/stream(\/|$)/.test(path)
}

// The numbers of the hosted service, so that programs recognise them.
const AUTHENTICATION_ERROR = 10000
const NOT_FOUND = 10003
const BAD_REQUEST = 10005
const FAULT = 10001

/** A refusal or a fault in the envelope of the dialect. */
export function unsuccessful({ problem, headers }: Answered): Response {
  const codes: Record<number, number> = { 401: AUTHENTICATION_ERROR, 404: NOT_FOUND }
  const code = codes[problem.status] ?? (problem.status < 500 ? BAD_REQUEST : FAULT)
  const message = problem.field ? `${problem.detail} (${problem.field})` : problem.detail
  const body = { result: null, success: false, errors: [{ code, message }], messages: [] }
  return Response.json(body, { status: problem.status, headers: { 'Cache-Control': 'no-store', ...headers } })
}

const messageList = z.array(z.object({ code: z.number().int(), message: z.string() }))

const failed = {
  description: 'What went wrong, in the same envelope',
  content: {
    'application/json': {
      schema: z.object({ result: z.null(), success: z.literal(false), errors: messageList, messages: messageList }),
    },
  },
}

function enveloped<Result extends z.ZodType>(result: Result, description: string) {
  const schema = z.object({ result, success: z.literal(true), errors: messageList, messages: messageList })
  return { 200: { description, content: { 'application/json': { schema } } }, default: failed } as {
    200: { description: string; content: { 'application/json': { schema: typeof schema } } }
  }
}

function successful<Result>(result: Result) {
  return { result, success: true as const, errors: [], messages: [] }
}

const directUpload = z.strictObject({
  maxDurationSeconds: z.number().int().min(1).max(EPISODE_MAX_SECONDS),
  meta: z.looseObject({ name: z.string().optional() }).optional(),
  creator: z.string().max(64).optional(),
  expiry: z.iso.datetime().optional(),
})

const details = z.object({
  uid: z.string(),
  creator: z.string().nullable(),
  meta: z.object({ name: z.string() }),
  duration: z.number(),
  size: z.number().int(),
  input: z.object({ width: z.number().int(), height: z.number().int() }),
  readyToStream: z.boolean(),
  requireSignedURLs: z.literal(false),
  status: z.object({
    state: z.enum(videoStates),
    pctComplete: z.string(),
    errorReasonCode: z.string(),
    errorReasonText: z.string(),
  }),
  thumbnail: z.string().nullable(),
  preview: z.string(),
  playback: z.object({ hls: z.string().nullable(), views: z.number().int() }),
})

/** The two calls of the specification, in the hosted service's dialect. @see docs/product.md#dialect */
export function dialectRoutes(rooms: Pick<Hoshi, 'catalog' | 'engagement' | 'identity'>, dialect: Dialect) {
  const inAccount = { request: { params: z.object({ account: z.string().max(200) }) } }

  /** @throws Refusal request.token_invalid */
  const authorized: MiddlewareHandler<HttpEnv> = async (c, next) => {
    const [, given = ''] = /^bearer +(\S+)$/i.exec(c.req.header('authorization') ?? '') ?? []
    const isRight = isSame(given, dialect.token.reveal())
    if (!isRight || c.req.param('account') !== dialect.accountId) throw new Refusal('request.token_invalid')
    c.header('Cache-Control', 'no-store')
    await next()
  }

  async function describe(c: Context<HttpEnv>, video: Video) {
    const { uid, status, playback } = video
    const episodeId = await rooms.catalog.episodeOn(uid)
    const views = episodeId ? await rooms.engagement.totalViews([episodeId]) : 0
    const absolute = (path: string | null) => (path === null ? null : new URL(path, c.var.origin).href)
    return {
      uid,
      creator: video.creatorId,
      meta: { name: video.name },
      // What is not known yet is -1 there.
      duration: video.durationSeconds ?? -1,
      size: status.state === 'pendingupload' ? 0 : video.sizeBytes,
      input: { width: video.width ?? -1, height: video.height ?? -1 },
      readyToStream: status.state === 'ready',
      requireSignedURLs: false as const,
      status: {
        state: status.state,
        pctComplete: status.percentComplete.toFixed(6),
        errorReasonCode: status.reasonCode ?? '',
        errorReasonText: status.reason ?? '',
      },
      thumbnail: absolute(playback.poster),
      preview: new URL(`/${uid}/iframe`, c.var.origin).href,
      playback: { hls: absolute(playback.hls), views },
    }
  }

  const routes = apiRouter()
  routes.use(`${ROOT.replace('{account}', ':account')}/*`, authorized)
  return routes
    .openapi(
      createRoute({
        ...inAccount,
        method: 'post',
        path: `${ROOT}/direct_upload`,
        summary: 'Hosted dialect: ask for a one-time address that takes one multipart form with the field file',
        request: { ...inAccount.request, ...jsonBody(directUpload) },
        responses: enveloped(z.object({ uid: z.string(), uploadURL: z.string() }), 'Where to send the bytes'),
      }),
      async (c) => {
        const { maxDurationSeconds: maxSeconds, meta, creator, expiry } = c.req.valid('json')
        const owner = creator === undefined ? null : await rooms.identity.find(creator)
        if (creator !== undefined && !owner) throw new Refusal('creators.not_found', { field: 'creator' })
        const name = meta?.name?.trim() || 'Untitled'
        const wish = { name, maxSeconds, ...(expiry === undefined ? {} : { expiresAt: new Date(expiry) }) }
        const given = await dialect.host.requestServiceUpload(owner, wish)
        return c.json(successful({ uid: given.uid, uploadURL: new URL(given.uploadURL, c.var.origin).href }), 200)
      },
    )
    .openapi(
      createRoute({
        method: 'get',
        path: `${ROOT}/{uid}`,
        summary: 'Hosted dialect: state, length, playback and views of any video of this host',
        request: { params: z.object({ account: z.string().max(200), uid: z.string().max(200) }) },
        responses: enveloped(details, 'The video'),
      }),
      async (c) => {
        const { uid } = c.req.valid('param')
        const video = isPossibleId(uid) ? (await dialect.host.findMany([uid])).get(uid) : undefined
        if (!video) throw new Refusal('video.not_found')
        return c.json(successful(await describe(c, video)), 200)
      },
    )
}

/** Compares without telling by its time how much was right. */
function isSame(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(expected))
}
