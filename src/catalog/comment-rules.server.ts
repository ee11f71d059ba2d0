import type { Account } from '#identity/account.ts'
import type { Db } from '#platform/database.server.ts'
import { isPossibleId } from '#platform/ids.server.ts'
import { maySee } from './episode-permissions.ts'
import { findEpisodeRow } from './episode-rows.server.ts'
import { ownershipOf } from './episode-view.server.ts'

/** The facts that decide who may read and write the comments on an episode. */
export interface CommentRules {
  /** Null for an unknown episode. */
  commentRulesOf(
    episodeId: string,
    viewer: Account | null,
  ): Promise<{
    creatorId: string
    /** Whether its creator allows comments. */
    isOpen: boolean
    /** Whether this viewer may see the episode. */
    isVisible: boolean
  } | null>
}

export function createCommentRules(db: Db): CommentRules {
  return {
    async commentRulesOf(episodeId, viewer) {
      const row = isPossibleId(episodeId) ? await findEpisodeRow(db, episodeId) : undefined
      if (!row) return null
      const isVisible = maySee(ownershipOf(row), viewer)
      return { creatorId: row.creator_id, isOpen: row.comments_open, isVisible }
    },
  }
}
