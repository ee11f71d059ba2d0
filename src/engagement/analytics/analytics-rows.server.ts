import { sql } from 'kysely'
import type { Db } from '#platform/database.server.ts'
import { transact } from '#platform/transact.server.ts'
import type { DayRange } from './analytics.ts'
import { type PlaySource, playSources } from './play-source.ts'
import type { WatchMark } from './watch-report.ts'

/** Sums of the days of an episode or of all episodes of a creator. */
export interface SummedTotals {
  views: number
  watches: number
  measured: number
  watchMs: number
  /** Visitors of an episode; 0 for several, whose visitors are the same people. */
  visitors: number
  likes: number
  comments: number
  reached: Record<WatchMark, number>
}

/** Sums of one day, with where the plays came from. */
export interface DayTotals extends SummedTotals {
  day: string
  sources: Record<PlaySource, number>
}

/** One episode, or all those of a creator. */
export type Counted = { episodeId: string } | { creatorUid: string }

type Row = Omit<SummedTotals, 'reached'> & { to25: number; to50: number; to75: number; to95: number }

const figures = sql.raw(`
  coalesce(sum(views), 0)::bigint as views, coalesce(sum(watches), 0)::bigint as watches,
  coalesce(sum(measured_watches), 0)::bigint as measured, coalesce(sum(watch_ms), 0)::bigint as "watchMs",
  coalesce(sum(likes), 0)::bigint as likes, coalesce(sum(comments), 0)::bigint as comments,
  coalesce(sum(reached_25), 0)::bigint as "to25", coalesce(sum(reached_50), 0)::bigint as "to50",
  coalesce(sum(reached_75), 0)::bigint as "to75", coalesce(sum(reached_95), 0)::bigint as "to95"
`)
const sources = sql.raw(playSources.map((source) => `sum(from_${source})::bigint as ${source}`).join(', '))

function daysIn(counted: Counted, { from, to }: DayRange) {
  const days = sql`day between ${from}::date and ${to}::date`
  return 'episodeId' in counted
    ? sql`, coalesce(sum(visitors), 0) as visitors from daily_totals where episode_id = ${counted.episodeId} and ${days}`
    : // A day may have several rows, which add up.
      sql`, 0 as visitors from channel_totals where creator_uid = ${counted.creatorUid} and ${days}`
}

/** Sums of each day of a range. Days without anything may be absent. */
export async function sumDays(db: Db, counted: Counted, range: DayRange): Promise<DayTotals[]> {
  const { rows } = await sql<Row & { day: string } & Record<PlaySource, number>>`
    select day::text as day, ${figures}, ${sources} ${daysIn(counted, range)} group by day
  `.execute(db)
  return rows.map((row) => ({ ...totalsOf(row), day: row.day, sources: row }))
}

/** Sums of a range for each of these episodes, by id; one without anything is absent. */
export async function sumEpisodes(db: Db, ids: string[], { from, to }: DayRange): Promise<Map<string, SummedTotals>> {
  const read = sql<Row & { id: string }>`
    select episode_id as id, ${figures}, sum(visitors) as visitors from daily_totals
    where episode_id = any(${ids}::text[]) and day between ${from}::date and ${to}::date group by episode_id
  `
  const { rows } = await transact(
    db,
    async (trx) => {
      // Compiling sums of this size takes longer than adding them up.
      await sql`select set_config('jit', 'off', true)`.execute(trx)
      return read.execute(trx)
    },
    { accessMode: 'read only' },
  )
  return new Map(rows.map((row) => [row.id, totalsOf(row)]))
}

function totalsOf({ to25, to50, to75, to95, ...row }: Row): SummedTotals {
  return { ...row, reached: { 25: to25, 50: to50, 75: to75, 95: to95 } }
}

/** The most hosts of an answer; views from others are counted only as a whole. */
const HOSTS_MAX = 100

export interface HostViews {
  source: 'outside' | 'embed'
  host: string
  views: number
}

/** Views from other sites by host, most first. */
export async function findHosts(db: Db, episodeIds: string[], { from, to }: DayRange): Promise<HostViews[]> {
  const { rows } = await sql<HostViews>`
    select source, host, sum(views) as views from daily_hosts
    where episode_id = any(${episodeIds}::text[]) and day between ${from}::date and ${to}::date
    group by source, host order by views desc, host, source limit ${HOSTS_MAX}
  `.execute(db)
  return rows
}

export interface ChannelDay {
  day: string
  visitors: number
  followed: number
  unfollowed: number
}

export async function findChannelDays(db: Db, creatorUid: string, { from, to }: DayRange): Promise<ChannelDay[]> {
  const { rows } = await sql<ChannelDay>`
    select day::text as day, visitors, followed, unfollowed from channel_days
    where creator_uid = ${creatorUid} and day between ${from}::date and ${to}::date and ${isCounted}
  `.execute(db)
  return rows
}

/** A day is stored before anything is counted on it. */
const isCounted = sql`(visitors > 0 or followed > 0 or unfollowed > 0)`

/** Counted clicks on all of a creator's support links, by day. */
export async function findSupportClicks(
  db: Db,
  creatorUid: string,
  { from, to }: DayRange,
): Promise<Map<string, number>> {
  const { rows } = await sql<{ day: string; clicks: number }>`
    select day::text as day, sum(clicks) as clicks from support_click_days
    where creator_id = ${creatorUid} and day between ${from}::date and ${to}::date group by day
  `.execute(db)
  return new Map(rows.map(({ day, clicks }) => [day, clicks]))
}

/** How often each second of an episode was watched, and by how many watches it could be. */
export async function findRetention(db: Db, episodeId: string): Promise<{ seconds: number[]; watches: number }> {
  const { rows } = await sql<{ seconds: number[] | null; watches: number }>`
    select (select seconds from retention where episode_id = ${episodeId}) as seconds,
      coalesce((select sum(measured_watches) from daily_totals where episode_id = ${episodeId}), 0) as watches
  `.execute(db)
  return { seconds: rows[0]?.seconds ?? [], watches: rows[0]?.watches ?? 0 }
}

/** The first and the last day on which anything was counted; null without any. */
export async function findCountedDays(db: Db, creatorUid: string): Promise<DayRange | null> {
  const { rows } = await sql<{ from: string | null; to: string | null }>`
    select min(day)::text as "from", max(day)::text as "to" from (
      (select day from channel_days where creator_uid = ${creatorUid} and ${isCounted})
      union all (select day from support_click_days where creator_id = ${creatorUid})
      union all (select day from channel_totals where creator_uid = ${creatorUid})
    ) as counted
  `.execute(db)
  const { from, to } = rows[0] ?? { from: null, to: null }
  return from !== null && to !== null ? { from, to } : null
}
