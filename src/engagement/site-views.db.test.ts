import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { lastDays } from '#platform/utc-days.ts'
import { createTestDatabase } from '#tests/support/data/test-database.server.ts'
import { openTestCatalog, type TestCatalog } from '#tests/support/worlds/test-catalog.server.ts'
import { createSiteViews, type SiteViews } from './site-views.server.ts'

let room: TestCatalog
let views: SiteViews
let episodes: string[]

beforeEach(async () => {
  room = await openTestCatalog(await createTestDatabase())
  views = createSiteViews(room)
  const creator = await room.addCreator()
  episodes = [(await room.publish(creator)).id, (await room.publish(creator)).id]
  await sql`
    insert into episode_stats (episode_id) select unnest(${episodes}::text[]) on conflict do nothing`.execute(room.db)
})
afterEach(() => room.close())

const count = (episodeId: string, day: string, [watched, previewed]: [number, number]) =>
  sql`
    insert into daily_totals as present (episode_id, day, views, watches)
    values (${episodeId}, ${day}::date, ${watched + previewed}, ${watched})
    on conflict (episode_id, day) do update
      set views = present.views + excluded.views, watches = present.watches + excluded.watches
  `.execute(room.db)

const read = () => views.on(lastDays(room.clock.now(), 3))

test('plays of all episodes are summed by day, previews among them', async () => {
  room.clock.set('2026-05-03T23:00:00Z')
  await count(episodes[0]!, '2026-05-03', [4, 1])
  await count(episodes[1]!, '2026-05-03', [2, 0])
  await count(episodes[1]!, '2026-05-01', [0, 7])
  await count(episodes[1]!, '2026-04-30', [9, 9])
  expect(await read()).toEqual([
    { day: '2026-05-01', views: 7, previews: 7 },
    { day: '2026-05-02', views: 0, previews: 0 },
    { day: '2026-05-03', views: 7, previews: 1 },
  ])
})

test('today is read each time, and past days are held for an hour, or until the next day', async () => {
  room.clock.set('2026-05-03T22:30:00Z')
  const episode = episodes[0]!
  const counted = async () => (await read()).map((day) => day.views)
  const countBoth = async () => {
    await count(episode, '2026-05-02', [1, 0])
    await count(episode, '2026-05-03', [1, 0])
  }
  await countBoth()
  expect(await counted()).toEqual([0, 1, 1])
  await countBoth()
  expect(await counted()).toEqual([0, 1, 2])
  room.clock.set('2026-05-03T23:30:00Z')
  expect(await counted()).toEqual([0, 2, 2])
  await countBoth()
  room.clock.set('2026-05-04T00:00:00Z')
  expect(await counted()).toEqual([3, 3, 0])
})
