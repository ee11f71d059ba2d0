import { sql } from 'kysely'
import type { Db, Trx } from '#platform/database.server.ts'

/** Adds or removes the like. The caller holds the lock of the episode's counts; a trigger keeps the comment's number. */
export async function setCommentLike(
  trx: Trx,
  { commentId, uid }: { commentId: string; uid: string },
  likedAt: Date | null,
): Promise<void> {
  if (likedAt) {
    await sql`
      insert into comment_likes (comment_id, uid, liked_at) values (${commentId}, ${uid}, ${likedAt})
      on conflict do nothing
    `.execute(trx)
  } else await sql`delete from comment_likes where comment_id = ${commentId} and uid = ${uid}`.execute(trx)
}

/** The comments among these that this person likes. */
export async function likedComments(db: Db, uid: string, ids: string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select comment_id as id from comment_likes where uid = ${uid} and comment_id = any(${ids}::text[])
  `.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** All comments that this person likes, in the order of the likes. */
export async function commentLikesOf(db: Db, uid: string): Promise<{ commentId: string; likedAt: Date }[]> {
  const { rows } = await sql<{ commentId: string; likedAt: Date }>`
    select comment_id as "commentId", liked_at as "likedAt" from comment_likes
    where uid = ${uid} order by liked_at, comment_id
  `.execute(db)
  return rows
}
