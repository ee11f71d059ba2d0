import type { Context, MiddlewareHandler, Next } from 'hono'
import { matchedRoutes } from 'hono/route'
import { TDM_RESERVATION, tdmReservation } from '#creators/training-reservation.ts'
import { newId } from '#platform/ids.server.ts'
import type { Log } from '#platform/log.server.ts'
import { withSpan } from '#platform/tracing.ts'
import type { ObserveRequest } from '../metrics/request-metrics.ts'
import { callerIp } from './caller-ip.ts'
import { METRICS_PATH } from './metrics-endpoint.server.ts'
import { ownOrigin, type Site } from './origin.ts'
import { type HttpEnv, isDisconnected } from './request-context.ts'
import type { Screens } from './screens.server.ts'

/** The status commonly logged for a client that did not wait for its response. */
const CLIENT_CLOSED_REQUEST = 499
export const UPLOAD_PATH = '/api/uploads/:key'
export const FOLLOWING_FEED_PATH = '/feeds/following/:file'

interface IdentifyParts {
  site: Site & { trustedProxies: number }
  screens: Screens
  /** Counts each request with its answer. */
  observeRequest: ObserveRequest
  log: Log
}

/** Gives each request its id, origin and address, and logs and counts it with its response. */
export function identifyRequests({ site, log, screens, observeRequest }: IdentifyParts): MiddlewareHandler<HttpEnv> {
  const isSecure = site.publicUrl.startsWith('https:')
  const answer = async (c: Context<HttpEnv>, next: Next): Promise<void> => {
    const startedAt = performance.now()
    const requestId = newId()
    c.set('requestId', requestId)
    c.set('origin', ownOrigin(c.req.url, site))
    c.set(
      'ip',
      callerIp(c.env.incoming?.socket.remoteAddress, c.req.header('x-forwarded-for') ?? null, site.trustedProxies),
    )
    await next()
    c.header('X-Request-Id', requestId)
    c.header('X-Content-Type-Options', 'nosniff')
    if (isPageOrFile(c.req.path) && !c.res.headers.has(TDM_RESERVATION)) c.header(TDM_RESERVATION, tdmReservation(true))
    if (isSecure) c.header('Strict-Transport-Security', 'max-age=31536000')
    const elapsedMs = performance.now() - startedAt
    const ms = Math.round(elapsedMs)
    const path = loggablePath(c.req.path)
    const status = isDisconnected(c) ? CLIENT_CLOSED_REQUEST : c.res.status
    log.info({ requestId, method: c.req.method, path, status, ms }, 'request')
    const route = c.var.route ?? routePattern(c) ?? screens.patternOf(c.req.path)
    observeRequest({ method: c.req.method, route, status, seconds: elapsedMs / 1000 })
    c.set('route', route)
  }
  return (c, next) => (untracedPaths.has(c.req.path) ? answer(c, next) : traceRequest(c, () => answer(c, next)))
}

/** Programs ask for them every few seconds. */
const untracedPaths: ReadonlySet<string> = new Set(['/healthz', '/readyz', METRICS_PATH])

/** Begins a trace, whatever the caller says: strangers choose neither its id nor whether it is stored. */
async function traceRequest(c: Context<HttpEnv>, answer: () => Promise<void>): Promise<void> {
  const { method } = c.req
  await withSpan({ name: 'request', kind: 'request' }, async (span) => {
    await answer()
    span.updateName(`${method} ${c.var.route}`)
    span.setAttributes({
      'http.request.method': method,
      'http.route': c.var.route ?? '',
      'http.response.status_code': c.res.status,
    })
  })
}

/** Routes of everything, which say nothing about a request. */
const middlewarePaths: ReadonlySet<string> = new Set(['/*', '/api/v1/*', METRICS_PATH])

/** The pattern of the route that answered; null where a screen or a shared page did. */
function routePattern(c: Context<HttpEnv>): string | null {
  const method = c.req.method === 'HEAD' ? 'GET' : c.req.method
  const routes = matchedRoutes(c).filter(({ path }) => !middlewarePaths.has(path))
  const answering = routes.find((each) => each.method === method) ?? routes.find((each) => each.method === 'ALL')
  return answering?.path ?? null
}

/** Whether a path is that of a page or a file, and not of an interface for programs. */
function isPageOrFile(path: string): boolean {
  return !/^\/(?:api|client)\//.test(path)
}

/** The URLs of an upload and of the feed of Following are secrets: the log gets their patterns. */
export function loggablePath(path: string): string {
  if (path.startsWith('/feeds/following/')) return FOLLOWING_FEED_PATH
  return path.startsWith('/api/uploads/') ? UPLOAD_PATH : path
}
