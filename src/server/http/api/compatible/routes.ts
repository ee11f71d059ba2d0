import { createHash, timingSafeEqual } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import type { Hoshi } from '#app/http/context.ts'
import { Refusal } from '#platform/refusal.ts'
import type { HttpEnv } from '#server/http/request-context.ts'
import { apiRouter } from '../router.ts'
import { type CompatibleApi, ROOT_PATH } from './common.ts'
import { wrongMethod } from './envelope.ts'
import { uploadRoutes } from './uploads.ts'
import { serviceVideoRoutes } from './videos.ts'

/** The supported calls of the hosted service. @see docs/product.md#compatible-api */
export function compatibleRoutes(
  rooms: Pick<Hoshi, 'catalog' | 'engagement' | 'identity'>,
  compatibleApi: CompatibleApi,
) {
  /** @throws Refusal request.token_invalid */
  const authorized: MiddlewareHandler<HttpEnv> = async (c, next) => {
    const [, given = ''] = /^bearer +(\S+)$/i.exec(c.req.header('authorization') ?? '') ?? []
    const isTokenValid = isSame(given, compatibleApi.token.reveal())
    if (!isTokenValid || c.req.param('account') !== compatibleApi.accountId) throw new Refusal('request.token_invalid')
    c.header('Cache-Control', 'no-store')
    // Bodies are always read as JSON: curl labels those of the service's own examples as a form.
    if (c.req.method === 'POST') c.req.raw.headers.set('Content-Type', 'application/json')
    await next()
  }

  const routes = apiRouter()
  routes.use(`${ROOT_PATH}/*`, authorized)
  routes.route('/', uploadRoutes(rooms, compatibleApi))
  routes.route('/', serviceVideoRoutes(rooms, compatibleApi))
  routes.all(ROOT_PATH, (c) => wrongMethod(c, 'GET, HEAD, POST, OPTIONS'))
  routes.all(`${ROOT_PATH}/:uid`, (c) => wrongMethod(c, 'GET, HEAD, POST, DELETE'))
  return routes
}

/** Compares in constant time. */
function isSame(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(expected))
}
