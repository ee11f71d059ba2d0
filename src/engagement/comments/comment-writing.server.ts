import type { Account } from '#identity/account.ts'
import type { Identity } from '#identity/identity.server.ts'
import type { Clock } from '#platform/clock.ts'
import type { Trx } from '#platform/database.server.ts'
import { isPossibleId, newId } from '#platform/ids.server.ts'
import { Refusal } from '#platform/refusal.ts'
import type { Emit } from '#platform/room-events.ts'
import { transact } from '#platform/transact.server.ts'
import { type AdmissionParts, readSiteRules, refuseBlocked, takeSlots, takeText } from '../admission.server.ts'
import type { CountEvents } from '../count-events.server.ts'
import { ensureStatsOf, lockCountsOf } from '../count-rows.server.ts'
import { commentsChanged } from '../engagement-events.ts'
import { COMMENTS_PER_DAY, COMMENTS_PER_MINUTE, type Comment, REPEAT_MINUTES, readComment } from './comment.ts'
import { accessComment, type CommentAccessParts } from './comment-access.server.ts'
import { emitAdded } from './comment-added.server.ts'
import { mayEditComment, mayRemoveComment, maySeeComment } from './comment-permissions.ts'
import type { CommentReading } from './comment-reading.server.ts'
import {
  type CommentRow,
  deleteComment,
  findComment,
  insertComment,
  isRepeated,
  updateText,
} from './comment-rows.server.ts'

export interface CommentWriting {
  /**
   * Writes a comment, or a reply to the comment `parentId`. One with many links is held for the episode's creator, and so
   * are those that the site's policy or its list of words holds.
   * @throws Refusal catalog.episode_not_found, engagement.comments_closed (403),
   *   engagement.comments_closed_everywhere (403), engagement.comments_blocked (403),
   *   engagement.comment_not_found (the parent), engagement.reply_to_reply, engagement.comment_required,
   *   engagement.comment_invalid, creators.word_refused, engagement.comment_repeated (409),
   *   engagement.too_many_comments, engagement.too_many_comments_today
   */
  write(account: Account, episodeId: string, text: string, parentId?: string | null): Promise<Comment>
  /**
   * Changes the text, which is checked again and counts like a new comment, and marks the comment as edited.
   * @throws Refusal engagement.comment_not_found, engagement.author_only (403), engagement.comments_closed,
   *   engagement.comments_closed_everywhere, engagement.comments_blocked, engagement.comment_required,
   *   engagement.comment_invalid, creators.word_refused, engagement.comment_repeated (409),
   *   engagement.too_many_comments, engagement.too_many_comments_today
   */
  edit(account: Account, id: string, text: string): Promise<Comment>
  /** Removes a comment with its replies. @throws Refusal engagement.comment_not_found, engagement.comment_not_yours */
  remove(account: Account, id: string): Promise<void>
}

export interface CommentWritingParts extends CommentAccessParts, AdmissionParts {
  clock: Clock
  identity: Pick<Identity, 'lockAgainstRemoval'>
  countEvents: CountEvents
  emit: Emit
  reading: Pick<CommentReading, 'find'>
}

/** Keys of a person's limits. */
export function commentLimitKeys(uid: string): [minute: string, day: string] {
  return [`comments:${uid}`, `comments-day:${uid}`]
}

export function createCommentWriting(parts: CommentWritingParts): CommentWriting {
  const { db, clock, catalog, identity, countEvents, emit, reading, words } = parts

  /** Puts a held comment into the queue for its word. */
  async function queueFor(trx: Trx, id: string, word: string | null): Promise<void> {
    if (word !== null) await words.queue(trx, { kind: 'comment', id }, word)
  }

  async function refuseRepeated(trx: Trx, comment: { id: string; authorUid: string; text: string }): Promise<void> {
    const since = new Date(clock.now().getTime() - REPEAT_MINUTES * 60_000)
    if (await isRepeated(trx, comment, since)) throw new Refusal('engagement.comment_repeated', { field: 'text' })
  }

  return {
    async write(account, episodeId, raw, parentId = null) {
      const { uid } = account
      const rules = await catalog.commentRulesOf(episodeId, account)
      if (!rules?.isVisible) throw new Refusal('catalog.episode_not_found')
      if (!rules.isOpen) throw new Refusal('engagement.comments_closed')
      const site = await readSiteRules(parts)
      const id = newId()
      if (!(await ensureStatsOf(db, episodeId))) throw new Refusal('catalog.episode_not_found')
      await transact(
        db,
        async (trx) => {
          await identity.lockAgainstRemoval(trx, uid)
          if (!(await lockCountsOf(trx, episodeId))) throw new Refusal('catalog.episode_not_found')
          await refuseBlocked(trx, { creatorUid: rules.creatorId, uid })
          const parent = parentId === null ? null : await findParent(trx, parentId, { episodeId, ...rules }, account)
          const text = readComment(raw)
          const { held, word } = takeText(text, { isCreator: uid === rules.creatorId, ...site })
          // Locks the person's keys until the end, so that a concurrent comment is seen below. Refusals take no slot.
          await takeSlots(trx, slotsOf(uid))
          await refuseRepeated(trx, { id, authorUid: uid, text })
          const comment = { id, episodeId, authorUid: uid, parentId, text, held, createdAt: clock.now() }
          await insertComment(trx, comment, parent)
          await emitAdded(emit, trx, { id, episode_id: episodeId, author_uid: uid, parent_id: parentId, held })
          await queueFor(trx, id, word)
        },
        { isolationLevel: 'read committed' },
      )
      countEvents.changed(episodeId)
      return reading.find(id, account)
    },

    async edit(account, id, raw) {
      const { row, facts, isOpen, isVisible } = await accessComment(parts, id, account)
      if (!isVisible) throw new Refusal('engagement.comment_not_found')
      if (!mayEditComment(facts, account)) throw new Refusal('engagement.author_only')
      if (!isOpen) throw new Refusal('engagement.comments_closed')
      const site = await readSiteRules(parts)
      await transact(
        db,
        async (trx) => {
          await identity.lockAgainstRemoval(trx, account.uid)
          const isThere = await lockCountsOf(trx, row.episode_id)
          if (!isThere) throw new Refusal('engagement.comment_not_found')
          await refuseBlocked(trx, { creatorUid: facts.creatorId, uid: account.uid })
          const text = readComment(raw)
          const current = await findComment(trx, id)
          if (!current) throw new Refusal('engagement.comment_not_found')
          if (current.text === text) return
          const { held, word } = takeText(text, { isCreator: account.uid === facts.creatorId, ...site })
          // As for a new comment: locks the person's keys until the end, and a refusal takes no slot.
          await takeSlots(trx, slotsOf(account.uid))
          await refuseRepeated(trx, { id, authorUid: account.uid, text })
          await updateText(trx, id, { text, held, editedAt: clock.now() })
          if (current.held !== held) {
            await emitAdded(emit, trx, { ...current, held })
            await emit(trx, commentsChanged, { id, isWaiting: held && !current.hidden })
          }
          if (!current.hidden) await queueFor(trx, id, word)
        },
        { isolationLevel: 'read committed' },
      )
      countEvents.changed(row.episode_id)
      return reading.find(id, account)
    },

    async remove(account, id) {
      const { row, facts, isVisible } = await accessComment(parts, id, account)
      if (!mayRemoveComment(facts, account)) {
        throw new Refusal(isVisible ? 'engagement.comment_not_yours' : 'engagement.comment_not_found')
      }
      await transact(
        db,
        async (trx) => {
          if (!(await lockCountsOf(trx, row.episode_id))) return
          await emit(trx, commentsChanged, { id, isWaiting: false })
          await deleteComment(trx, id)
        },
        { isolationLevel: 'read committed' },
      )
      countEvents.changed(row.episode_id)
    },
  }
}

function slotsOf(uid: string) {
  const [minute, day] = commentLimitKeys(uid)
  return [
    {
      key: day,
      count: COMMENTS_PER_DAY,
      windowSeconds: 86_400,
      refusal: 'engagement.too_many_comments_today' as const,
    },
    { key: minute, count: COMMENTS_PER_MINUTE, windowSeconds: 60, refusal: 'engagement.too_many_comments' as const },
  ]
}

async function findParent(
  trx: Trx,
  id: string,
  { episodeId, creatorId }: { episodeId: string; creatorId: string },
  account: Account,
): Promise<CommentRow> {
  const row = isPossibleId(id) ? await findComment(trx, id) : undefined
  const isSeen =
    row?.episode_id === episodeId &&
    maySeeComment({ ...row, authorUid: row.author_uid, creatorId, parent: null }, account)
  if (!isSeen) throw new Refusal('engagement.comment_not_found', { field: 'parentId' })
  if (row.parent_id !== null) throw new Refusal('engagement.reply_to_reply', { field: 'parentId' })
  return row
}
