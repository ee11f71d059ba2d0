import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Episode } from '#catalog/episode.ts'
import { newId } from '#platform/ids.server.ts'
import { queryDatabase } from '#tests/support/data/query-database.server.ts'
import { createTestDatabase } from '#tests/support/data/test-database.server.ts'
import { openTestCatalog, type TestCatalog } from '#tests/support/worlds/test-catalog.server.ts'
import { createTestHoshi } from '#tests/support/worlds/test-hoshi.ts'
import { createEngagement, type Engagement } from './engagement.server.ts'

let room: TestCatalog
let engagement: Engagement

beforeEach(async () => {
  room = await openTestCatalog(await createTestDatabase())
  engagement = createEngagement({ ...room, secret: 'a secret for tests, long enough to be one' })
})

afterEach(() => room.close())

/** The test's clock is at 2026-05-01. */
async function play(episode: Episode, plays: number, { day = '2026-05-01', kind = 'watch' } = {}) {
  await sql`insert into episode_stats (episode_id) values (${episode.id}) on conflict do nothing`.execute(room.db)
  await sql`
    insert into plays (id, episode_id, kind, visitor_hash, visit_id, played_at)
    select ${newId()} || n, ${episode.id}, ${kind}, decode(md5(${newId()} || n), 'hex'), ${newId()} || n,
      ${`${day}T08:00:00.000Z`}::timestamptz
    from generate_series(1, ${plays}::int) as n
  `.execute(room.db)
}

test('episodes that people watch to the end come first; previews add nothing', async () => {
  const [self, watched, previewed] = [
    await room.publish(await room.addCreator()),
    await room.publish(await room.addCreator()),
    await room.publish(await room.addCreator()),
  ]
  await play(watched, 3)
  await play(watched, 40, { day: '2026-01-01' })
  await play(previewed, 50, { kind: 'preview' })
  await sql`update daily_totals set reached_25 = n, reached_50 = n, reached_75 = n, reached_95 = n from (values (30)) as of (n)
    where episode_id = ${watched.id} and day = '2026-01-01'`.execute(room.db)
  await engagement.endedWatches.refresh()
  const found = await room.catalog.upNext.after(self.id, null, null)
  expect(found.map(({ episode }) => episode.id)).toEqual([watched.id, previewed.id])
  expect(await shares(watched, previewed)).toEqual([Math.fround((30 + 5) / (43 + 20)), 0.25])
})

test('an episode that was not watched since yesterday keeps its share', async () => {
  const episode = await room.publish(await room.addCreator())
  await play(episode, 10, { day: '2026-04-30' })
  await engagement.endedWatches.refresh()
  const before = await shares(episode)
  room.clock.set('2026-05-02T00:00:00.000Z')
  await sql`update daily_totals set watches = 90, measured_watches = 90, views = 90`.execute(room.db)
  await engagement.endedWatches.refresh()
  expect(await shares(episode)).toEqual(before)
})

test('a working node checks every fifteen minutes', async () => {
  const site = await createTestHoshi({ worksJobs: true })
  try {
    const query = "select cron from pgboss.schedule where name = 'engagement.ended-watches'"
    expect(await queryDatabase(site.connectionString, query)).toEqual([{ cron: '*/15 * * * *' }])
  } finally {
    await site.close()
  }
})

/** Stored shares of these episodes, in this order. */
async function shares(...episodes: Episode[]): Promise<number[]> {
  const { rows } = await sql<{ id: string; share: number }>`
    select distinct episode_id as id, share from listed_terms
  `.execute(room.db)
  return episodes.map(({ id }) => Math.fround(rows.find((row) => row.id === id)!.share))
}
