import type { Hoshi } from '#app/context.ts'
import { accountRoutes } from './accounts.ts'
import { commentRoutes } from './comments.ts'
import { creatorRoutes } from './creators.ts'
import type { Dialect } from './dialect/account-path.ts'
import { dialectRoutes } from './dialect/dialect.ts'
import { describeDialect, describeRest, documentOf } from './document.ts'
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
  if (dialect) {
    api.route('/', dialectRoutes(rooms, dialect))
    describeDialect(api.openAPIRegistry)
  }
  describeRest(api.openAPIRegistry, rooms.publicUrl)
  api.get('/api/openapi.json', (c) => c.json(documentOf(api, c.var.origin, dialect !== null)))
  return api
}
