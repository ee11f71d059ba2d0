import type { Catalog } from '#catalog/catalog.server.ts'
import { displayName } from '#creators/creator.ts'
import type { Creators } from '#creators/creators.server.ts'
import type { Account } from '#identity/account.ts'
import type { Identity } from '#identity/identity.server.ts'
import type { Clock } from '#platform/clock.ts'
import type { Db } from '#platform/database.server.ts'
import { isPossibleId, newId } from '#platform/ids.server.ts'
import { createRateLimits } from '#platform/rate-limits.server.ts'
import { Refusal } from '#platform/refusal.ts'
import type { Emit } from '#platform/room-events.ts'
import type { CountEvents } from '../count-events.server.ts'
import { findCounts } from '../count-rows.server.ts'
import { commentAdded } from '../engagement-events.ts'
import {
  COMMENTS_PAGE,
  COMMENTS_PAGE_MAX,
  COMMENTS_PER_MINUTE,
  type Comment,
  type CommentPage,
  readComment,
} from './comment.ts'
import { readCursor, writeCursor } from './comment-cursor.server.ts'
import { mayRemoveComment } from './comment-permissions.ts'
import {
  type CommentRow,
  commentRows,
  deleteComment,
  findComment,
  findComments,
  insertComment,
} from './comment-rows.server.ts'

/** Comments on episodes. */
export interface Comments {
  /**
   * Newest first, at most `limit` (1 to 60) of them.
   * @throws Refusal catalog.episode_not_found, engagement.cursor_invalid
   */
  commentsOn(episodeId: string, viewer: Account | null, page: { cursor?: string; limit?: number }): Promise<CommentPage>
  /**
   * @throws Refusal catalog.episode_not_found, engagement.comment_required, engagement.comment_invalid,
   *   engagement.too_many_comments
   */
  comment(account: Account, episodeId: string, text: string): Promise<Comment>
  /** The given comments by id; unknown ones are absent. */
  findComments(ids: string[]): Promise<Map<string, Comment>>
  /** @throws Refusal engagement.comment_not_found, engagement.comment_not_yours */
  removeComment(account: Account, id: string): Promise<void>
}

export interface CommentsParts {
  db: Db
  clock: Clock
  identity: Pick<Identity, 'lockAgainstRemoval'>
  catalog: Pick<Catalog, 'isVisibleTo' | 'creatorsOf'>
  creators: Pick<Creators, 'findMany'>
  countEvents: CountEvents
  emit: Emit
}

/** Comments backed by the table `comments`. */
export function createComments({ db, clock, identity, catalog, creators, countEvents, emit }: CommentsParts): Comments {
  const limits = createRateLimits(db)

  async function toComments(rows: CommentRow[]): Promise<Comment[]> {
    const profiles = await creators.findMany(rows.map((row) => row.author_uid))
    return rows.map((row) => {
      const profile = profiles.get(row.author_uid)
      const author = { uid: row.author_uid, username: profile ? displayName(profile) : '' }
      return { id: row.id, text: row.text, createdAt: row.created_at, author }
    })
  }

  return {
    async commentsOn(episodeId, viewer, page) {
      if (!(await catalog.isVisibleTo(episodeId, viewer))) throw new Refusal('catalog.episode_not_found')
      const after = page.cursor === undefined ? null : readCursor(page.cursor)
      const limit = Math.min(COMMENTS_PAGE_MAX, Math.max(1, Math.trunc(page.limit ?? COMMENTS_PAGE)))
      const [rows, counts] = await Promise.all([
        commentRows(db, episodeId, { after, limit: limit + 1 }),
        findCounts(db, [episodeId]),
      ])
      const chosen = rows.slice(0, limit)
      const last = chosen.at(-1)
      return {
        comments: await toComments(chosen),
        total: counts.get(episodeId)?.comments ?? 0,
        nextCursor: rows.length > limit && last ? writeCursor({ createdAt: last.created_at, id: last.id }) : null,
      }
    },

    async comment(account, episodeId, raw) {
      if (!(await catalog.isVisibleTo(episodeId, account))) throw new Refusal('catalog.episode_not_found')
      const text = readComment(raw)
      const taken = await limits.take(`comments:${account.uid}`, { count: COMMENTS_PER_MINUTE, windowSeconds: 60 })
      if (!taken.allowed) {
        throw new Refusal('engagement.too_many_comments', { retryAfterSeconds: taken.retryAfterSeconds })
      }
      const row = { id: newId(), episode_id: episodeId, author_uid: account.uid, text, created_at: clock.now() }
      const added = { id: row.id, episodeId, authorUid: account.uid, repliesTo: null }
      const isStored = await insertComment(
        db,
        row,
        (trx) => identity.lockAgainstRemoval(trx, account.uid),
        (trx) => emit(trx, commentAdded, added),
      )
      if (!isStored) throw new Refusal('catalog.episode_not_found')
      countEvents.changed(episodeId)
      const [stored] = await toComments([row])
      return stored!
    },

    async findComments(ids) {
      const found = await toComments(await findComments(db, ids))
      return new Map(found.map((comment) => [comment.id, comment]))
    },

    async removeComment(account, id) {
      const row = isPossibleId(id) ? await findComment(db, id) : undefined
      if (!row) throw new Refusal('engagement.comment_not_found')
      const creatorId = (await catalog.creatorsOf([row.episode_id])).get(row.episode_id)
      if (!mayRemoveComment({ authorUid: row.author_uid, creatorId }, account)) {
        const isVisible = await catalog.isVisibleTo(row.episode_id, account)
        throw new Refusal(isVisible ? 'engagement.comment_not_yours' : 'engagement.comment_not_found')
      }
      await deleteComment(db, row)
      countEvents.changed(row.episode_id)
    },
  }
}
