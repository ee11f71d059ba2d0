import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Episode } from '#catalog/episode.ts'
import type { Account } from '#identity/account.ts'
import { newId } from '#platform/ids.server.ts'
import { askDatabase } from '#tests/support/ask-database.server.ts'
import { openTestCatalog, type TestCatalog } from '#tests/support/test-catalog.server.ts'
import { createTestDatabase } from '#tests/support/test-database.server.ts'
import { createTestHoshi } from '#tests/support/test-hoshi.ts'
import { wantMuchWatchedInAv1 } from './much-watched.server.ts'
import { MUCH_WATCHED_MIN_WATCHES } from './much-watched.ts'

let room: TestCatalog
let creator: Account
let asked: string[][]

beforeEach(async () => {
  room = await openTestCatalog(await createTestDatabase())
  creator = await room.addCreator()
  asked = []
})

afterEach(() => room.close())

/** The test's clock stands at 2026-05-01. */
async function play(episode: Episode, plays: number, kind = 'watch', day = '2026-05-01'): Promise<void> {
  await sql`insert into episode_stats (episode_id) values (${episode.id}) on conflict do nothing`.execute(room.db)
  await sql`
    insert into plays (id, episode_id, kind, visitor_hash, visit_id, played_at)
    select ${newId()} || n, ${episode.id}, ${kind}, decode(md5(${newId()} || n), 'hex'), ${newId()} || n,
      ${`${day}T08:00:00.000Z`}::timestamptz
    from generate_series(1, ${plays}::int) as n
  `.execute(room.db)
}

/** Videos that would be made in AV1, in this order. */
async function wanted(): Promise<string[]> {
  const wantInAv1 = async (uids: string[]) => asked.push(uids)
  await wantMuchWatchedInAv1({ ...room, video: { wantInAv1 } })
  return asked.at(-1) ?? []
}

async function publishMany(count: number, fields = {}): Promise<Episode[]> {
  return await Promise.all(Array.from({ length: count }, () => room.publish(creator, fields)))
}

test('what was watched enough in the last seven days is made in AV1, the most watched first', async () => {
  const [enough, more, tooFew, before] = (await publishMany(4)) as [Episode, Episode, Episode, Episode]
  await play(enough, MUCH_WATCHED_MIN_WATCHES, 'watch', '2026-04-25')
  await play(more, MUCH_WATCHED_MIN_WATCHES + 1)
  await play(tooFew, MUCH_WATCHED_MIN_WATCHES - 1)
  await play(before, 500, 'watch', '2026-04-24')
  expect(await wanted()).toEqual([more.videoId, enough.videoId])
})

test('previews are no watches', async () => {
  const [episode] = (await publishMany(1)) as [Episode]
  await play(episode, 500, 'preview')
  await play(episode, MUCH_WATCHED_MIN_WATCHES - 1)
  expect(await wanted()).toEqual([])
  await play(episode, 1)
  expect(await wanted()).toEqual([episode.videoId])
})

test('adult episodes count as others do; what cannot be watched, or is about to be replaced, does not', async () => {
  const [adult] = (await publishMany(1, { nsfw: true })) as [Episode]
  const unready = await room.publish(creator, {}, 'inprogress')
  const [replaced] = (await publishMany(1)) as [Episode]
  for (const episode of [adult, unready, replaced]) await play(episode, 100)
  await room.catalog.replaceVideo(creator, replaced.id, await room.addVideo(creator, 'inprogress'))
  expect(await wanted()).toEqual([adult.videoId])
})

test('a working node looks every ten minutes where AV1 is on, and never where it is off', async () => {
  for (const [setting, expected] of [
    ['on', [{ cron: '*/10 * * * *' }]],
    ['off', []],
  ] as const) {
    const site = await createTestHoshi({ environment: { AV1: setting } })
    try {
      const name = 'engagement.much-watched'
      const rows = await askDatabase(site.connectionString, 'select cron from pgboss.schedule where name = $1', [name])
      expect(rows).toEqual(expected)
    } finally {
      await site.close()
    }
  }
})
