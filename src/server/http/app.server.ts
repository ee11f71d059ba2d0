import { type Context, Hono } from 'hono'
import { compress } from 'hono/compress'
import { HTTPException } from 'hono/http-exception'
import { matchedRoutes } from 'hono/route'
import type { Hoshi } from '#app/context.ts'
import { AVATAR_MAX_BYTES } from '#creators/avatar.ts'
import { carriesSession } from '#identity/account.ts'
import { newId } from '#platform/ids.server.ts'
import type { Log } from '#platform/log.server.ts'
import { Refusal } from '#platform/refusal.ts'
import { protocolHeaders, type UploadEndpoint } from '#video/upload/upload-endpoint.server.ts'
import type { VideoRoom } from '#video/video.server.ts'
import { createApi } from './api/api.ts'
import type { Dialect } from './api/dialect/account-path.ts'
import { isDialectPath, unsuccessful } from './api/dialect/envelope.ts'
import { requireAccount } from './api/router.ts'
import { builtFiles } from './built-files.server.ts'
import { callerAddress } from './caller.ts'
import type { Health } from './health.server.ts'
import { openUploads } from './open-uploads.ts'
import { isOwnOrigin, ownOrigin, type Site } from './origin.ts'
import { hasBody } from './pace.server.ts'
import { answerFor, problemResponse, SCREEN_METHODS } from './problem.ts'
import { boundBodies } from './request-body.server.ts'
import type { HttpEnv } from './request-facts.ts'
import type { Screens } from './screens.server.ts'

export interface HttpParts {
  rooms: Hoshi
  site: Site & { trustedProxies: number }
  uploads: UploadEndpoint
  /** Null when it is off. */
  dialect: Dialect | null
  hearWebhook: VideoRoom['hearWebhook']
  health: Health
  screens: Screens
  /** Folder of the browser's files; null when somebody else serves them. */
  clientDir: string | null
  log: Log
}

/** Bodies of everything that is not an upload. @see docs/product.md#limits */
const BODY_MAX_BYTES = 64 * 1024
/** What servers commonly log for a client that did not wait for its answer. */
const CLIENT_CLOSED_REQUEST = 499
const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Every route but media, in order: who asks, may it write at all, then who answers. */
export function createHttpApp(parts: HttpParts): Hono<HttpEnv> {
  const { rooms, site, uploads, dialect, hearWebhook, health, screens, clientDir, log } = parts
  const app = new Hono<HttpEnv>()
  const isSecure = site.publicUrl.startsWith('https:')

  app.use(async (c, next) => {
    const startedAt = performance.now()
    const requestId = newId()
    c.set('requestId', requestId)
    c.set('origin', ownOrigin(c.req.url, site))
    c.set(
      'address',
      callerAddress(c.env.incoming?.socket.remoteAddress, c.req.header('x-forwarded-for') ?? null, site.trustedProxies),
    )
    await next()
    c.header('X-Request-Id', requestId)
    c.header('X-Content-Type-Options', 'nosniff')
    if (isSecure) c.header('Strict-Transport-Security', 'max-age=31536000')
    const ms = Math.round(performance.now() - startedAt)
    const path = loggablePath(c.req.path)
    const status = hasLeft(c) ? CLIENT_CLOSED_REQUEST : c.res.status
    log.info({ requestId, method: c.req.method, path, status, ms }, 'request')
  })

  app.use(compress())

  app.get('/healthz', (c) => health.answerHealth(c))
  app.get('/readyz', (c) => health.answerReady(c))

  if (dialect) app.use('/api/uploads/:key', openUploads(dialect.host.service))

  app.use(async (c, next) => {
    if (!safeMethods.has(c.req.method) && !c.var.isOpenUpload) {
      if (!isOwnOrigin(c.req.raw, site, carriesSession(c.req.header('cookie'))))
        throw new Refusal('request.foreign_origin')
    }
    await next()
  })

  if (clientDir) app.get('*', builtFiles(clientDir))

  app.use('/api/uploads/:key', async (c, next) => {
    await next()
    for (const [name, value] of Object.entries(protocolHeaders(c.res.status))) c.header(name, value)
  })
  app.use(boundBodies(maxBodyBytes))

  app.all('/api/uploads/:key', (c) => uploads.answer(c.req.raw, c.req.param('key'), c.env.incoming))

  if (hearWebhook) {
    app.post('/api/webhooks/cloudflare', async (c) => {
      await hearWebhook(await c.req.text(), c.req.header('webhook-signature') ?? null)
      return c.body(null, 204)
    })
  }

  app.use(async (c, next) => {
    c.set('account', await rooms.identity.accountFor(c.req.raw.headers))
    await next()
  })

  app.use('/api/v1/*', async (c, next) => {
    const isWrite = !safeMethods.has(c.req.method)
    if (isWrite && isRoute(c) && !openWrites.test(c.req.path)) requireAccount(c.var.account)
    const isJson = /^application\/json\b/i.test(c.req.header('content-type') ?? '')
    const mayBeImage = isPicture(c.req.method, c.req.path)
    const mayBeJson = !mayBeImage || isPoster(c.req.path)
    const isTaken = (mayBeJson && isJson) || (mayBeImage && isImage(c.req.header('content-type')))
    if (isWrite && hasBody(c.env.incoming) && !isTaken) throw new Refusal('request.wrong_type')
    await next()
    if (!c.res.headers.has('Cache-Control')) c.header('Cache-Control', 'no-store')
  })
  app.all('/api/auth/*', async (c) => {
    const answer = await rooms.identity.openRoute(c.req.raw, { address: c.var.address })
    if (!answer) throw new Refusal('request.not_found')
    return answer
  })
  app.route('/', createApi(rooms, dialect))
  for (const programs of ['/api/*', '/client/*']) {
    app.all(programs, () => {
      throw new Refusal('request.not_found')
    })
  }

  app.all('*', (c) => {
    if (!SCREEN_METHODS.includes(c.req.method)) throw new Refusal('request.wrong_method')
    if (c.req.method === 'POST' && hasBody(c.env.incoming) && !isForm(c.req.header('content-type')))
      throw new Refusal('request.wrong_type')
    return screens.answer(c.req.raw, c.var)
  })

  app.onError((error, c) => {
    const thrown = error instanceof HTTPException ? refusalOf(error) : error
    const answered = answerFor(thrown, c.var.requestId)
    if (answered.isFault && !hasLeft(c)) {
      const path = loggablePath(c.req.path)
      log.error({ err: thrown, requestId: c.var.requestId, method: c.req.method, path }, 'request failed')
    }
    if (isDialectPath(c.req.path)) return unsuccessful(answered)
    if (c.req.path.startsWith('/api/')) return problemResponse(answered)
    return screens.answerFault(c.req.raw, c.var, answered)
  })
  return app
}

/** Writes of people without an account; all others ask for it before anything is read. */
const openWrites = /^\/api\/v1\/(accounts|episodes\/[^/]+\/views)$/

/** Whether anything but the handlers of every address answers here. */
function isRoute(c: Context<HttpEnv>): boolean {
  return matchedRoutes(c).some(({ method }) => method === c.req.method)
}

/** How much a body may have here. What takes films counts by itself, and refuses more than it was told of. */
function maxBodyBytes(method: string, path: string): number {
  if (path.startsWith('/api/uploads/')) return Number.POSITIVE_INFINITY
  if (isPicture(method, path)) return AVATAR_MAX_BYTES
  // Their screens read what they take, and no more.
  if (method === 'POST' && /^\/(upload|settings|settings\.data|dashboard)$/.test(path)) return Number.POSITIVE_INFINITY
  return BODY_MAX_BYTES
}

function isPicture(method: string, path: string): boolean {
  return method === 'PUT' && (path === '/api/v1/creators/me/avatar' || isPoster(path))
}

/** Where a picture is sent, or a moment to take it from. */
function isPoster(path: string): boolean {
  return /^\/api\/v1\/videos\/[^/]+\/poster$/.test(path)
}

/** As a browser sends it. */
function isForm(type = ''): boolean {
  return /^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(type)
}

/** Whether the client closed the connection before its answer. */
function hasLeft(c: Context<HttpEnv>): boolean {
  return c.env.outgoing.destroyed
}

/** Which of them it is, its bytes say; drawings that are programs are no pictures. */
function isImage(type = ''): boolean {
  return /^(image\/(?!svg)|application\/octet-stream)/i.test(type)
}

function refusalOf(error: HTTPException): Error {
  if (error.status === 413) return new Refusal('request.too_large')
  return error.status < 500 ? new Refusal('request.unreadable') : error
}

/** An upload address is a secret; the log gets its shape. */
function loggablePath(path: string): string {
  return path.startsWith('/api/uploads/') ? '/api/uploads/:key' : path
}
