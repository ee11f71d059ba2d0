import type { ExtractSchema } from 'hono/types'
import type { Hoshi } from '#app/http/context.ts'
import { accountRoutes } from './accounts.ts'
import { adminAccountRoutes } from './admin-accounts.ts'
import { adminAuditRoutes } from './admin-audit.ts'
import { adminInvitationRoutes } from './admin-invitations.ts'
import { adminJobRoutes } from './admin-jobs.ts'
import { adminOverviewRoutes } from './admin-overview.ts'
import { adminSettingsRoutes } from './admin-settings.ts'
import { adminWordRoutes } from './admin-words.ts'
import { analyticsRoutes } from './analytics.ts'
import { appealRoutes } from './appeals.ts'
import { bulkEpisodeRoutes } from './bulk-episodes.ts'
import { commentActionRoutes } from './comment-actions.ts'
import { commentBlockRoutes } from './comment-blocks.ts'
import { commentRoutes } from './comments.ts'
import type { CompatibleApi } from './compatible/common.ts'
import { compatibleRoutes } from './compatible/routes.ts'
import { creatorRoutes } from './creators.ts'
import { creditRoutes } from './credits.ts'
import { describeCompatibleApi, describeOtherRoutes, openApiDocument } from './document.ts'
import { episodeRoutes } from './episodes.ts'
import { followRoutes } from './follows.ts'
import { frameAnalysisRoutes } from './frame-analysis.ts'
import { historyRoutes } from './history.ts'
import { importRoutes } from './imports.ts'
import { libraryRoutes } from './library.ts'
import { likeRoutes } from './likes.ts'
import { streamSettings } from './live-streams.ts'
import { ownAccountRoutes } from './me.ts'
import { moderationDecisionRoutes } from './moderation-decisions.ts'
import { moderationQueueRoutes } from './moderation-queue.ts'
import { mutedAccountRoutes } from './muted-accounts.ts'
import { newVideoRoutes } from './new-videos.ts'
import { noteRoutes } from './notes.ts'
import { notificationRoutes } from './notifications.ts'
import { originalRoutes } from './originals.ts'
import { ownEpisodeRoutes } from './own-episodes.ts'
import { posterRoutes } from './posters.ts'
import { replacementRoutes } from './replacements.ts'
import { reportRoutes } from './reports.ts'
import { apiRouter } from './router.ts'
import { rulesRoutes } from './rules.ts'
import { seriesRoutes } from './series.ts'
import { seriesPosterRoutes } from './series-posters.ts'
import { sessionRoutes } from './sessions.ts'
import { subtitleFontRoutes } from './subtitle-fonts.ts'
import { subtitleRoutes } from './subtitles.ts'
import { supportClickRoutes } from './support-clicks.ts'
import { upNextRoutes } from './up-next.ts'
import { videoRoutes } from './videos.ts'
import { viewRoutes } from './views.ts'

// Tuples: the type of an array would be the one that all its routers have in common, without their routes.
const creatorRouters = [creatorRoutes, followRoutes, supportClickRoutes] as const
const accountRouters = [
  accountRoutes,
  ownAccountRoutes,
  importRoutes,
  sessionRoutes,
  ...creatorRouters,
  notificationRoutes,
] as const
const videoRouters = [newVideoRoutes, videoRoutes, originalRoutes, posterRoutes, frameAnalysisRoutes] as const
const commentRouters = [commentRoutes, commentActionRoutes, commentBlockRoutes] as const
const reactionRouters = [viewRoutes, likeRoutes, ...commentRouters, noteRoutes, mutedAccountRoutes] as const
const seriesRouters = [seriesRoutes, seriesPosterRoutes] as const
const ownRouters = [
  ownEpisodeRoutes,
  bulkEpisodeRoutes,
  historyRoutes,
  libraryRoutes,
  analyticsRoutes,
  creditRoutes,
] as const
const moderationRouters = [
  rulesRoutes,
  reportRoutes,
  moderationQueueRoutes,
  moderationDecisionRoutes,
  appealRoutes,
] as const
const episodeRouters = [
  episodeRoutes,
  replacementRoutes,
  ...reactionRouters,
  upNextRoutes,
  subtitleRoutes,
  subtitleFontRoutes,
  ...seriesRouters,
] as const
const siteRouters = [adminSettingsRoutes, adminInvitationRoutes, adminWordRoutes] as const
const consoleRouters = [adminOverviewRoutes, adminAccountRoutes, adminAuditRoutes, adminJobRoutes] as const
const adminRouters = [...consoleRouters, ...siteRouters, ...moderationRouters] as const
const routers = [...adminRouters, ...accountRouters, ...videoRouters, ...episodeRouters, ...ownRouters] as const

declare module '#app/http/api-calls.ts' {
  interface Registered {
    calls: ExtractSchema<ReturnType<(typeof routers)[number]>>
  }
}

/**
 * Everything under /api/v1, the compatible API where it is on, and the OpenAPI 3.1 description.
 */
export function createApi(rooms: Hoshi, compatibleApi: CompatibleApi | null, streams = streamSettings()) {
  const api = apiRouter()
  for (const routes of routers) api.route('/api/v1', routes(rooms, streams))
  if (compatibleApi) {
    api.route('/', compatibleRoutes(rooms, compatibleApi))
    describeCompatibleApi(api.openAPIRegistry)
  }
  describeOtherRoutes(api.openAPIRegistry, rooms.publicUrl)
  api.get('/api/openapi.json', (c) => c.json(openApiDocument(api, c.var.origin, compatibleApi !== null)))
  return api
}
