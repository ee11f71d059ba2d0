import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { compress } from 'hono/compress'
import { HTTPException } from 'hono/http-exception'
import { matchedRoutes } from 'hono/route'
import type { Hoshi } from '#app/http/context.ts'
import { mayCarryFile } from '#app/http/file-forms.ts'
import { carriesSession } from '#identity/account.ts'
import { PROVIDER_CALLBACK } from '#identity/provider.ts'
import type { Log } from '#platform/log.server.ts'
import { Refusal } from '#platform/refusal.ts'
import { protocolHeaders, type UploadEndpoint } from '#video/ingest/upload-endpoint.server.ts'
import type { VideoHosting } from '#video/video-hosting.ts'
import type { ObserveRequest } from '../metrics/request-metrics.ts'
import { createApi } from './api/api.ts'
import { type CompatibleApi, ROOT_PATH } from './api/compatible/common.ts'
import { errorEnvelope, isCompatiblePath } from './api/compatible/envelope.ts'
import type { StreamSettings } from './api/live-streams.ts'
import { routeGuards } from './api/route-guards.ts'
import { routeRules, ruleOf } from './api/route-rules.ts'
import { isForm } from './body-types.ts'
import { builtFiles } from './built-files.server.ts'
import { checkApiRequest } from './check-api-request.server.ts'
import { FEEDS_PATH, serveFeeds } from './feeds.server.ts'
import type { Health } from './health.server.ts'
import { identifyRequests, loggablePath, UPLOAD_PATH } from './identify-requests.server.ts'
import { METRICS_PATH, type MetricsEndpoint } from './metrics-endpoint.server.ts'
import { answerOembed, OEMBED_PATH } from './oembed.ts'
import { isOwnOrigin, type Site } from './origin.ts'
import type { PageCache } from './page-cache.server.ts'
import { errorResponseFor, problemResponse, SCREEN_METHODS } from './problem.ts'
import { limitBodies } from './request-body.server.ts'
import { type HttpEnv, isDisconnected, safeMethods } from './request-context.ts'
import type { Screens } from './screens.server.ts'
import { hasBody } from './stall-timeouts.server.ts'
import { refuseStrangePath, refuseStrangeQuery } from './strange-text.ts'
import { uploadCors } from './upload-cors.ts'

export interface HttpParts {
  rooms: Hoshi
  site: Site & { trustedProxies: number }
  uploads: UploadEndpoint
  /** Null when it is off. */
  compatibleApi: CompatibleApi | null
  handleWebhook: VideoHosting['handleWebhook']
  health: Health
  metrics: MetricsEndpoint
  /** Counts each request with its answer. */
  observeRequest: ObserveRequest
  screens: Screens
  /** Folder of the browser's files; null when another server has them. */
  clientDir: string | null
  log: Log
  streams: StreamSettings
  /** Documents that are the same for everybody; without it, each is made for its caller. */
  pageCache: PageCache | null
}

const UNSUBSCRIBE_PATH = '/unsubscribe'

/** Every route but media, in order: identify the caller, check the origin of writes, then respond. */
export function createHttpApp(parts: HttpParts): Hono<HttpEnv> {
  const { rooms, site, uploads, compatibleApi, handleWebhook, health, screens, clientDir } = parts
  const app = new Hono<HttpEnv>()
  const api = createApi(rooms, compatibleApi, parts.streams)
  const rules = routeRules(api.openAPIRegistry)
  const guards = routeGuards(rooms)

  /** Largest body of a request. Routes that take videos or forms with files count bytes themselves. */
  function maxBytesOf(c: Context<HttpEnv>): number {
    const isUpload = matchedRoutes(c).some(({ path }) => path === UPLOAD_PATH)
    if (isUpload || (c.req.method === 'POST' && mayCarryFile(c.req.path))) return Number.POSITIVE_INFINITY
    return ruleOf(rules, c).maxBytes
  }

  app.use(identifyRequests(parts))

  app.use(async (c, next) => {
    const page = screens.handleShared(c.req.raw, c.var)
    return page ? await page : await next()
  })

  app.use(compress())

  app.get('/healthz', (c) => health.handleHealth(c))
  app.get('/readyz', (c) => health.handleReadiness(c))
  app.get(METRICS_PATH, parts.metrics)
  app.get(OEMBED_PATH, (c) => answerOembed(rooms, c))
  serveFeeds(app, parts)

  if (compatibleApi) app.use(UPLOAD_PATH, uploadCors(compatibleApi.host.service))

  app.use(UPLOAD_PATH, speakTus)
  if (compatibleApi) app.on(['POST', 'OPTIONS'], ROOT_PATH, speakTus)

  app.use(async (c, next) => {
    // A link in a mail authorises itself, for programs of mail services too (RFC 8058).
    if (!safeMethods.has(c.req.method) && !c.var.isOpenUpload && c.req.path !== UNSUBSCRIBE_PATH) {
      if (!isOwnOrigin(c.req.raw, site, carriesSession(c.req.header('cookie'))))
        throw new Refusal('request.foreign_origin')
    }
    await next()
  })

  if (clientDir) app.get('*', builtFiles(clientDir))

  app.use(limitBodies(maxBytesOf))

  app.all(UPLOAD_PATH, (c) => uploads.handle(c.req.raw, c.req.param('key'), c.env.incoming))

  if (handleWebhook) {
    app.post('/api/webhooks/cloudflare', async (c) => {
      await handleWebhook(await c.req.text(), c.req.header('webhook-signature') ?? null)
      return c.body(null, 204)
    })
  }

  app.use(async (c, next) => {
    c.set('account', await rooms.identity.accountFor(c.req.raw.headers))
    await next()
  })

  app.use('/api/v1/*', checkApiRequest(rules, guards, rooms.identity))
  app.post(UNSUBSCRIBE_PATH, (c) => unsubscribe(parts, c))
  app.all('/api/auth/*', async (c) => {
    const response = await rooms.identity.handleOpenRoute(c.req.raw, { ip: c.var.ip })
    if (!response) throw new Refusal('request.not_found')
    return response
  })
  app.route('/', api)
  for (const prefix of ['/api/*', '/client/*']) {
    app.all(prefix, () => {
      throw new Refusal('request.not_found')
    })
  }

  app.all('*', (c) => {
    if (!SCREEN_METHODS.includes(c.req.method)) throw new Refusal('request.wrong_method')
    if (c.req.method === 'POST' && hasBody(c.env.incoming) && !isForm(c.req.header('content-type')))
      throw new Refusal('request.wrong_type')
    refuseStrangePath(c.req.url)
    refuseStrangeQuery(c.req.url)
    return screens.handle(c.req.raw, c.var)
  })

  app.onError((error, c) => respondToError(parts, error, c))
  return app
}

/** Adds the headers of tus to a response. */
const speakTus: MiddlewareHandler<HttpEnv> = async (c, next) => {
  await next()
  for (const [name, value] of Object.entries(protocolHeaders(c.res.status))) c.header(name, value)
}

async function unsubscribe({ rooms, screens }: HttpParts, c: Context<HttpEnv>): Promise<Response> {
  await rooms.community.unsubscribe(c.req.query('token') ?? '')
  // No redirect: the program reads only the status.
  const page = new Request(new URL(`${UNSUBSCRIBE_PATH}?done=`, c.req.url), { headers: c.req.raw.headers })
  page.headers.delete('content-type')
  page.headers.delete('content-length')
  return await screens.handle(page, c.var)
}

/** Answers in the format of the request: that of the compatible API, of our API, or a page. */
function respondToError({ screens, log }: HttpParts, error: Error, c: Context<HttpEnv>): Response | Promise<Response> {
  const thrown = error instanceof HTTPException ? refusalOf(error) : error
  const errorResponse = errorResponseFor(thrown, c.var.requestId)
  if (errorResponse.isFault && !isDisconnected(c)) {
    const path = loggablePath(c.req.path)
    log.error({ err: thrown, requestId: c.var.requestId, method: c.req.method, path }, 'request failed')
  }
  if (isCompatiblePath(c.req.path)) return errorEnvelope(errorResponse)
  // People come there from the provider, and no program does.
  const isPage = c.req.path === PROVIDER_CALLBACK
  const isDocument = c.req.path === OEMBED_PATH || c.req.path.startsWith(FEEDS_PATH)
  if (isDocument || (c.req.path.startsWith('/api/') && !isPage)) return problemResponse(errorResponse)
  return screens.handleFault(c.req.raw, c.var, errorResponse)
}

function refusalOf(error: HTTPException): Error {
  if (error.status === 413) return new Refusal('request.too_large')
  return error.status < 500 ? new Refusal('request.unreadable') : error
}
