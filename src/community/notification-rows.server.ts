import { sql } from 'kysely'
import type { Db, Trx } from '#platform/database.server.ts'
import { newId } from '#platform/ids.server.ts'
import {
  type DecisionNews,
  defaultSettings,
  type NotificationKind,
  type NotificationSettings,
  type ReviewNews,
} from './notification.ts'

export interface NotificationRow {
  id: string
  position: number
  recipientUid: string
  kind: NotificationKind
  createdAt: Date
  read: boolean
  episodeId: string | null
  commentId: string | null
  count: number
  /** The last follower of a group who still follows. */
  followerUid: string | null
  decision: DecisionNews | null
  subtitleId: string | null
  /** Null for the creator who was offered the text. */
  review: ReviewNews | null
}

/**
 * Columns of a `NotificationRow`, of those that its recipient may see now: comments only while everybody sees them, and
 * for the episode's creator while they are held; subtitles only for their author and, unless they blocked the author, the
 * creator. Those of a deactivated account are hidden.
 */
const visible = sql`
  select item.id, item.position, item.recipient_uid as "recipientUid", item.kind, item.created_at as "createdAt",
    item.read_at is not null as read, item.episode_id as "episodeId", item.comment_id as "commentId", item.count, item.decision,
    item.subtitle_id as "subtitleId", item.review,
    case item.kind when 'follower' then (
      select follower_uid from follows where notification_id = item.id order by followed_at desc limit 1
    ) end as "followerUid"
  from notifications as item left join announced_episodes as announced on announced.episode_id = item.episode_id
  where (item.episode_id is null
    or case item.kind when 'episode' then announced.audience = 'everyone' else announced.audience <> 'owner' end)
  and (item.comment_id is null or exists (
    select from comments where id = item.comment_id
      and not author_deactivated
      and (is_public or held and not hidden and parent_shown and item.recipient_uid = announced.creator_uid)
  ))
  and (item.subtitle_id is null or exists (
    select from subtitles where id = item.subtitle_id and not author_deactivated and case item.recipient_uid
      when announced.creator_uid then author_uid is not null and not exists (
        select from comment_blocks where creator_uid = announced.creator_uid and uid = author_uid
      )
      else author_uid = item.recipient_uid
    end
  ))
`

/** A person's notifications, newest first, before a position if there is one. */
export async function notificationRows(
  db: Db,
  uid: string,
  { before, limit }: { before: number | null; limit: number },
): Promise<NotificationRow[]> {
  const { rows } = await sql<NotificationRow>`
    ${visible} and item.recipient_uid = ${uid} ${before === null ? sql`` : sql`and item.position < ${before}`}
    order by item.position desc limit ${limit}
  `.execute(db)
  return rows
}

/** The last `limit` unread notifications of a person after a position, oldest first. */
export async function unreadRows(db: Db, uid: string, after: number, limit: number): Promise<NotificationRow[]> {
  const { rows } = await sql<NotificationRow>`
    ${visible} and item.recipient_uid = ${uid} and item.read_at is null and item.position > ${after}
    order by item.position desc limit ${limit}
  `.execute(db)
  return rows.reverse()
}

/** How many unread notifications a person has after a position. */
export async function countUnreadAfter(db: Db, uid: string, after: number): Promise<number> {
  const { rows } = await sql<{ unread: number }>`
    select count(*) as unread from (
      ${visible} and item.recipient_uid = ${uid} and item.read_at is null and item.position > ${after}
    ) as unread
  `.execute(db)
  return Number(rows[0]!.unread)
}

/** Notifications of several people, each after a position of their own; at most `limit` for each, oldest first. */
export async function rowsAfter(db: Db, positions: Map<string, number>, limit: number): Promise<NotificationRow[]> {
  if (positions.size === 0) return []
  const { rows } = await sql<NotificationRow>`
    select fresh.* from unnest(${[...positions.keys()]}::text[], ${[...positions.values()]}::bigint[]) as known (uid, position)
    cross join lateral (
      ${visible} and item.recipient_uid = known.uid and item.position > known.position
      order by item.position desc limit ${limit}
    ) as fresh order by fresh.position
  `.execute(db)
  return rows
}

/** Unread notifications and the newest position of each of these people. */
export async function unreadCounts(db: Db, uids: string[]): Promise<Map<string, { unread: number; newest: number }>> {
  const { rows } = await sql<{ uid: string; unread: number; newest: number }>`
    select person.uid, (
      select count(*) from (${visible} and item.recipient_uid = person.uid and item.read_at is null) as unread
    ) as unread, coalesce((
      select position from notifications where recipient_uid = person.uid order by position desc limit 1
    ), 0) as newest
    from unnest(${uids}::text[]) as person (uid)
  `.execute(db)
  return new Map(rows.map(({ uid, unread, newest }) => [uid, { unread, newest }]))
}

/** Position of a person's notification; undefined when there is none. */
export async function positionOf(db: Db, uid: string, id: string): Promise<number | undefined> {
  const { rows } = await sql<{ position: number }>`
    select position from notifications where id = ${id} and recipient_uid = ${uid}
  `.execute(db)
  return rows[0]?.position
}

/** Marks a person's notifications up to a position as read; false when they were already. */
export async function markRead(trx: Trx, uid: string, upTo: number, at: Date): Promise<boolean> {
  const { rows } = await sql`
    with unread as (
      select id from notifications where recipient_uid = ${uid} and read_at is null and position <= ${upTo}
      order by id for update
    )
    update notifications set read_at = ${at} from unread where notifications.id = unread.id returning 1
  `.execute(trx)
  return rows.length > 0
}

/**
 * Makes the order of positions that of the commits: after a position, none before it is still to come, which live streams
 * and digests rely on. Held until the commit. Comes after accounts and before every other lock.
 */
export async function lockPositions(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('community.positions', 2))`.execute(trx)
}

/**
 * Adds a follower to the group that a creator has not read, and moves it to the front. Returns the group, or null when
 * the creator does not want to be notified. The positions are locked.
 */
export async function addToFollowerGroup(trx: Trx, creatorUid: string, at: Date): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    insert into notifications (id, recipient_uid, kind, created_at)
    select ${newId()}, ${creatorUid}, 'follower', ${at}
    where coalesce((select follower from notification_settings where uid = ${creatorUid}), true)
    on conflict (recipient_uid) where kind = 'follower' and read_at is null do update set
      count = notifications.count + 1, created_at = excluded.created_at,
      position = nextval('notification_positions')
    returning id
  `.execute(trx)
  return rows[0]?.id ?? null
}

interface NewNotification {
  recipientUid: string
  kind: 'reply' | 'comment' | 'milestone'
  at: Date
  episodeId: string
  commentId: string | null
  count: number
}

/**
 * Stores a notification, unless its recipient does not want it or was told of the same, or of its comment, before. Returns
 * whether it was stored. The positions are locked.
 */
export async function insertNotification(trx: Trx, added: NewNotification): Promise<boolean> {
  const { rows } = await sql`
    insert into notifications (id, recipient_uid, kind, created_at, comment_id, episode_id, count)
    select ${newId()}, ${added.recipientUid}, ${added.kind}, ${added.at}, ${added.commentId}, ${added.episodeId}, ${added.count}
    where coalesce((
      select case ${added.kind}::text when 'reply' then reply when 'comment' then comment else milestone end
      from notification_settings where uid = ${added.recipientUid}
    ), true)
    and not exists (
      select from notifications where recipient_uid = ${added.recipientUid} and comment_id = ${added.commentId}
    )
    on conflict do nothing returning 1
  `.execute(trx)
  return rows.length > 0
}

/** Stores a notification of a decision, unless its recipient does not want these. The positions are locked. */
export async function insertDecisionNotification(
  trx: Trx,
  { recipientUid, at, decision }: { recipientUid: string; at: Date; decision: DecisionNews },
): Promise<boolean> {
  const { rows } = await sql`
    insert into notifications (id, recipient_uid, kind, created_at, decision)
    select ${newId()}, ${recipientUid}, 'decision', ${at}, ${JSON.stringify(decision)}::jsonb
    where coalesce((select decision from notification_settings where uid = ${recipientUid}), true)
    returning 1
  `.execute(trx)
  return rows.length > 0
}

/** Notifies these people of an episode. Returns those who had no notification of it. The positions are locked. */
export async function insertEpisodeNotifications(
  trx: Trx,
  episodeId: string,
  uids: string[],
  at: Date,
): Promise<string[]> {
  const { rows } = await sql<{ uid: string }>`
    insert into notifications (id, recipient_uid, kind, created_at, episode_id)
    select id, uid, 'episode', ${at}, ${episodeId}
    from unnest(${uids.map(newId)}::text[], ${uids}::text[]) as recipient (id, uid)
    on conflict do nothing returning recipient_uid as uid
  `.execute(trx)
  return rows.map(({ uid }) => uid)
}

/** Removes notifications made before a time. */
export async function deleteNotificationsBefore(db: Db, time: Date): Promise<void> {
  await sql`delete from notifications where created_at < ${time}`.execute(db)
}

/** All of a person's notifications, oldest first, as they are stored. */
export async function notificationsOf(db: Db, uid: string) {
  const { rows } = await sql<Omit<NotificationRow, 'position' | 'recipientUid' | 'followerUid'>>`
    select id, kind, created_at as "createdAt", read_at is not null as read, episode_id as "episodeId",
      comment_id as "commentId", count, decision, subtitle_id as "subtitleId", review
    from notifications where recipient_uid = ${uid} order by position
  `.execute(db)
  return rows
}

const settingColumns = sql`episode, reply, comment, milestone, follower, decision, subtitle, digest`

export async function findSettings(db: Db, uid: string): Promise<NotificationSettings> {
  const { rows } = await sql<NotificationSettings>`
    select ${settingColumns} from notification_settings where uid = ${uid}
  `.execute(db)
  return rows[0] ?? defaultSettings
}

/** Changes the given settings. The account is locked against removal. */
export async function updateSettings(
  trx: Trx,
  uid: string,
  changes: Partial<NotificationSettings>,
): Promise<NotificationSettings> {
  const all = { ...defaultSettings, ...changes }
  const names = Object.keys(changes).filter((name) => name in defaultSettings)
  const written = sql.join([
    sql`uid = excluded.uid`,
    ...names.map((name) => sql`${sql.ref(name)} = ${sql.ref(`excluded.${name}`)}`),
  ])
  const { rows } = await sql<NotificationSettings>`
    insert into notification_settings (uid, episode, reply, comment, milestone, follower, decision, subtitle, digest)
    values (${uid}, ${all.episode}, ${all.reply}, ${all.comment}, ${all.milestone}, ${all.follower}, ${all.decision},
      ${all.subtitle}, ${all.digest})
    on conflict (uid) do update set ${written}
    returning ${settingColumns}
  `.execute(trx)
  return rows[0]!
}

/** Removes a person's notification of a comment, so that there can be another. */
export async function deleteCommentNotification(trx: Trx, uid: string, commentId: string): Promise<void> {
  await sql`delete from notifications where recipient_uid = ${uid} and comment_id = ${commentId}`.execute(trx)
}

/** Recipients of notifications of a comment or of its replies. */
export async function recipientsOfComment(trx: Trx, id: string): Promise<string[]> {
  const { rows } = await sql<{ uid: string }>`
    select distinct recipient_uid as uid from notifications
    where comment_id = ${id} or comment_id in (select id from comments where parent_id = ${id})
  `.execute(trx)
  return rows.map(({ uid }) => uid)
}

/** Recipients of notifications of an episode; null for more than `limit`. */
export async function recipientsOfEpisode(trx: Trx, id: string, limit: number): Promise<string[] | null> {
  const { rows } = await sql<{ uid: string }>`
    select distinct recipient_uid as uid from notifications where episode_id = ${id} limit ${limit + 1}
  `.execute(trx)
  return rows.length > limit ? null : rows.map(({ uid }) => uid)
}
