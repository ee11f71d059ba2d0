import type { ExtractSchema } from 'hono/types'
import type { bulkEpisodeRoutes } from './bulk-episodes.ts'
import type { commentActionRoutes } from './comment-actions.ts'
import type { commentBlockRoutes } from './comment-blocks.ts'
import type { commentRoutes } from './comments.ts'
import type { episodeRoutes } from './episodes.ts'
import type { followRoutes } from './follows.ts'
import type { frameAnalysisRoutes } from './frame-analysis.ts'
import type { likeRoutes } from './likes.ts'
import type { mutedAccountRoutes } from './muted-accounts.ts'
import type { newVideoRoutes } from './new-videos.ts'
import type { noteRoutes } from './notes.ts'
import type { notificationRoutes } from './notifications.ts'
import type { ownEpisodeRoutes } from './own-episodes.ts'
import type { posterRoutes } from './posters.ts'
import type { replacementRoutes } from './replacements.ts'
import type { seriesRoutes } from './series.ts'
import type { subtitleRoutes } from './subtitles.ts'
import type { videoRoutes } from './videos.ts'

/** The routers whose routes the pages call. */
type Called =
  | typeof bulkEpisodeRoutes
  | typeof commentActionRoutes
  | typeof commentBlockRoutes
  | typeof commentRoutes
  | typeof episodeRoutes
  | typeof followRoutes
  | typeof frameAnalysisRoutes
  | typeof likeRoutes
  | typeof mutedAccountRoutes
  | typeof newVideoRoutes
  | typeof noteRoutes
  | typeof notificationRoutes
  | typeof ownEpisodeRoutes
  | typeof posterRoutes
  | typeof replacementRoutes
  | typeof seriesRoutes
  | typeof subtitleRoutes
  | typeof videoRoutes

declare module '#app/http/api-calls.ts' {
  interface Registered {
    calls: ExtractSchema<ReturnType<Called>>
  }
}
