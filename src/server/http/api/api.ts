import type { Hoshi } from '#app/context.ts'
import { accountRoutes } from './accounts.ts'
import { commentRoutes } from './comments.ts'
import { creatorRoutes } from './creators.ts'
import type { Dialect } from './dialect/account-path.ts'
import { dialectRoutes } from './dialect/dialect.ts'
import { episodeRoutes } from './episodes.ts'
import { likeRoutes } from './likes.ts'
import { ownAccountRoutes } from './me.ts'
import { ownEpisodeRoutes } from './own-episodes.ts'
import { apiRouter } from './router.ts'
import { videoRoutes } from './videos.ts'

/** Everything under /api/v1, the hosted service's dialect where it is on, and the OpenAPI 3.1 description. */
export function createApi(rooms: Hoshi, dialect: Dialect | null) {
  const api = apiRouter()
  const ofPeople = [accountRoutes, ownAccountRoutes, creatorRoutes]
  const ofEpisodes = [videoRoutes, episodeRoutes, likeRoutes, commentRoutes, ownEpisodeRoutes]
  for (const routes of [...ofPeople, ...ofEpisodes]) api.route('/api/v1', routes(rooms))
  if (dialect) api.route('/', dialectRoutes(rooms, dialect))
  api.get('/api/openapi.json', (c) => {
    const description = api.getOpenAPI31Document({
      openapi: '3.1.0',
      info: {
        title: 'Hoshi',
        version: '1',
        description: 'The public HTTP contract of Hoshi. Errors are problem documents (RFC 9457).',
      },
      servers: [{ url: c.var.origin }],
    })
    return c.json(description)
  })
  return api
}
