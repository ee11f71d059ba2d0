import { sql } from 'kysely'
import type { Db, Trx } from '#platform/database.server.ts'
import { transact } from '#platform/transact.server.ts'
import { type PlaySource, playSources } from './analytics/play-source.ts'
import { type WatchMark, watchMarks } from './analytics/watch-report.ts'
import { lockStats } from './count-rows.server.ts'
import { type CountGrowth, GROWTH_DAYS } from './growth.ts'
import { POPULAR_DAYS, POPULAR_MAX_EPISODES, POPULAR_MIN_WATCHES } from './popular-episodes.ts'
import { type Heat, TRENDING_DAYS, TRENDING_MIN_WATCHES } from './trending.ts'
import { utcDay } from './utc-day.ts'

const EPISODES_AT_A_TIME = 500

/**
 * Recent growth of each of these episodes, by id; one without activity is absent. Triggers maintain the days
 * (db/migrations/0011_living_numbers.sql).
 */
export async function findGrowth(db: Db, episodeIds: string[], now: Date): Promise<Map<string, CountGrowth>> {
  // Today is the last of the recent days.
  const recentFrom = utcDay(now, 1 - GROWTH_DAYS)
  const beforeFrom = utcDay(now, 1 - 2 * GROWTH_DAYS)
  const { rows } = await sql<{ id: string } & Parameters<typeof growthOf>[0]>`
    select episode_id as id, ${growthSums(recentFrom)} from daily_totals
    where episode_id = any(${episodeIds}::text[]) and day between ${beforeFrom}::date and ${utcDay(now, 0)}::date
    group by episode_id
  `.execute(db)
  return new Map(rows.map((row) => [row.id, growthOf(row)]))
}

/** Recent growth of all of a creator's episodes together but these. */
export async function findTotalGrowth(db: Db, creatorUid: string, except: string[], now: Date): Promise<CountGrowth> {
  const recentFrom = utcDay(now, 1 - GROWTH_DAYS)
  const beforeFrom = utcDay(now, 1 - 2 * GROWTH_DAYS)
  const { rows } = await sql<Parameters<typeof growthOf>[0]>`
    select ${growthSums(recentFrom)} from (
      select day, views, likes, comments from channel_totals where creator_uid = ${creatorUid}
      union all
      select day, -views, -likes, -comments from daily_totals where episode_id = any(${except}::text[])
    ) as counted
    where day between ${beforeFrom}::date and ${utcDay(now, 0)}::date
  `.execute(db)
  return growthOf(rows[0]!)
}

function growthSums(recentFrom: string) {
  const sum = (count: keyof CountGrowth) => sql`
    coalesce(sum(${sql.ref(count)}) filter (where day >= ${recentFrom}::date), 0)::bigint as ${sql.ref(count)},
    coalesce(sum(${sql.ref(count)}) filter (where day < ${recentFrom}::date), 0)::bigint as ${sql.ref(`${count}Before`)}
  `
  return sql.join([sum('views'), sum('likes'), sum('comments')])
}

function growthOf(sums: Record<keyof CountGrowth | `${keyof CountGrowth}Before`, number>): CountGrowth {
  return {
    views: { recent: sums.views, before: sums.viewsBefore },
    likes: { recent: sums.likes, before: sums.likesBefore },
    comments: { recent: sums.comments, before: sums.commentsBefore },
  }
}

/** Episodes watched enough lately by others than their creators, with today's weight of these watches; hottest first. */
export async function recentHeats(db: Db | Trx, now: Date): Promise<Heat[]> {
  const today = utcDay(now, 0)
  const { rows } = await sql<Heat>`
    select episode_id as id, sum(watches_of_others * (${TRENDING_DAYS}::int - (${today}::date - day)))::bigint as heat
    from daily_totals
    where day between ${utcDay(now, 1 - TRENDING_DAYS)}::date and ${today}::date
    group by episode_id having sum(watches_of_others) >= ${TRENDING_MIN_WATCHES}
    order by heat desc, episode_id
  `.execute(db)
  return rows
}

/** Watches of each of these episodes by others than its creator, in the days that decide what is trending; by id. */
export async function watchesOfOthers(db: Db, episodeIds: string[], now: Date): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; watches: number }>`
    select episode_id as id, sum(watches_of_others)::bigint as watches from daily_totals
    where episode_id = any(${episodeIds}::text[]) and day between ${utcDay(now, 1 - TRENDING_DAYS)}::date and ${utcDay(now, 0)}::date
    group by episode_id
  `.execute(db)
  return new Map(rows.map(({ id, watches }) => [id, watches]))
}

/**
 * Ids of the popular episodes, by recent watches; most watched first. The daily views, which include previews,
 * preselect the episodes whose watches are counted.
 */
export async function mostWatched(db: Db, now: Date): Promise<string[]> {
  const [from, today] = [utcDay(now, 1 - POPULAR_DAYS), utcDay(now, 0)]
  const { rows } = await sql<{ id: string }>`
    with played as (
      select episode_id from daily_totals where day between ${from}::date and ${today}::date
      group by episode_id having sum(views) >= ${POPULAR_MIN_WATCHES}
    )
    select episode_id as id from played
    cross join lateral (
      select count(*) as watches from plays
      where plays.episode_id = played.episode_id and kind = 'watch' and day between ${from}::date and ${today}::date
    ) as watched
    where watches >= ${POPULAR_MIN_WATCHES}
    order by watches desc, episode_id limit ${POPULAR_MAX_EPISODES}
  `.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * Recalculates every day's totals from the stored plays, likes and public comments, and from them those of the creators;
 * safe while these change.
 * For an operator who doubts the totals; not needed in normal operation.
 */
export async function rebuildDailyTotals(db: Db): Promise<void> {
  for (let after = ''; ; ) {
    const { rows } = await sql<{ id: string }>`
      select episode_id as id from episode_stats where episode_id > ${after}
      order by episode_id limit ${EPISODES_AT_A_TIME}
    `.execute(db)
    const last = rows.at(-1)
    if (!last) break
    const ids = rows.map((row) => row.id)
    await transact(db, (trx) => rebuild(trx, ids), { isolationLevel: 'read committed' })
    after = last.id
  }
  await sql`select rebuild_channel_totals()`.execute(db)
}

/** Deletes the days of episodes that are about to go, all at once: one by one each would change the same days of their creator. */
export async function deleteDailyTotals(trx: Trx, episodeIds: string[]): Promise<void> {
  for (let at = 0; at < episodeIds.length; at += EPISODES_AT_A_TIME) {
    const part = episodeIds.slice(at, at + EPISODES_AT_A_TIME)
    await sql`delete from daily_totals where episode_id = any(${part}::text[])`.execute(trx)
  }
}

async function rebuild(trx: Trx, episodeIds: string[]): Promise<void> {
  // A new play, like or comment locks the episode's counts first, so none is added during the rebuild.
  const locked = [...(await lockStats(trx, episodeIds)).keys()]
  // Reports of players and numbers of visitors cannot be derived from other rows, so they stay.
  await sql`
    with made as materialized (
      select episode_id, day, sum(views) as views, sum(of_others) as of_others, sum(watches) as watches, sum(measured) as measured,
        sum(likes) as likes,
        sum(comments) as comments, ${sql.join(playSources.map((source) => sql`sum(${sql.ref(source)}) as ${sql.ref(source)}`))}
      from (
        select episode_id, day, 1 as views, (kind = 'watch' and not is_own)::int as of_others,
          (kind = 'watch')::int as watches, (kind = 'watch' and source is not null)::int as measured, 0 as likes, 0 as comments,
          ${sql.join(playSources.map((source) => sql`(coalesce(source, 'outside') = ${source})::int as ${sql.ref(source)}`))}
        from plays
        union all select episode_id, day, 0, 0, 0, 0, 1, 0, ${noSources} from likes
        union all select episode_id, day, 0, 0, 0, 0, 0, 1, ${noSources} from comments where is_public
      ) as each
      where episode_id = any(${locked}::text[])
      group by episode_id, day
    ), gone as (
      delete from daily_totals where episode_id = any(${locked}::text[])
      and not exists (select from made where (made.episode_id, made.day) = (daily_totals.episode_id, daily_totals.day))
    )
    insert into daily_totals as present (
      episode_id, day, views, watches_of_others, watches, measured_watches, likes, comments, ${sql.join(playSources.map(columnOf))}
    )
    select * from made
    on conflict (episode_id, day) do update set
      views = excluded.views, watches_of_others = excluded.watches_of_others, watches = excluded.watches,
      likes = excluded.likes, comments = excluded.comments,
      measured_watches = excluded.measured_watches,
      ${sql.join(watchMarks.map((mark) => sql`${markOf(mark)} = least(${present(mark)}, excluded.measured_watches)`))},
      ${sql.join(playSources.map((source) => sql`${columnOf(source)} = excluded.${columnOf(source)}`))}
  `.execute(trx)
}

const noSources = sql.raw(playSources.map(() => '0').join(', '))
const columnOf = (source: PlaySource) => sql.ref(`from_${source}`)
const markOf = (mark: WatchMark) => sql.ref(`reached_${mark}`)
const present = (mark: WatchMark) => sql.ref(`present.reached_${mark}`)
