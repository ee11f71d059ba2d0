import type { Account } from '#identity/account.ts'
import type { Identity } from '#identity/identity.server.ts'
import type { Clock } from '#platform/clock.ts'
import type { Trx } from '#platform/database.server.ts'
import { isPossibleId, newId } from '#platform/ids.server.ts'
import { Refusal } from '#platform/refusal.ts'
import type { Emit } from '#platform/room-events.ts'
import { transact } from '#platform/transact.server.ts'
import { type AdmissionParts, readSiteRules, refuseBlocked, takeText } from '../admission.server.ts'
import type { CountEvents } from '../count-events.server.ts'
import { ensureStatsOf, lockCountsOf } from '../count-rows.server.ts'
import { commentsChanged } from '../engagement-events.ts'
import { type Comment, readComment } from './comment.ts'
import { accessComment, type CommentAccessParts } from './comment-access.server.ts'
import { emitAdded } from './comment-added.server.ts'
import { countComment } from './comment-limits.server.ts'
import { mayEditComment, mayRemoveComment, maySeeComment } from './comment-permissions.ts'
import type { CommentReading } from './comment-reading.server.ts'
import { type CommentRow, deleteComment, findComment, insertComment, updateText } from './comment-rows.server.ts'
import { readNote } from './note.ts'

/** Where a comment is written: below the episode by default. */
export interface CommentPlace {
  /** The comment that it replies to. */
  parentId?: string | null
  /** Number of the frame that it belongs to, from 0. */
  frame?: number | null
  /** Whether it is shown on the picture, which takes a frame. */
  onPicture?: boolean
}

/**
 * Refusals of a text: engagement.comment_required, engagement.comment_invalid, engagement.comment_repeated (409),
 * engagement.too_many_comments, engagement.too_many_comments_today; on the picture engagement.note_required,
 * engagement.note_invalid, engagement.note_repeated (409), engagement.too_many_notes; creators.word_refused.
 */
export interface CommentWriting {
  /**
   * Writes a comment, or a reply to the comment `parentId`. It can belong to a frame of the film, and with one be shown on the
   * picture: it is a timed note then, which is shorter and has the limits of notes. A comment with many links is held for the
   * episode's creator, and so are those that the site's policy or its list of words holds.
   * @throws Refusal catalog.episode_not_found, engagement.comments_closed (403),
   *   engagement.comments_closed_everywhere (403), engagement.comments_blocked (403),
   *   engagement.comment_not_found (the parent), engagement.reply_to_reply, engagement.frame_required,
   *   engagement.frame_outside, those of the text
   */
  write(account: Account, episodeId: string, text: string, place?: CommentPlace): Promise<Comment>
  /**
   * Changes the text, which is checked again and counts like a new comment, and marks the comment as edited.
   * @throws Refusal engagement.comment_not_found, engagement.author_only (403), engagement.comments_closed,
   *   engagement.comments_closed_everywhere, engagement.comments_blocked, those of the text
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

export function createCommentWriting(parts: CommentWritingParts): CommentWriting {
  const { db, clock, catalog, identity, countEvents, emit, reading, words } = parts

  /** Puts a held comment into the queue for its word. */
  /** A comment that is gone as soon as it is written went with its episode. */
  function refuseDeletedEpisode(error: unknown): never {
    const isGone = error instanceof Refusal && error.code === 'engagement.comment_not_found'
    throw isGone ? new Refusal('catalog.episode_not_found') : error
  }

  async function queueFor(trx: Trx, { id, onPicture }: { id: string; onPicture: boolean }, word: string | null) {
    if (word !== null) await words.queue(trx, { kind: onPicture ? 'note' : 'comment', id }, word)
  }

  return {
    async write(account, episodeId, raw, { parentId = null, frame = null, onPicture = false } = {}) {
      const { uid } = account
      const rules = await catalog.commentRulesOf(episodeId, account)
      if (!rules?.isVisible) throw new Refusal('catalog.episode_not_found')
      if (!rules.isOpen) throw new Refusal('engagement.comments_closed')
      const site = await readSiteRules(parts)
      const frames = frame === null ? null : await catalog.frameCountOf(episodeId)
      const id = newId()
      if (!(await ensureStatsOf(db, episodeId))) throw new Refusal('catalog.episode_not_found')
      await transact(
        db,
        async (trx) => {
          await identity.lockAgainstRemoval(trx, uid)
          if (!(await lockCountsOf(trx, episodeId))) throw new Refusal('catalog.episode_not_found')
          await refuseBlocked(trx, { creatorUid: rules.creatorId, uid })
          const parent = parentId === null ? null : await findParent(trx, parentId, { episodeId, ...rules }, account)
          const text = onPicture ? readNote(raw) : readComment(raw)
          expectFrame({ frame, onPicture }, frames)
          const { held, word } = takeText(text, { isCreator: uid === rules.creatorId, ...site })
          const written = { id, episodeId, authorUid: uid, text, frame, onPicture }
          await countComment(trx, written, clock.now())
          await insertComment(trx, { ...written, parentId, held, createdAt: clock.now() }, parent)
          await emitAdded(emit, trx, {
            id,
            episode_id: episodeId,
            author_uid: uid,
            parent_id: parentId,
            on_picture: onPicture,
            held,
          })
          await queueFor(trx, written, word)
        },
        { isolationLevel: 'read committed' },
      )
      countEvents.changed(episodeId)
      return await reading.find(id, account).catch(refuseDeletedEpisode)
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
          const current = await findComment(trx, id)
          if (!current) throw new Refusal('engagement.comment_not_found')
          const { episode_id: episodeId, frame, on_picture: onPicture } = current
          const text = onPicture ? readNote(raw) : readComment(raw)
          if (current.text === text) return
          const { held, word } = takeText(text, { isCreator: account.uid === facts.creatorId, ...site })
          const written = { id, episodeId, authorUid: account.uid, text, frame, onPicture }
          await countComment(trx, written, clock.now())
          await updateText(trx, id, { text, held, editedAt: clock.now() })
          if (current.held !== held) {
            await emitAdded(emit, trx, { ...current, held })
            await emit(trx, commentsChanged, { id, onPicture, isWaiting: held && !current.hidden })
          }
          if (!current.hidden) await queueFor(trx, written, word)
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
          await emit(trx, commentsChanged, { id, onPicture: row.on_picture, isWaiting: false })
          await deleteComment(trx, id)
        },
        { isolationLevel: 'read committed' },
      )
      countEvents.changed(row.episode_id)
    },
  }
}

/** @throws Refusal engagement.frame_required, engagement.frame_outside */
function expectFrame({ frame, onPicture }: { frame: number | null; onPicture: boolean }, frames: number | null): void {
  if (frame === null) {
    if (onPicture) throw new Refusal('engagement.frame_required', { field: 'frame' })
    return
  }
  const isInside = Number.isInteger(frame) && frame >= 0 && frame < (frames ?? 0)
  if (!isInside) throw new Refusal('engagement.frame_outside', { field: 'frame' })
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
