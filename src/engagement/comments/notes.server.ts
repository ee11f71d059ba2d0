import type { Account } from '#identity/account.ts'
import type { Clock } from '#platform/clock.ts'
import { isPossibleId } from '#platform/ids.server.ts'
import { Refusal } from '#platform/refusal.ts'
import { transact } from '#platform/transact.server.ts'
import { accessVisibleComment, type CommentAccessParts } from './comment-access.server.ts'
import { lockComment } from './comment-lock.server.ts'
import { mayArrangeComments } from './comment-permissions.ts'
import { type CommentRow, countPinnedOnPicture, findComment, setPinnedOnPicture } from './comment-rows.server.ts'
import { type CommentViewParts, toAuthor } from './comment-view.server.ts'
import type { Comments } from './comments.server.ts'
import { createMutedAccounts, type MutedAccounts } from './muted-accounts.server.ts'
import { type Note, type NoteList, PINNED_NOTES_MAX } from './note.ts'
import { countPublicNotes, notesWithin } from './note-list-rows.server.ts'
import { asNote } from './note-refusals.server.ts'

/** Timed notes: the comments on the picture, with the refusals that their own routes have. */
export interface Notes extends MutedAccounts {
  /**
   * The notes from frame `from` to frame `to`, both included; of the whole episode by default. At most `NOTES_MAX`,
   * spread over the range, without those of accounts that the viewer muted.
   * @param range with `authors`: only their notes, and the viewer's own
   * @throws Refusal catalog.episode_not_found
   */
  on(
    episodeId: string,
    viewer: Account | null,
    range?: { from?: number; to?: number; authors?: string[] },
  ): Promise<NoteList>
  /** A note as this viewer may see it. @throws Refusal engagement.note_not_found */
  find(id: string, viewer: Account | null): Promise<Note>
  /** Number of notes that everybody sees, at most `NOTES_MAX`, for their place on a page. Does not check access. */
  countOf(episodeId: string): Promise<number>
  /** Writes a comment on the picture. @throws Refusal those of `Comments.write` for one on the picture */
  write(account: Account, episodeId: string, note: { text: string; frame: number }): Promise<Note>
  /** For its author, the episode's creator and admins. @throws Refusal engagement.note_not_found, engagement.note_not_yours */
  remove(account: Account, id: string): Promise<void>
  /**
   * Hides a note from all but its author and the episode's creator, or shows it; showing also lets a held one through. For
   * the episode's creator.
   * @throws Refusal engagement.note_not_found, engagement.note_creator_only (403),
   *   engagement.note_hidden_by_moderator (403)
   */
  hide(account: Account, id: string, hidden: boolean): Promise<Note>
  /**
   * Gives a note a first place on the picture, or takes that back. For the episode's creator.
   * @throws Refusal engagement.note_not_found, engagement.note_creator_only (403),
   *   engagement.note_not_pinnable (409: hidden or held), engagement.too_many_pinned_notes (409)
   */
  pin(account: Account, id: string, pinned: boolean): Promise<Note>
}

export interface NotesParts extends CommentAccessParts, CommentViewParts {
  clock: Clock
  comments: Pick<Comments, 'write' | 'remove' | 'hide'>
}

/** Notes backed by the comments of an episode, and the table `muted_accounts`. */
export function createNotes(parts: NotesParts): Notes {
  const { db, catalog, creators, comments } = parts

  /** The notes as readers get them, in the same order. */
  async function toNotes(rows: CommentRow[]): Promise<Note[]> {
    const profiles = await creators.findMany([...new Set(rows.map((row) => row.author_uid))])
    return rows.map((row) => ({
      id: row.id,
      text: row.text,
      frame: row.frame!,
      createdAt: row.created_at,
      author: toAuthor(row.author_uid, profiles.get(row.author_uid)),
      hidden: row.hidden,
      pinned: row.pinned_on_picture,
      held: row.held,
    }))
  }

  async function toNote(row: CommentRow): Promise<Note> {
    const [note] = await toNotes([row])
    return note!
  }

  /** @throws Refusal engagement.note_not_found when there is none, or none on the picture */
  async function expectNote(id: string): Promise<CommentRow> {
    const row = isPossibleId(id) ? await findComment(db, id) : undefined
    if (!row?.on_picture) throw new Refusal('engagement.note_not_found')
    return row
  }

  async function find(id: string, viewer: Account | null): Promise<Note> {
    const { row } = await asNote(accessVisibleComment(parts, id, viewer))
    if (!row.on_picture) throw new Refusal('engagement.note_not_found')
    return toNote(row)
  }

  return {
    ...createMutedAccounts(parts),
    find,
    countOf: (episodeId) => countPublicNotes(db, episodeId),

    async on(episodeId, viewer, { from = 0, to, authors } = {}) {
      const rules = await catalog.commentRulesOf(episodeId, viewer)
      if (!rules?.isVisible) throw new Refusal('catalog.episode_not_found')
      const reader = { uid: viewer?.uid ?? null, isCreator: viewer?.uid === rules.creatorId, authors }
      // A shorter video may have replaced the one at whose frame a note was written.
      const last = ((await catalog.frameCountOf(episodeId)) ?? 0) - 1
      const { rows, total } = await notesWithin(db, episodeId, reader, { from, to: Math.min(to ?? last, last) })
      return { notes: await toNotes(rows), total }
    },

    async write(account, episodeId, { text, frame }) {
      const written = await comments.write(account, episodeId, text, { frame, onPicture: true })
      const { id, createdAt, author, hidden, held } = written
      return { id, text: written.text, frame, createdAt, author, hidden, pinned: false, held }
    },

    async remove(account, id) {
      await expectNote(id)
      await asNote(comments.remove(account, id))
    },

    async hide(account, id, hidden) {
      await expectNote(id)
      await asNote(comments.hide(account, id, hidden))
      return find(id, account)
    },

    async pin(account, id, pinned) {
      const { row: known, facts } = await asNote(accessVisibleComment(parts, id, account))
      if (!known.on_picture) throw new Refusal('engagement.note_not_found')
      if (!mayArrangeComments(facts, account)) throw new Refusal('engagement.note_creator_only')
      const changed = await transact(
        db,
        async (trx) => {
          const row = await asNote(lockComment(trx, known))
          if (row.pinned_on_picture === pinned) return row
          if (pinned && (row.hidden || row.held)) throw new Refusal('engagement.note_not_pinnable')
          if (pinned && (await countPinnedOnPicture(trx, row.episode_id)) >= PINNED_NOTES_MAX) {
            throw new Refusal('engagement.too_many_pinned_notes')
          }
          await setPinnedOnPicture(trx, id, pinned)
          return { ...row, pinned_on_picture: pinned }
        },
        { isolationLevel: 'read committed' },
      )
      return toNote(changed)
    },
  }
}
