import { sql } from 'kysely'
import type { Db } from '#platform/database.server.ts'
import { transact } from '#platform/transact.server.ts'
import type { DayRange } from './analytics.ts'
import { type PlaySource, playSources } from './play-source.ts'
import type { WatchMark } from './watch-report.ts'

/** Sums of daily totals. */
export interface SummedTotals {
  /** Sums of one day or of one episode of the range, or of all days before it. */
  part: 'day' | 'episode' | 'before'
  /** The day or the episode's id; empty for all. */
  key: string
  views: number
  watches: number
  measured: number
  watchMs: number
  visitors: number
  likes: number
  comments: number
  reached: Record<WatchMark, number>
  sources: Record<PlaySource, number>
}

type Row = Omit<SummedTotals, 'reached' | 'sources'> & {
  to25: number
  to50: number
  to75: number
  to95: number
} & Record<PlaySource, number>

const figures = `
  sum(views)::bigint as views, sum(watches) as watches, sum(measured_watches) as measured,
  sum(watch_ms)::bigint as "watchMs", sum(visitors) as visitors, sum(likes)::bigint as likes,
  sum(comments)::bigint as comments, sum(reached_25) as "to25", sum(reached_50) as "to50", sum(reached_75) as "to75",
  sum(reached_95) as "to95"
`
const sums = sql.raw(`${figures}, ${playSources.map((source) => `sum(from_${source}) as ${source}`).join(', ')}`)
/** Where the days before are only compared, their sources are not read. */
const sumsBefore = sql.raw(`${figures}, ${playSources.map(() => '0').join(', ')}`)

/** Sums over these episodes: of each day and each episode of the range, and of all days of the range before, if given. */
export async function sumDailyTotals(
  db: Db,
  episodeIds: string[],
  range: DayRange,
  before: DayRange | null,
): Promise<SummedTotals[]> {
  const ofEpisodes = sql`episode_id = any(${episodeIds}::text[])`
  const ofBefore = sql`
    union all
    select 'before', '', ${sumsBefore} from daily_totals
    where ${ofEpisodes} and day between ${before?.from ?? null}::date and ${before?.to ?? null}::date
    having count(*) > 0
  `
  const read = sql<Row>`
    select case when grouping(day) = 0 then 'day' else 'episode' end as part, coalesce(day::text, episode_id) as key, ${sums}
    from daily_totals where ${ofEpisodes} and day between ${range.from}::date and ${range.to}::date
    group by grouping sets ((day), (episode_id))
    ${before ? ofBefore : sql``}
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
  return rows.map(({ to25, to50, to75, to95, ...row }) => ({
    ...row,
    reached: { 25: to25, 50: to50, 75: to75, 95: to95 },
    sources: row,
  }))
}

/** The most hosts of an answer; views from others are counted only as a whole. */
const HOSTS_MAX = 100

/** Views from outside by host, most first. */
export async function findHosts(
  db: Db,
  episodeIds: string[],
  { from, to }: DayRange,
): Promise<{ host: string; views: number }[]> {
  const { rows } = await sql<{ host: string; views: number }>`
    select host, sum(views) as views from daily_hosts
    where episode_id = any(${episodeIds}::text[]) and day between ${from}::date and ${to}::date
    group by host order by views desc, host limit ${HOSTS_MAX}
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
export async function findCountedDays(db: Db, creatorUid: string, episodeIds: string[]): Promise<DayRange | null> {
  const { rows } = await sql<{ from: string | null; to: string | null }>`
    select min(day)::text as "from", max(day)::text as "to" from (
      (select day from channel_days where creator_uid = ${creatorUid} and ${isCounted})
      union all (select day from support_click_days where creator_id = ${creatorUid})
      union all (select day from daily_totals where episode_id = any(${episodeIds}::text[]))
    ) as counted
  `.execute(db)
  const { from, to } = rows[0] ?? { from: null, to: null }
  return from !== null && to !== null ? { from, to } : null
}
