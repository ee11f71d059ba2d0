import { sql } from 'kysely'
import { createEngagement } from '#engagement/engagement.server.ts'
import type { TestCatalog } from '#tests/support/worlds/test-catalog.server.ts'
import { openBenchCatalog } from './bench-catalog.ts'
import { type Figure, median } from './figures.ts'
import { seedEpisodes } from './seed-episodes.ts'

const EPISODES = 2000
const OTHERS = 800
const DAYS = 365
const RUNS = 20
const OVERVIEW_GOAL_MS = 50
const ANALYTICS_GOAL_MS = 100

/** The cost of a dashboard of 2,000 episodes and a year of plays for the database: about a million rows of days. */
export async function measureAnalytics(report: (line: string) => void): Promise<Figure[]> {
  const catalog = await openBenchCatalog()
  report(`making ${EPISODES} episodes and ${DAYS} days of each…`)
  await seedPlayedYear(catalog)
  const engagement = createEngagement(catalog)
  const account = { uid: 'c1' } as Parameters<typeof engagement.analytics.read>[0]
  const [from, to] = ['2026-04-04', '2026-05-01']
  const overview = await timesOf(() => engagement.counts.totalsOf('c1'))
  const days = await timesOf(() => engagement.analytics.read(account, { from, to, compare: true }))
  const year = await timesOf(() => engagement.analytics.read(account, { from: '2025-05-02', to }))
  return [
    { name: 'dashboard, totals of 2,000 episodes: p50', value: overview, unit: 'ms', goal: OVERVIEW_GOAL_MS },
    { name: 'analytics, 28 days and those before: p50', value: days, unit: 'ms', goal: ANALYTICS_GOAL_MS },
    { name: 'analytics, a year: p50', value: year, unit: 'ms' },
  ]
}

async function timesOf(run: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let at = 0; at < RUNS; at++) {
    const startedAt = performance.now()
    await run()
    times.push(performance.now() - startedAt)
  }
  return Math.round(median(times) * 10) / 10
}

/** A year of every episode up to the day of the test clock, stored day by day, as plays do. */
async function seedPlayedYear({ db }: TestCatalog): Promise<void> {
  await seedEpisodes(db, 1, EPISODES + OTHERS)
  await sql`update videos set creator_id = 'c1' where uid in (select 'v' || n from generate_series(1, ${EPISODES}::int) as n)`.execute(
    db,
  )
  await sql`update episodes set creator_id = 'c1' where id in (select 'e' || n from generate_series(1, ${EPISODES}::int) as n)`.execute(
    db,
  )
  await sql`insert into episode_stats (episode_id, views) select id, 36500 from episodes on conflict do nothing`.execute(
    db,
  )
  // The triggers would add up day by day the totals that are added up once here.
  await sql`alter table daily_totals disable trigger user`.execute(db)
  await sql`
    insert into daily_totals (
      episode_id, day, views, watches, measured_watches, watch_ms, visitors, likes, comments, from_explore, from_outside,
      reached_25, reached_50, reached_75, reached_95
    )
    select 'e' || n, date '2026-05-01' - day, 100, 60, 60, 3000000, 50, 3, 1, 70, 30, 50, 40, 30, 20
    from generate_series(${DAYS - 1}::int, 0, -1) as day, generate_series(1, ${EPISODES + OTHERS}::int) as n
  `.execute(db)
  await sql`alter table daily_totals enable trigger user`.execute(db)
  await sql`select rebuild_channel_totals()`.execute(db)
  await sql`
    insert into channel_days (creator_uid, day, visitors, followed)
    select 'c1', date '2026-05-01' - day, 5000, 3 from generate_series(0, ${DAYS - 1}::int) as day
  `.execute(db)
  await sql`vacuum analyze`.execute(db)
}
