import { type GeneratedAlways, type Selectable, sql } from 'kysely'
import type { Db, Trx } from '#platform/database.server.ts'
import { withCountsLock } from '../count-rows.server.ts'

interface CommentsTable {
  id: string
  episode_id: string
  author_uid: string
  text: string
  created_at: Date
  day: GeneratedAlways<string>
}

export type CommentRow = Omit<Selectable<CommentsTable>, 'day'>

/** End of a page of comments: the last one shown. */
export interface CommentCursor {
  createdAt: Date
  id: string
}

const columns = ['id', 'episode_id', 'author_uid', 'text', 'created_at'] as const

function comments(db: Db) {
  return db.withTables<{ comments: CommentsTable }>()
}

/**
 * Stores a comment and updates its episode's counts in the same transaction; false when the episode is gone.
 * @param lockAuthor locks the author's account against removal
 * @param onStored called in the same transaction
 */
export async function insertComment(
  db: Db,
  row: CommentRow,
  lockAuthor: (trx: Trx) => Promise<void>,
  onStored: (trx: Trx) => Promise<void>,
): Promise<boolean> {
  const insert = async (trx: Trx) => {
    await comments(trx).insertInto('comments').values(row).execute()
    await onStored(trx)
    return row.id
  }
  const stored = await withCountsLock(db, row.episode_id, insert, lockAuthor)
  return stored !== null
}

export async function findComment(db: Db, id: string): Promise<CommentRow | undefined> {
  return comments(db).selectFrom('comments').select(columns).where('id', '=', id).executeTakeFirst()
}

/** The given comments, unordered. */
export async function findComments(db: Db, ids: string[]): Promise<CommentRow[]> {
  if (ids.length === 0) return []
  return comments(db)
    .selectFrom('comments')
    .select(columns)
    .where('id', '=', sql<string>`any(${ids}::text[])`)
    .execute()
}

/** Newest first, after the cursor if there is one. */
export async function commentRows(
  db: Db,
  episodeId: string,
  { after, limit }: { after: CommentCursor | null; limit: number },
): Promise<CommentRow[]> {
  const all = comments(db).selectFrom('comments').select(columns).where('episode_id', '=', episodeId)
  const following = after
    ? all.where(({ eb, refTuple, tuple }) => eb(refTuple('created_at', 'id'), '<', tuple(after.createdAt, after.id)))
    : all
  return following.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute()
}

/** All comments of one person, oldest first. */
export async function commentsOf(db: Db, authorUid: string) {
  return comments(db)
    .selectFrom('comments')
    .select(['id', 'episode_id as episodeId', 'text', 'created_at as createdAt'])
    .where('author_uid', '=', authorUid)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** Removes a comment and subtracts it from the counts. Idempotent. */
export async function deleteComment(db: Db, row: Pick<CommentRow, 'id' | 'episode_id'>): Promise<void> {
  await withCountsLock(db, row.episode_id, (trx) => sql`delete from comments where id = ${row.id}`.execute(trx))
}
