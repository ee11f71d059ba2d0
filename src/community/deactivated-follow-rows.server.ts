import { sql } from 'kysely'
import type { Db, Trx } from '#platform/database.server.ts'

/** The creators that a deactivated account follows once it is restored, unordered. */
export async function deactivatedFollows(db: Db | Trx, followerUid: string): Promise<string[]> {
  const { rows } = await sql<{ uid: string }>`
    select creator_uid as uid from deactivated_follows where follower_uid = ${followerUid}
  `.execute(db)
  return rows.map(({ uid }) => uid)
}

/** Takes an account's follows out of every count and notification until it is restored. */
export async function setFollowsAside(trx: Trx, followerUid: string): Promise<void> {
  await lockFollowsBy(trx, followerUid)
  await sql`
    with gone as (
      delete from follows where follower_uid = ${followerUid} returning follower_uid, creator_uid, followed_at
    )
    insert into deactivated_follows (follower_uid, creator_uid, followed_at)
    select follower_uid, creator_uid, followed_at from gone
  `.execute(trx)
}

/** Brings them back. They are no news: nobody is notified, and they join no group of followers. */
export async function bringFollowsBack(trx: Trx, followerUid: string): Promise<void> {
  await sql`
    with back as (
      delete from deactivated_follows where follower_uid = ${followerUid} returning follower_uid, creator_uid, followed_at
    )
    insert into follows (follower_uid, creator_uid, followed_at)
    select follower_uid, creator_uid, followed_at from back order by creator_uid
  `.execute(trx)
}

/** Locks the follows by a person, in the order of their key. */
async function lockFollowsBy(trx: Trx, followerUid: string): Promise<void> {
  await sql`select from follows where follower_uid = ${followerUid} order by creator_uid for update`.execute(trx)
}
