import type { Account } from '#identity/account.ts'
import { pageSize } from '#platform/cursor.server.ts'
import { Refusal } from '#platform/refusal.ts'
import { findCounts } from '../count-rows.server.ts'
import {
  COMMENTS_PAGE,
  COMMENTS_PAGE_MAX,
  type Comment,
  type CommentExcerpt,
  type CommentPage,
  type CommentSort,
} from './comment.ts'
import { accessVisibleComment, type CommentAccessParts } from './comment-access.server.ts'
import { type CommentCursor, readCommentCursor, writeCommentCursor } from './comment-cursor.server.ts'
import { pinnedRow, replyRows, threadRows } from './comment-list-rows.server.ts'
import { type CommentRow, publicOrHeldComments } from './comment-rows.server.ts'
import { type CommentViewParts, toComments, toExcerpt } from './comment-view.server.ts'

export interface CommentReading {
  /**
   * Comments with their first replies, at most `limit` (1 to 60), the pinned one first. Newest first by default.
   * @throws Refusal catalog.episode_not_found, engagement.cursor_invalid (also for a cursor of the other order)
   */
  on(
    episodeId: string,
    viewer: Account | null,
    page: { sort?: CommentSort; cursor?: string; limit?: number },
  ): Promise<CommentPage>
  /**
   * Replies to a comment, oldest first, at most `limit` (1 to 60).
   * @throws Refusal engagement.comment_not_found, engagement.cursor_invalid
   */
  repliesTo(id: string, viewer: Account | null, page: { cursor?: string; limit?: number }): Promise<CommentPage>
  /** A comment as this viewer may see it. @throws Refusal engagement.comment_not_found */
  find(id: string, viewer: Account | null): Promise<Comment>
  /**
   * Comments that everybody sees, and held ones, which are for the episode's creator only; by id. Others are absent.
   */
  findMany(ids: string[]): Promise<Map<string, CommentExcerpt>>
}

type Parts = CommentAccessParts & CommentViewParts

const commentsPage = { size: COMMENTS_PAGE, maxSize: COMMENTS_PAGE_MAX }

/** Lists of comments, and single ones. */
export function createCommentReading(parts: Parts): CommentReading {
  const { db, catalog } = parts

  return {
    async on(episodeId, viewer, { sort = 'newest', ...page }) {
      const rules = await catalog.commentRulesOf(episodeId, viewer)
      if (!rules?.isVisible) throw new Refusal('catalog.episode_not_found')
      const after = page.cursor === undefined ? null : readCommentCursor(page.cursor, sort)
      const limit = pageSize(page.limit, commentsPage)
      const reader = readerOf(rules.creatorId, viewer)
      // The pinned comment takes a place on the first page.
      const [pinned, counts] = await Promise.all([
        after ? undefined : pinnedRow(db, episodeId),
        findCounts(db, [episodeId]),
      ])
      const first = pinned ? [pinned] : []
      const room = limit - first.length
      const rows = await threadRows(db, episodeId, reader, { sort, after, limit: room + 1 })
      const chosen = [...first, ...rows.slice(0, room)]
      return {
        comments: await toComments(parts, chosen, rules.creatorId, reader),
        total: counts.get(episodeId)?.comments ?? 0,
        nextCursor: rows.length > room ? writeCommentCursor(endOf(rows[room - 1] ?? beforeAll(rows[0]!), sort)) : null,
      }
    },

    async repliesTo(id, viewer, page) {
      const { row, facts } = await accessVisibleComment(parts, id, viewer)
      const after = page.cursor === undefined ? null : readCommentCursor(page.cursor, 'newest')
      const limit = pageSize(page.limit, commentsPage)
      const reader = readerOf(facts.creatorId, viewer)
      const rows = await replyRows(db, [row.id], reader, { after, limit: limit + 1 })
      const chosen = rows.slice(0, limit)
      const last = chosen.at(-1)
      return {
        comments: await toComments(parts, chosen, facts.creatorId, reader),
        total: row.replies,
        nextCursor: rows.length > limit && last ? writeCommentCursor(endOf(last, 'newest')) : null,
      }
    },

    async find(id, viewer) {
      const { row, facts } = await accessVisibleComment(parts, id, viewer)
      const [comment] = await toComments(parts, [row], facts.creatorId, readerOf(facts.creatorId, viewer))
      return comment!
    },

    async findMany(ids) {
      const rows = await publicOrHeldComments(db, ids)
      const profiles = await parts.creators.findMany(rows.map((row) => row.author_uid))
      return new Map(rows.map((row) => [row.id, toExcerpt(row, profiles.get(row.author_uid))]))
    },
  }
}

function readerOf(creatorId: string, viewer: Account | null) {
  return { uid: viewer?.uid ?? null, isCreator: viewer?.uid === creatorId }
}

function endOf({ score, created_at, id }: CommentRow, sort: CommentSort): CommentCursor {
  return { score: sort === 'top' ? score : null, createdAt: created_at, id }
}

/** A place before this row and after all that precede it, when a page has room for the pinned comment only. */
function beforeAll(row: CommentRow): CommentRow {
  return { ...row, created_at: new Date(row.created_at.getTime() + 1) }
}
