import { sql } from 'kysely'
import { createCatalog } from '#catalog/catalog.server.ts'
import { findEpisodeRow } from '#catalog/episode-rows.server.ts'
import { idsAfter } from '#catalog/up-next-rows.server.ts'
import type { TestCatalog } from '#tests/support/worlds/test-catalog.server.ts'
import { type Figure, median } from './figures.ts'

const RUNS = 200
const GOAL_MS = 5

/** Medians in milliseconds. */
export interface UpNextTimes {
  /** The query that chooses the episodes. */
  query: number
  /** That query with all the data that is shown of the episodes. */
  whole: number
}

/** Times of the episodes that are offered after each of 200 listed ones. */
export async function measureUpNext(testCatalog: TestCatalog, size: number): Promise<UpNextTimes> {
  const { db } = testCatalog
  const catalog = createCatalog(testCatalog)
  // As after some weeks of plays: every other episode has a share of its own.
  await sql`
    update listed_terms set share = (hashtext(episode_id) & 1023) / 1024.0 where hashtext(episode_id) % 2 = 0
  `.execute(db)
  await sql`vacuum analyze listed_terms`.execute(db)
  const { rows } = await sql<{ id: string }>`
    select id from generate_series(1, ${RUNS}::int) as n
    -- One below the rounder numbers, which are adult episodes.
    cross join lateral (select 'e' || n * ${size}::int / ${RUNS}::int - 1 as id) as chosen
    join listed_episodes on episode_id = id
  `.execute(db)
  const queries: number[] = []
  const wholes: number[] = []
  for (const { id } of rows) {
    const episode = (await findEpisodeRow(db, id))!
    queries.push(await timeOf(() => idsAfter(db, episode, [])))
    wholes.push(await timeOf(() => catalog.upNext.after(id, null, null)))
  }
  return { query: median(queries), whole: median(wholes) }
}

export function upNextFigures(few: UpNextTimes, many: UpNextTimes): Figure[] {
  const name = 'up next, p50 at 100000, beside 1000'
  return [
    { name: `${name}: the query`, value: many.query, unit: 'ms', baseline: { value: few.query }, goal: GOAL_MS },
    { name: `${name}: with what is shown`, value: many.whole, unit: 'ms', baseline: { value: few.whole } },
  ]
}

async function timeOf(run: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await run()
  return performance.now() - startedAt
}
