import { sql } from 'kysely'
import type { Trx } from '#platform/database.server.ts'

/**
 * Hides a deactivated account's comments, and takes its likes out of every count. The counts of these episodes are locked;
 * triggers change them.
 */
export async function hideActivityOf(trx: Trx, uid: string): Promise<void> {
  await markComments(trx, uid, true)
  await sql`
    with gone as (delete from likes where uid = ${uid} returning episode_id, uid, liked_at)
    insert into deactivated_likes (episode_id, uid, liked_at) select episode_id, uid, liked_at from gone
  `.execute(trx)
  await sql`
    with gone as (delete from comment_likes where uid = ${uid} returning comment_id, uid, liked_at)
    insert into deactivated_comment_likes (comment_id, uid, liked_at) select comment_id, uid, liked_at from gone
  `.execute(trx)
}

/** Takes that back. Likes that return are no news: no milestone is reached by them. */
export async function showActivityOf(trx: Trx, uid: string): Promise<void> {
  await markComments(trx, uid, false)
  await sql`
    with back as (delete from deactivated_likes where uid = ${uid} returning episode_id, uid, liked_at)
    insert into likes (episode_id, uid, liked_at) select episode_id, uid, liked_at from back
  `.execute(trx)
  await sql`
    with back as (delete from deactivated_comment_likes where uid = ${uid} returning comment_id, uid, liked_at)
    insert into comment_likes (comment_id, uid, liked_at) select comment_id, uid, liked_at from back
  `.execute(trx)
}

async function markComments(trx: Trx, uid: string, isDeactivated: boolean): Promise<void> {
  await sql`
    update comments set author_deactivated = ${isDeactivated}
    where author_uid = ${uid} and author_deactivated <> ${isDeactivated}
  `.execute(trx)
}
