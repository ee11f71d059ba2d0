import { mayHaveProfile } from '#creators/creator-permissions.ts'
import type { Account } from '#identity/account.ts'
import type { Identity } from '#identity/identity.server.ts'
import type { Clock } from '#platform/clock.ts'
import type { Trx } from '#platform/database.server.ts'
import { isPossibleId } from '#platform/ids.server.ts'
import { Refusal } from '#platform/refusal.ts'
import type { Emit } from '#platform/room-events.ts'
import type { CountEvents } from '../count-events.server.ts'
import { withCountsLock } from '../count-rows.server.ts'
import { commentsChanged } from '../engagement-events.ts'
import type { Comment } from './comment.ts'
import { accessVisibleComment, type CommentAccessParts } from './comment-access.server.ts'
import { emitAdded } from './comment-added.server.ts'
import { deleteBlock, insertBlock } from './comment-block-rows.server.ts'
import { setCommentLike } from './comment-like-rows.server.ts'
import { mayArrangeComments } from './comment-permissions.ts'
import type { CommentReading } from './comment-reading.server.ts'
import { type CommentRow, findComment, setHidden, setPinned } from './comment-rows.server.ts'

export interface CommentActions {
  /** Adds or removes a like; a set. @throws Refusal engagement.comment_not_found */
  likeComment(account: Account, id: string, liked: boolean): Promise<{ likes: number; liked: boolean }>
  /**
   * Puts a comment first, in place of the pinned one, or back. For the episode's creator.
   * @throws Refusal engagement.comment_not_found, engagement.episode_creator_only (403),
   *   engagement.comment_not_pinnable (409: a reply, hidden or held)
   */
  pinComment(account: Account, id: string, pinned: boolean): Promise<Comment>
  /**
   * Hides a comment with its replies from all but its author and the episode's creator, or shows it; showing also lets a
   * held one through. For the episode's creator.
   * @throws Refusal engagement.comment_not_found, engagement.episode_creator_only (403),
   *   engagement.hidden_by_moderator (403)
   */
  hideComment(account: Account, id: string, hidden: boolean): Promise<Comment>
  /**
   * Blocks an account from commenting on this creator's episodes, or lifts the block. Comments that exist stay.
   * @throws Refusal creators.creators_only (403), engagement.block_self (409), engagement.account_not_found
   */
  blockFromCommenting(account: Account, uid: string, blocked: boolean): Promise<void>
}

export interface CommentActionsParts extends CommentAccessParts {
  clock: Clock
  identity: Pick<Identity, 'lockAgainstRemoval'>
  countEvents: CountEvents
  emit: Emit
  reading: Pick<CommentReading, 'findComment'>
}

export function createCommentActions(parts: CommentActionsParts): CommentActions {
  const { db, clock, identity, countEvents, emit, reading } = parts

  /** Changes a comment as the creator of its episode. */
  async function arrange(account: Account, id: string, change: (trx: Trx, row: CommentRow) => Promise<void>) {
    const { row, facts } = await accessVisibleComment(parts, id, account)
    if (!mayArrangeComments(facts, account)) throw new Refusal('engagement.episode_creator_only')
    await withCountsLock(db, row.episode_id, async (trx) => {
      const current = await findComment(trx, id)
      if (!current) throw new Refusal('engagement.comment_not_found')
      await change(trx, current)
    })
    countEvents.changed(row.episode_id)
    return reading.findComment(id, account)
  }

  return {
    async likeComment(account, id, liked) {
      const { row } = await accessVisibleComment(parts, id, account)
      const change = async (trx: Trx) => {
        if (!(await findComment(trx, id))) throw new Refusal('engagement.comment_not_found')
        await setCommentLike(trx, { commentId: id, uid: account.uid }, liked ? clock.now() : null)
        return (await findComment(trx, id))!.likes
      }
      const lockPerson = (trx: Trx) => identity.lockAgainstRemoval(trx, account.uid)
      const likes = await withCountsLock(db, row.episode_id, change, lockPerson)
      if (likes === null) throw new Refusal('engagement.comment_not_found')
      return { likes, liked }
    },

    pinComment: (account, id, pinned) =>
      arrange(account, id, async (trx, row) => {
        if (pinned && (row.parent_id !== null || row.hidden || row.held)) {
          throw new Refusal('engagement.comment_not_pinnable')
        }
        await setPinned(trx, row, pinned)
      }),

    hideComment: (account, id, hidden) =>
      arrange(account, id, async (trx, row) => {
        if (row.hidden_by_moderator && !hidden) throw new Refusal('engagement.hidden_by_moderator')
        await setHidden(trx, id, hidden)
        if (row.held && !hidden) await emitAdded(emit, trx, { ...row, held: false })
        await emit(trx, commentsChanged, { id, isWaiting: false })
      }),

    async blockFromCommenting(account, uid, blocked) {
      if (!mayHaveProfile(account)) throw new Refusal('creators.creators_only')
      if (account.uid === uid) throw new Refusal('engagement.block_self')
      const block = { creatorUid: account.uid, uid }
      if (!blocked) await deleteBlock(db, block)
      else if (!isPossibleId(uid) || !(await insertBlock(db, block, clock.now()))) {
        throw new Refusal('engagement.account_not_found')
      }
    },
  }
}
