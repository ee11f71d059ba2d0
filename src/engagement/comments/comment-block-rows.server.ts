import { sql } from 'kysely'
import type { Db, Trx } from '#platform/database.server.ts'
import { isForeignKeyViolation } from '../count-rows.server.ts'

interface Block {
  creatorUid: string
  uid: string
}

/** Adds the block; false when there is no such account. Idempotent. */
export async function insertBlock(db: Db, { creatorUid, uid }: Block, blockedAt: Date): Promise<boolean> {
  try {
    await sql`
      insert into comment_blocks (creator_uid, uid, blocked_at) values (${creatorUid}, ${uid}, ${blockedAt})
      on conflict do nothing
    `.execute(db)
    return true
  } catch (error) {
    if (isForeignKeyViolation(error)) return false
    throw error
  }
}

/** Removes the block. Idempotent. */
export async function deleteBlock(db: Db, { creatorUid, uid }: Block): Promise<void> {
  await sql`delete from comment_blocks where creator_uid = ${creatorUid} and uid = ${uid}`.execute(db)
}

export async function isBlocked(db: Db | Trx, { creatorUid, uid }: Block): Promise<boolean> {
  const { rows } = await sql`
    select from comment_blocks where creator_uid = ${creatorUid} and uid = ${uid}
  `.execute(db)
  return rows.length > 0
}

/** The accounts that this creator has blocked, the last one first, each with its newest comment on these episodes. */
export async function blocksBy(
  db: Db,
  creatorUid: string,
  episodeIds: string[],
): Promise<{ uid: string; blockedAt: Date; lastComment: string | null }[]> {
  const { rows } = await sql<{ uid: string; blockedAt: Date; lastComment: string | null }>`
    select uid, blocked_at as "blockedAt", (
      select text from comments
      where author_uid = comment_blocks.uid and not author_deactivated and episode_id = any(${episodeIds}::text[])
      order by created_at desc, id desc limit 1
    ) as "lastComment"
    from comment_blocks where creator_uid = ${creatorUid} order by blocked_at desc, uid
  `.execute(db)
  return rows
}

/** The accounts that this creator has blocked, in the order of the blocks. */
export async function blocksOf(db: Db, creatorUid: string): Promise<{ uid: string; blockedAt: Date }[]> {
  const { rows } = await sql<{ uid: string; blockedAt: Date }>`
    select uid, blocked_at as "blockedAt" from comment_blocks
    where creator_uid = ${creatorUid} order by blocked_at, uid
  `.execute(db)
  return rows
}
