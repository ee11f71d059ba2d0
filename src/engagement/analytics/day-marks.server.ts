import { sql } from 'kysely'
import type { Db, Trx } from '#platform/database.server.ts'
import { runEach } from '#platform/run-each.ts'
import { deleteDaysBefore } from '../past-days.server.ts'
import { utcDay } from '../utc-day.ts'

/** A counted play, as far as visitors of the day are counted from it. */
export interface VisitorPlay {
  episodeId: string
  creatorUid: string
  playedAt: Date
  /** A hash with the key of the day: 16 bytes, in hexadecimal. */
  dayVisitor: string
}

/** Inserts missing rows of creators and days. Committed before a play locks anything, as the reference locks the profile. */
export async function ensureChannelDays(db: Db | Trx, days: { creatorUid: string; day: string }[]): Promise<void> {
  await sql`
    insert into channel_days (creator_uid, day)
    select creator_uid, day from unnest(
      ${days.map(({ creatorUid }) => creatorUid)}::text[], ${days.map(({ day }) => day)}::date[]
    ) as given (creator_uid, day)
    where exists (select from creators where uid = creator_uid)
    order by creator_uid, day on conflict do nothing
  `.execute(db)
}

/**
 * Counts the visitors of these plays who are new to the episode or to the creator that day. The plays' episodes are locked,
 * and their daily totals exist.
 */
export async function countVisitors(trx: Trx, plays: VisitorPlay[]): Promise<void> {
  if (plays.length === 0) return
  await sql`
    with given as (
      select episode_id, creator_uid, day, decode(visitor, 'hex') as visitor from unnest(
        ${plays.map((play) => play.episodeId)}::text[], ${plays.map((play) => play.creatorUid)}::text[],
        ${plays.map((play) => utcDay(play.playedAt))}::date[], ${plays.map((play) => play.dayVisitor)}::text[]
      ) as given (episode_id, creator_uid, day, visitor)
    ), fresh as (
      insert into episode_visitors (episode_id, day, visitor)
      select distinct episode_id, day, visitor from given order by 1, 2, 3
      on conflict do nothing returning episode_id, day
    ), added as (
      select episode_id, day, count(*) as number from fresh group by episode_id, day
    )
    update daily_totals set visitors = visitors + added.number
    from added where daily_totals.episode_id = added.episode_id and daily_totals.day = added.day
  `.execute(trx)
  // Locks the days in one order, before the visitors that reference them.
  await sql`
    with given as (
      select creator_uid, day, decode(visitor, 'hex') as visitor from unnest(
        ${plays.map((play) => play.creatorUid)}::text[], ${plays.map((play) => utcDay(play.playedAt))}::date[],
        ${plays.map((play) => play.dayVisitor)}::text[]
      ) as given (creator_uid, day, visitor)
    ), held as materialized (
      select creator_uid, day from channel_days
      where (creator_uid, day) in (select creator_uid, day from given) order by creator_uid, day for update
    ), fresh as (
      insert into channel_visitors (creator_uid, day, visitor)
      select distinct creator_uid, day, visitor from given join held using (creator_uid, day) order by 1, 2, 3
      on conflict do nothing returning creator_uid, day
    ), added as (
      select creator_uid, day, count(*) as number from fresh group by creator_uid, day
    )
    update channel_days set visitors = visitors + added.number
    from added where channel_days.creator_uid = added.creator_uid and channel_days.day = added.day
  `.execute(trx)
}

/** A follow that began or ended. */
export interface FollowChange {
  creatorUids: string[]
  /** A hash with the key of the day: 16 bytes, in hexadecimal. */
  follower: string
  isGain: boolean
  at: Date
}

/**
 * Counts a follow or its end, each once per person and day. Locks the creators' days, in their order. Days are missing only
 * where the profiles are locked: the reference would lock them after all else.
 */
export async function countFollowChange(trx: Trx, change: FollowChange): Promise<void> {
  const { follower, isGain } = change
  const day = utcDay(change.at)
  const creatorUids = [...change.creatorUids].sort()
  await ensureChannelDays(
    trx,
    creatorUids.map((creatorUid) => ({ creatorUid, day })),
  )
  await sql`
    with held as materialized (
      select creator_uid from channel_days
      where creator_uid = any(${creatorUids}::text[]) and day = ${day} order by creator_uid for update
    ), fresh as (
      insert into channel_follows (creator_uid, day, follower_hash, is_gain)
      select creator_uid, ${day}::date, decode(${follower}, 'hex'), ${isGain} from held order by 1
      on conflict do nothing returning creator_uid
    )
    update channel_days set
      followed = followed + ${isGain ? 1 : 0}::int, unfollowed = unfollowed + ${isGain ? 0 : 1}::int
    from fresh where channel_days.creator_uid = fresh.creator_uid and day = ${day}
  `.execute(trx)
}

/** Removes the marks of visitors, follows and reports of past days. A day is kept through the next one. */
export async function deletePastMarks(db: Db, now: Date): Promise<void> {
  const yesterday = utcDay(now, -1)
  const tables = ['episode_visitors', 'channel_visitors', 'channel_follows', 'watch_reports'] as const
  await runEach(tables.map((table) => () => deleteDaysBefore(db, table, yesterday)))
}
