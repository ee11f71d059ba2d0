import { type GeneratedAlways, type Selectable, sql } from 'kysely'
import type { Db, Trx } from '#platform/database.server.ts'
import { whileHolding } from './count-rows.server.ts'

interface CommentsTable {
  id: string
  episode_id: string
  author_uid: string
  text: string
  created_at: Date
  day: GeneratedAlways<string>
}

export type CommentRow = Omit<Selectable<CommentsTable>, 'day'>

/** Where a page of comments ended: the last one shown. */
export interface CommentPlace {
  createdAt: Date
  id: string
}

const columns = ['id', 'episode_id', 'author_uid', 'text', 'created_at'] as const

function comments(db: Db) {
  return db.withTables<{ comments: CommentsTable }>()
}

/**
 * Stores a comment; its episode's numbers follow it in the same transaction. False: the episode is gone.
 * @param keepAuthor keeps its author from leaving meanwhile
 */
export async function insertComment(
  db: Db,
  row: CommentRow,
  keepAuthor: (trx: Trx) => Promise<void>,
): Promise<boolean> {
  const insert = (trx: Trx) => comments(trx).insertInto('comments').values(row).returning('id').executeTakeFirst()
  const stored = await whileHolding(db, row.episode_id, insert, keepAuthor)
  return stored !== null
}

export async function findComment(db: Db, id: string): Promise<CommentRow | undefined> {
  return comments(db).selectFrom('comments').select(columns).where('id', '=', id).executeTakeFirst()
}

/** Newest first, after a place when there is one. */
export async function commentRows(
  db: Db,
  episodeId: string,
  { after, limit }: { after: CommentPlace | null; limit: number },
): Promise<CommentRow[]> {
  const all = comments(db).selectFrom('comments').select(columns).where('episode_id', '=', episodeId)
  const following = after
    ? all.where(({ eb, refTuple, tuple }) => eb(refTuple('created_at', 'id'), '<', tuple(after.createdAt, after.id)))
    : all
  return following.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute()
}

/** Everything that one person said, oldest first. */
export async function commentsOf(db: Db, authorUid: string) {
  return comments(db)
    .selectFrom('comments')
    .select(['id', 'episode_id as episodeId', 'text', 'created_at as createdAt'])
    .where('author_uid', '=', authorUid)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** Removes a comment and its part of the numbers; removing it twice is no harm. */
export async function deleteComment(db: Db, row: Pick<CommentRow, 'id' | 'episode_id'>): Promise<void> {
  await whileHolding(db, row.episode_id, (trx) => sql`delete from comments where id = ${row.id}`.execute(trx))
}
