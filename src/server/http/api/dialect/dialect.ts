import { createHash, timingSafeEqual } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import type { Hoshi } from '#app/context.ts'
import { Refusal } from '#platform/refusal.ts'
import type { HttpEnv } from '#server/http/request-facts.ts'
import { apiRouter } from '../router.ts'
import { type Dialect, ROOT } from './account-path.ts'
import { wrongMethod } from './envelope.ts'
import { uploadRoutes } from './uploads.ts'
import { serviceVideoRoutes } from './videos.ts'

/** The calls of the hosted service that work here. @see docs/product.md#dialect */
export function dialectRoutes(rooms: Pick<Hoshi, 'catalog' | 'engagement' | 'identity'>, dialect: Dialect) {
  /** @throws Refusal request.token_invalid */
  const authorized: MiddlewareHandler<HttpEnv> = async (c, next) => {
    const [, given = ''] = /^bearer +(\S+)$/i.exec(c.req.header('authorization') ?? '') ?? []
    const isRight = isSame(given, dialect.token.reveal())
    if (!isRight || c.req.param('account') !== dialect.accountId) throw new Refusal('request.token_invalid')
    c.header('Cache-Control', 'no-store')
    // Bodies are JSON there, whatever they are called: curl calls those of the service's own examples a form.
    if (c.req.method === 'POST') c.req.raw.headers.set('Content-Type', 'application/json')
    await next()
  }

  const routes = apiRouter()
  const root = ROOT.replace('{account}', ':account')
  routes.use(`${root}/*`, authorized)
  routes.route('/', uploadRoutes(rooms, dialect))
  routes.route('/', serviceVideoRoutes(rooms, dialect))
  routes.all(root, (c) => wrongMethod(c, 'GET, HEAD, POST'))
  routes.all(`${root}/:uid`, (c) => wrongMethod(c, 'GET, HEAD, POST, DELETE'))
  return routes
}

/** Compares without telling by its time how much was right. */
function isSame(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(expected))
}
