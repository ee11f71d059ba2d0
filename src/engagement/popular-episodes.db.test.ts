import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Episode } from '#catalog/episode.ts'
import type { Account } from '#identity/account.ts'
import { newId } from '#platform/ids.server.ts'
import { queryDatabase } from '#tests/support/data/query-database.server.ts'
import { createTestDatabase } from '#tests/support/data/test-database.server.ts'
import { openTestCatalog, type TestCatalog } from '#tests/support/worlds/test-catalog.server.ts'
import { createTestHoshi } from '#tests/support/worlds/test-hoshi.ts'
import { requestAv1ForPopularEpisodes } from './popular-episodes.server.ts'
import { POPULAR_MIN_WATCHES } from './popular-episodes.ts'

let room: TestCatalog
let creator: Account
let requests: string[][]

beforeEach(async () => {
  room = await openTestCatalog(await createTestDatabase())
  creator = await room.addCreator()
  requests = []
})

afterEach(() => room.close())

/** The test's clock is at 2026-05-01. */
async function play(episode: Episode, plays: number, kind = 'watch', day = '2026-05-01'): Promise<void> {
  await sql`insert into episode_stats (episode_id) values (${episode.id}) on conflict do nothing`.execute(room.db)
  await sql`
    insert into plays (id, episode_id, kind, visitor_hash, visit_id, played_at)
    select ${newId()} || n, ${episode.id}, ${kind}, decode(md5(${newId()} || n), 'hex'), ${newId()} || n,
      ${`${day}T08:00:00.000Z`}::timestamptz
    from generate_series(1, ${plays}::int) as n
  `.execute(room.db)
}

/** Videos requested in AV1, in this order. */
async function requested(): Promise<string[]> {
  const requestAv1 = async (uids: string[]) => requests.push(uids)
  await requestAv1ForPopularEpisodes({ ...room, video: { requestAv1 } })
  return requests.at(-1) ?? []
}

async function publishMany(count: number, fields = {}): Promise<Episode[]> {
  return await Promise.all(Array.from({ length: count }, () => room.publish(creator, fields)))
}

test('videos watched enough in the last seven days are requested in AV1, most watched first', async () => {
  const [enough, more, tooFew, before] = (await publishMany(4)) as [Episode, Episode, Episode, Episode]
  await play(enough, POPULAR_MIN_WATCHES, 'watch', '2026-04-25')
  await play(more, POPULAR_MIN_WATCHES + 1)
  await play(tooFew, POPULAR_MIN_WATCHES - 1)
  await play(before, 500, 'watch', '2026-04-24')
  expect(await requested()).toEqual([more.videoId, enough.videoId])
})

test('previews do not count as watches', async () => {
  const [episode] = (await publishMany(1)) as [Episode]
  await play(episode, 500, 'preview')
  await play(episode, POPULAR_MIN_WATCHES - 1)
  expect(await requested()).toEqual([])
  await play(episode, 1)
  expect(await requested()).toEqual([episode.videoId])
})

test('adult episodes count like others; unplayable ones and those awaiting a replacement do not', async () => {
  const [adult] = (await publishMany(1, { nsfw: true })) as [Episode]
  const unready = await room.publish(creator, {}, 'inprogress')
  const [replaced] = (await publishMany(1)) as [Episode]
  for (const episode of [adult, unready, replaced]) await play(episode, 100)
  await room.catalog.replaceVideo(creator, replaced.id, await room.addVideo(creator, 'inprogress'))
  expect(await requested()).toEqual([adult.videoId])
})

test('a working node checks every ten minutes with AV1 on, and never with AV1 off', async () => {
  for (const [setting, expected] of [
    ['on', [{ cron: '*/10 * * * *' }]],
    ['off', []],
  ] as const) {
    const site = await createTestHoshi({ worksJobs: true, environment: { AV1: setting } })
    try {
      const name = 'engagement.much-watched'
      const rows = await queryDatabase(site.connectionString, 'select cron from pgboss.schedule where name = $1', [
        name,
      ])
      expect(rows).toEqual(expected)
    } finally {
      await site.close()
    }
  }
})
