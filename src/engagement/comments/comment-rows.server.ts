import { type Generated, type GeneratedAlways, type Selectable, sql } from 'kysely'
import type { Db, Trx } from '#platform/database.server.ts'

/** The columns that code reads or writes; triggers keep the counts. @see db/migrations/0090_comment_threads.sql */
interface CommentsTable {
  id: string
  episode_id: string
  author_uid: string
  parent_id: string | null
  text: string
  created_at: Date
  edited_at: Generated<Date | null>
  hidden: Generated<boolean>
  hidden_by_moderator: Generated<boolean>
  held: Generated<boolean>
  pinned: Generated<boolean>
  /** Number of the frame that it belongs to; null for none. */
  frame: Generated<number | null>
  /** Whether it is shown on the picture, as a timed note. */
  on_picture: Generated<boolean>
  /** Whether the creator chose it to be the first to get a place on the picture. */
  pinned_on_picture: Generated<boolean>
  parent_shown: Generated<boolean>
  /** Its author's account is deactivated: nobody sees it. */
  author_deactivated: Generated<boolean>
  likes: GeneratedAlways<number>
  replies: GeneratedAlways<number>
  is_shown: GeneratedAlways<boolean>
  is_public: GeneratedAlways<boolean>
  score: GeneratedAlways<number>
}

export const commentColumns = [
  'id',
  'episode_id',
  'author_uid',
  'parent_id',
  'text',
  'created_at',
  'edited_at',
  'hidden',
  'hidden_by_moderator',
  'held',
  'pinned',
  'frame',
  'on_picture',
  'pinned_on_picture',
  'likes',
  'replies',
  'score',
] as const

/** A comment that is hidden or held loses its first places. */
const unpinned = { pinned: false, pinned_on_picture: false }

export type CommentRow = Pick<Selectable<CommentsTable>, (typeof commentColumns)[number]>

/** A comment that is being written. */
export interface NewComment {
  id: string
  episodeId: string
  authorUid: string
  /** The comment that it replies to, which must be one of the same episode and no reply. */
  parentId: string | null
  text: string
  frame: number | null
  onPicture: boolean
  held: boolean
  createdAt: Date
}

function commentTable(db: Db | Trx) {
  return db.withTables<{ comments: CommentsTable }>()
}

/** Stores a comment. The caller holds the lock of the episode's counts, and has read the parent under it. */
export async function insertComment(trx: Trx, comment: NewComment, parent: CommentRow | null): Promise<void> {
  await commentTable(trx)
    .insertInto('comments')
    .values({
      id: comment.id,
      episode_id: comment.episodeId,
      author_uid: comment.authorUid,
      parent_id: comment.parentId,
      parent_shown: parent === null || !(parent.hidden || parent.held),
      text: comment.text,
      frame: comment.frame,
      on_picture: comment.onPicture,
      held: comment.held,
      created_at: comment.createdAt,
    })
    .execute()
}

/** Finds a comment; undefined for that of a deactivated account, too. */
export async function findComment(db: Db | Trx, id: string): Promise<CommentRow | undefined> {
  return storedComment(db, id).where('author_deactivated', '=', false).executeTakeFirst()
}

/** Finds a comment, including that of a deactivated account. */
export async function findStoredComment(db: Db | Trx, id: string): Promise<CommentRow | undefined> {
  return storedComment(db, id).executeTakeFirst()
}

function storedComment(db: Db | Trx, id: string) {
  return commentTable(db).selectFrom('comments').select(commentColumns).where('id', '=', id)
}

/** Whether this person wrote or edited the same text since then, in another comment that is not on the picture. */
export async function isRepeated(
  trx: Trx,
  { id, authorUid, text }: Pick<NewComment, 'id' | 'authorUid' | 'text'>,
  since: Date,
): Promise<boolean> {
  const found = await commentTable(trx)
    .selectFrom('comments')
    .select('id')
    .where('author_uid', '=', authorUid)
    .where('text', '=', text)
    .where('id', '<>', id)
    .where('on_picture', '=', false)
    .where(({ eb, or }) => or([eb('created_at', '>', since), eb('edited_at', '>', since)]))
    .executeTakeFirst()
  return found !== undefined
}

/** Whether this person wrote or edited the same text at the same frame since then, in another comment on the picture. */
export async function isRepeatedOnPicture(
  trx: Trx,
  { id, episodeId, authorUid, text, frame }: Pick<NewComment, 'id' | 'episodeId' | 'authorUid' | 'text' | 'frame'>,
  since: Date,
): Promise<boolean> {
  const found = await commentTable(trx)
    .selectFrom('comments')
    .select('id')
    .where('author_uid', '=', authorUid)
    .where(({ eb, or }) => or([eb('created_at', '>', since), eb('edited_at', '>', since)]))
    .where('episode_id', '=', episodeId)
    .where('on_picture', '=', true)
    .where('frame', '=', frame)
    .where('text', '=', text)
    .where('id', '<>', id)
    .executeTakeFirst()
  return found !== undefined
}

export async function updateText(
  trx: Trx,
  id: string,
  { text, held, editedAt }: { text: string; held: boolean; editedAt: Date },
): Promise<void> {
  await commentTable(trx)
    .updateTable('comments')
    .set({ text, held, edited_at: editedAt, ...(held && unpinned) })
    .where('id', '=', id)
    .execute()
}

/** Comments among these that everybody sees or would see if they were not held, unordered. */
export async function publicOrHeldComments(db: Db, ids: string[]): Promise<CommentRow[]> {
  if (ids.length === 0) return []
  return commentTable(db)
    .selectFrom('comments')
    .select(commentColumns)
    .where('id', '=', sql<string>`any(${ids}::text[])`)
    .where(({ and, eb, or }) =>
      or([
        eb('is_public', '=', true),
        and({ held: true, hidden: false, parent_shown: true, author_deactivated: false }),
      ]),
    )
    .execute()
}

/** Hides a comment, which also unpins it, or shows it and lets it through. */
export async function setHidden(trx: Trx, id: string, hidden: boolean): Promise<void> {
  await commentTable(trx)
    .updateTable('comments')
    .set(hidden ? { hidden, ...unpinned } : { hidden, held: false })
    .where('id', '=', id)
    .execute()
}

/** Changes the marks that a moderator sets: hidden, so that the creator cannot show the comment, and held. */
export async function setMarks(
  trx: Trx,
  id: string,
  { hiddenByModerator, hidden, held }: { hiddenByModerator?: boolean; hidden?: boolean; held?: boolean },
): Promise<void> {
  await commentTable(trx)
    .updateTable('comments')
    .set({
      ...(hidden !== undefined && { hidden }),
      ...(hiddenByModerator !== undefined && { hidden_by_moderator: hiddenByModerator }),
      ...(held !== undefined && { held }),
      ...((hidden || held) && unpinned),
    })
    .where('id', '=', id)
    .execute()
}

/** Pins a comment in place of the episode's pinned one, or unpins it. */
export async function setPinned(
  trx: Trx,
  { id, episode_id }: Pick<CommentRow, 'id' | 'episode_id'>,
  pinned: boolean,
): Promise<void> {
  await sql`
    update comments set pinned = false where episode_id = ${episode_id} and pinned and (id = ${id}) <> ${pinned}
  `.execute(trx)
  if (pinned) await sql`update comments set pinned = true where id = ${id} and not pinned`.execute(trx)
}

/** Gives a comment on the picture a first place there, or takes it. */
export async function setPinnedOnPicture(trx: Trx, id: string, pinned: boolean): Promise<void> {
  await commentTable(trx).updateTable('comments').set({ pinned_on_picture: pinned }).where('id', '=', id).execute()
}

/** How many comments have a first place on the picture, those of deactivated accounts included: these may return. */
export async function countPinnedOnPicture(trx: Trx, episodeId: string): Promise<number> {
  const { rows } = await sql<{ number: number }>`
    select count(*)::int as number from comments where episode_id = ${episodeId} and pinned_on_picture
  `.execute(trx)
  return rows[0]!.number
}

/** Removes a comment with its replies. */
export async function deleteComment(trx: Trx, id: string): Promise<void> {
  await sql`delete from comments where id = ${id}`.execute(trx)
}

/** All comments of one person, oldest first. */
export async function commentsOf(db: Db, authorUid: string) {
  return commentTable(db)
    .selectFrom('comments')
    .select(['id', 'episode_id as episodeId', 'parent_id as parentId', 'text', 'created_at as createdAt'])
    .select(['frame', 'on_picture as onPicture', 'edited_at as editedAt', 'likes', 'hidden', 'held'])
    .where('author_uid', '=', authorUid)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}
