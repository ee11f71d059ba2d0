import { mayHaveProfile } from '#creators/creator-permissions.ts'
import type { Account } from '#identity/account.ts'
import type { Identity } from '#identity/identity.server.ts'
import type { Clock } from '#platform/clock.ts'
import { isPossibleId } from '#platform/ids.server.ts'
import { Refusal } from '#platform/refusal.ts'
import type { Emit } from '#platform/room-events.ts'
import { transact } from '#platform/transact.server.ts'
import type { CountEvents } from '../count-events.server.ts'
import { commentsChanged } from '../engagement-events.ts'
import type { Comment } from './comment.ts'
import { accessVisibleComment, type CommentAccessParts } from './comment-access.server.ts'
import { emitAdded } from './comment-added.server.ts'
import { deleteBlock, insertBlock } from './comment-block-rows.server.ts'
import { setCommentLike } from './comment-like-rows.server.ts'
import { lockComment } from './comment-lock.server.ts'
import { mayArrangeComments } from './comment-permissions.ts'
import type { CommentReading } from './comment-reading.server.ts'
import { type CommentRow, findComment, setHidden, setPinned } from './comment-rows.server.ts'

export interface CommentActions {
  /** Adds or removes a like; a set. @throws Refusal engagement.comment_not_found */
  like(account: Account, id: string, liked: boolean): Promise<{ likes: number; liked: boolean }>
  /**
   * Puts a comment first, in place of the pinned one, or back. For the episode's creator.
   * @throws Refusal engagement.comment_not_found, engagement.episode_creator_only (403),
   *   engagement.comment_not_pinnable (409: a reply, hidden or held)
   */
  pin(account: Account, id: string, pinned: boolean): Promise<Comment>
  /**
   * Hides a comment with its replies from all but its author and the episode's creator, or shows it; showing also lets a
   * held one through. For the episode's creator.
   * @throws Refusal engagement.comment_not_found, engagement.episode_creator_only (403),
   *   engagement.hidden_by_moderator (403)
   */
  hide(account: Account, id: string, hidden: boolean): Promise<Comment>
  /**
   * Blocks an account from commenting on this creator's episodes, or lifts the block. Comments that exist stay.
   * @throws Refusal creators.creators_only (403), engagement.block_self (409), engagement.account_not_found
   */
  block(account: Account, uid: string, blocked: boolean): Promise<void>
}

export interface CommentActionsParts extends CommentAccessParts {
  clock: Clock
  identity: Pick<Identity, 'lockAgainstRemoval'>
  countEvents: CountEvents
  emit: Emit
  reading: Pick<CommentReading, 'find'>
}

export function createCommentActions(parts: CommentActionsParts): CommentActions {
  const { db, clock, identity, countEvents, emit, reading } = parts

  /** @throws Refusal engagement.comment_not_found, engagement.episode_creator_only */
  async function accessToArrange(account: Account, id: string): Promise<CommentRow> {
    const { row, facts } = await accessVisibleComment(parts, id, account)
    if (!mayArrangeComments(facts, account)) throw new Refusal('engagement.episode_creator_only')
    return row
  }

  return {
    async like(account, id, liked) {
      const { row } = await accessVisibleComment(parts, id, account)
      const likes = await transact(
        db,
        async (trx) => {
          await identity.lockAgainstRemoval(trx, account.uid)
          await lockComment(trx, row)
          await setCommentLike(trx, { commentId: id, uid: account.uid }, liked ? clock.now() : null)
          return (await findComment(trx, id))!.likes
        },
        { isolationLevel: 'read committed' },
      )
      return { likes, liked }
    },

    async pin(account, id, pinned) {
      const known = await accessToArrange(account, id)
      await transact(
        db,
        async (trx) => {
          const row = await lockComment(trx, known)
          if (pinned && (row.parent_id !== null || row.hidden || row.held)) {
            throw new Refusal('engagement.comment_not_pinnable')
          }
          await setPinned(trx, row, pinned)
        },
        { isolationLevel: 'read committed' },
      )
      countEvents.changed(known.episode_id)
      return reading.find(id, account)
    },

    async hide(account, id, hidden) {
      const known = await accessToArrange(account, id)
      await transact(
        db,
        async (trx) => {
          const row = await lockComment(trx, known)
          if (row.hidden_by_moderator && !hidden) throw new Refusal('engagement.hidden_by_moderator')
          await setHidden(trx, id, hidden)
          if (row.held && !hidden) await emitAdded(emit, trx, { ...row, held: false })
          await emit(trx, commentsChanged, { id, onPicture: row.on_picture, isWaiting: false })
        },
        { isolationLevel: 'read committed' },
      )
      countEvents.changed(known.episode_id)
      return reading.find(id, account)
    },

    async block(account, uid, blocked) {
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
