import { sql } from 'kysely'
import type { Db, Trx } from '#platform/database.server.ts'
import type { FollowCursor } from './community-cursor.server.ts'

export interface Follow {
  followerUid: string
  creatorUid: string
}

/** Stores a follow and counts it; false when it exists. @throws a foreign key violation when either account is gone */
export async function insertFollow(trx: Trx, { followerUid, creatorUid }: Follow, at: Date): Promise<boolean> {
  const { rows } = await sql`
    insert into follows (follower_uid, creator_uid, followed_at) values (${followerUid}, ${creatorUid}, ${at})
    on conflict do nothing returning 1
  `.execute(trx)
  return rows.length > 0
}

/** Removes a follow, its count, and its place in a notification; false when there is none. */
export async function deleteFollow(trx: Trx, { followerUid, creatorUid }: Follow): Promise<boolean> {
  const { rows } = await sql`
    delete from follows where follower_uid = ${followerUid} and creator_uid = ${creatorUid} returning 1
  `.execute(trx)
  return rows.length > 0
}

/** Names the notification that tells a creator of this follow. */
export async function joinGroup(trx: Trx, { followerUid, creatorUid }: Follow, notificationId: string): Promise<void> {
  await sql`
    update follows set notification_id = ${notificationId}
    where follower_uid = ${followerUid} and creator_uid = ${creatorUid}
  `.execute(trx)
}

/**
 * Removes all follows by and of a person, locked in the order of their key; those by a deactivated account too.
 * @returns whom the person followed
 */
export async function deleteFollowsOf(trx: Trx, uid: string): Promise<string[]> {
  await sql`
    select from follows where follower_uid = ${uid} or creator_uid = ${uid}
    order by follower_uid, creator_uid for update
  `.execute(trx)
  const { rows } = await sql<{ follower: string; creator: string }>`
    delete from follows where follower_uid = ${uid} or creator_uid = ${uid}
    returning follower_uid as follower, creator_uid as creator
  `.execute(trx)
  const deactivated = await sql<{ creator: string }>`
    delete from deactivated_follows where follower_uid = ${uid} returning creator_uid as creator
  `.execute(trx)
  const followed = rows.filter(({ follower }) => follower === uid)
  return [...followed, ...deactivated.rows].map(({ creator }) => creator)
}

/** Numbers of followers by creator; a creator without any may be absent. */
export async function followerCounts(db: Db | Trx, creatorUids: string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ uid: string; followers: number }>`
    select creator_uid as uid, followers from follow_counts where creator_uid = any(${creatorUids}::text[])
  `.execute(db)
  return new Map(rows.map(({ uid, followers }) => [uid, followers]))
}

/** The given creators whom this person follows. */
export async function followedAmong(db: Db, followerUid: string, creatorUids: string[]): Promise<Set<string>> {
  const { rows } = await sql<{ uid: string }>`
    select creator_uid as uid from follows
    where follower_uid = ${followerUid} and creator_uid = any(${creatorUids}::text[])
  `.execute(db)
  return new Set(rows.map(({ uid }) => uid))
}

/** Everyone whom this person follows, unordered. */
export async function allFollowed(db: Db | Trx, followerUid: string): Promise<string[]> {
  const { rows } = await sql<{ uid: string }>`
    select creator_uid as uid from follows where follower_uid = ${followerUid}
  `.execute(db)
  return rows.map(({ uid }) => uid)
}

/** Follows of this person, newest first. */
export async function followRows(
  db: Db,
  followerUid: string,
  { after, limit }: { after: FollowCursor | null; limit: number },
): Promise<FollowCursor[]> {
  const following = after
    ? sql`and (followed_at, creator_uid) < (${after.followedAt}, ${after.creatorUid}::text)`
    : sql``
  const { rows } = await sql<FollowCursor>`
    select followed_at as "followedAt", creator_uid as "creatorUid" from follows
    where follower_uid = ${followerUid} ${following}
    order by followed_at desc, creator_uid desc limit ${limit}
  `.execute(db)
  return rows
}

/** When this person began to follow each creator, oldest first. */
export async function followsOf(db: Db, followerUid: string): Promise<{ creatorId: string; followedAt: Date }[]> {
  const { rows } = await sql<{ creatorId: string; followedAt: Date }>`
    select creator_uid as "creatorId", followed_at as "followedAt" from follows
    where follower_uid = ${followerUid} order by followed_at, creator_uid
  `.execute(db)
  return rows
}

/** A creator's next followers after one of them, and whether each wants notifications of episodes. */
export async function nextFollowers(
  db: Db | Trx,
  creatorUid: string,
  after: string,
  limit: number,
): Promise<{ uid: string; wantsEpisodes: boolean }[]> {
  const { rows } = await sql<{ uid: string; wantsEpisodes: boolean }>`
    select follower_uid as uid, coalesce(settings.episode, true) as "wantsEpisodes"
    from follows left join notification_settings as settings on settings.uid = follower_uid
    where creator_uid = ${creatorUid} and follower_uid > ${after}
    order by follower_uid limit ${limit}
  `.execute(db)
  return rows
}

/** Which of these people follow a creator now and want notifications of episodes. */
export async function recipientsAmong(trx: Trx, creatorUid: string, uids: string[]): Promise<string[]> {
  const { rows } = await sql<{ uid: string }>`
    select follower_uid as uid
    from follows left join notification_settings as settings on settings.uid = follower_uid
    where creator_uid = ${creatorUid} and follower_uid = any(${uids}::text[]) and coalesce(settings.episode, true)
    order by follower_uid
  `.execute(trx)
  return rows.map(({ uid }) => uid)
}
