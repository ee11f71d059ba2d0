import { sql } from 'kysely'
import { createCatalog } from '#catalog/catalog.server.ts'
import type { TestCatalog } from '#tests/support/test-catalog.server.ts'
import { type Figure, median, percentile } from './figures.ts'

const RUNS = 200
const GOAL_MS = 5

/** Milliseconds. */
export interface UpNextTimes {
  p50: number
  p95: number
}

/** What comes after each of 200 listed episodes, with all that is shown of them. */
export async function measureUpNext(testCatalog: TestCatalog, size: number): Promise<UpNextTimes> {
  const catalog = createCatalog(testCatalog)
  // As after some weeks of plays: every other episode has a share of its own.
  await sql`
    update listed_terms set share = (hashtext(episode_id) & 1023) / 1024.0 where hashtext(episode_id) % 2 = 0
  `.execute(testCatalog.db)
  await sql`vacuum analyze listed_terms`.execute(testCatalog.db)
  const { rows } = await sql<{ id: string }>`
    select 'e' || n * ${size}::int / ${RUNS}::int as id from generate_series(1, ${RUNS}::int) as n
    where exists (select from listed_episodes where episode_id = 'e' || n * ${size}::int / ${RUNS}::int)
  `.execute(testCatalog.db)
  const times: number[] = []
  for (const { id } of rows) {
    const startedAt = performance.now()
    await catalog.episodesAfter(id, null, null)
    times.push(performance.now() - startedAt)
  }
  return { p50: median(times), p95: percentile(times, 95) }
}

export function upNextFigures(few: UpNextTimes, many: UpNextTimes): Figure[] {
  return [
    {
      name: 'up next: p50 at 100000, beside 1000',
      value: many.p50,
      unit: 'ms',
      baseline: { value: few.p50 },
      goal: GOAL_MS,
    },
    { name: '  its p95', value: many.p95, unit: 'ms', baseline: { value: few.p95 } },
  ]
}
