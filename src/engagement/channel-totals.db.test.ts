import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Account } from '#identity/account.ts'
import { type Database, openDatabase } from '#platform/database.server.ts'
import { newId } from '#platform/ids.server.ts'
import { queryDatabase } from '#tests/support/data/query-database.server.ts'
import { removeAccount } from '#tests/support/data/remove-account.ts'
import { createTestDatabase } from '#tests/support/data/test-database.server.ts'
import { findWrongChannelTotals } from '#tests/support/data/wrong-channel-totals.ts'
import { eventually } from '#tests/support/run/eventually.ts'
import { createShuffle } from '#tests/support/run/shuffle.ts'
import { openTestCatalog, type TestCatalog } from '#tests/support/worlds/test-catalog.server.ts'
import { playSources } from './analytics/play-source.ts'
import { watchMarks } from './analytics/watch-report.ts'
import { createEngagement, type Engagement } from './engagement.server.ts'

const ROUNDS = 4
const secret = 'a secret for tests, long enough to be one'
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

let room: TestCatalog
let second: Database
/** Two processes on one database. */
let nodes: [Engagement, Engagement]
let creators: [Account, Account]

beforeEach(async () => {
  room = await openTestCatalog(await createTestDatabase())
  second = openDatabase(room.connectionString, () => {})
  nodes = [createEngagement({ ...room, secret }), createEngagement({ ...room, db: second.db, secret })]
  creators = [await room.addCreator(), await room.addCreator()]
})

afterEach(async () => {
  await second.close()
  await room.close()
})

const findWrong = () => findWrongChannelTotals(room.connectionString)

async function deadlocks(): Promise<number> {
  const [row] = await queryDatabase<{ deadlocks: string }>(
    room.connectionString,
    'select deadlocks from pg_stat_database where datname = current_database()',
  )
  return Number(row!.deadlocks)
}

function play(node: Engagement, episodeId: string, visitId = newId()) {
  const visitor = { cookie: null, ip: newId(), userAgent: firefox, isPrefetch: false }
  const source = playSources[visitId.charCodeAt(0) % playSources.length]!
  return node.plays.record({ episodeId, kind: 'watch', visitId, source }, visitor, null)
}

async function playAndReport(node: Engagement, episodeId: string, at: number) {
  const visitId = newId()
  await play(node, episodeId, visitId)
  for (const reached of watchMarks.slice(0, 1 + (at % watchMarks.length)))
    await node.plays.reportWatching({ episodeId, visitId, reached, watchedSeconds: reached / 10, ranges: [] }, null)
}

async function changeMinds(node: Engagement, person: Account, episodeId: string) {
  await node.likes.add(person, episodeId)
  const { id } = await node.comments.write(person, episodeId, 'Hello')
  await node.likes.remove(person, episodeId)
  await node.comments.remove(person, id)
  await node.likes.add(person, episodeId)
}

test('the days of creators equal those of their episodes, whatever happens at once', async () => {
  const shuffle = createShuffle(7)
  for (let round = 0; round < ROUNDS; round += 1) {
    room.clock.set(`2026-05-0${1 + (round >> 1)}T12:00:00.000Z`)
    const episodes = await Promise.all(Array.from({ length: 8 }, (_, n) => room.publish(creators[n % 2]!)))
    const people = await Promise.all(Array.from({ length: 4 }, () => room.addViewer()))
    const [going, leaving] = [shuffle(episodes).slice(0, 3), people.slice(0, 2)]
    await Promise.all(leaving.map((person, n) => changeMinds(nodes[n % 2]!, person, episodes[n]!.id)))
    const acts = shuffle([
      ...episodes.flatMap(({ id }, n) =>
        [0, 1, 2, 3].map((at) => () => playAndReport(nodes[(n + at) % 2]!, id, n + at)),
      ),
      ...people
        .slice(2)
        .flatMap((person, n) => [
          () => changeMinds(nodes[n % 2]!, person, shuffle(episodes)[0]!.id),
          () => nodes[n % 2]!.likes.add(person, episodes[n]!.id),
        ]),
      ...going.map((each) => () => room.catalog.remove(creators.find(({ uid }) => uid === each.creatorId)!, each.id)),
      ...leaving.map(
        ({ uid }, n) =>
          () =>
            removeAccount(room, nodes[n % 2]!, uid),
      ),
      () => nodes[0].counts.rebuildDailyTotals(),
      () => nodes[1].cleanUp(),
    ])
    const results = await Promise.allSettled(acts.map((act) => act()))
    const refused = results.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))
    // The refusals of acts on an episode that another act removes, and on its comments.
    const expected = ['catalog.episode_not_found', 'engagement.comment_not_found']
    expect(refused.filter(({ code }) => !expected.includes(code))).toEqual([])
    expect(await findWrong()).toEqual([])
  }
  const [counted] = await queryDatabase(room.connectionString, 'select sum(views)::int > 0 as any from channel_totals')
  expect(counted).toEqual({ any: true })
  await Promise.all(creators.map(({ uid }, n) => removeAccount(room, nodes[n]!, uid)))
  expect(await queryDatabase(room.connectionString, 'select from channel_totals')).toEqual([])
  expect(await deadlocks()).toBe(0)
})

test('the removal of an episode locks the explore index before the counts, as that of an account does', async () => {
  const episode = await room.publish(creators[0])
  await play(nodes[0], episode.id)
  const { removed } = await room.db.transaction().execute(async (trx) => {
    await sql`lock table listed_counts in share row exclusive mode`.execute(trx)
    const removal = room.catalog.remove(creators[0], episode.id)
    await eventually('the removal waits', async () => {
      const { rows } = await sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
      `.execute(second.db)
      return rows.length > 0
    })
    await sql`select from episode_stats where episode_id = ${episode.id} for update nowait`.execute(trx)
    return { removed: removal }
  })
  await removed
  expect(await queryDatabase(room.connectionString, 'select from episode_stats')).toEqual([])
})

test('a visitor does not wait for another one of the same creator', async () => {
  const [one, other] = [await room.publish(creators[0]), await room.publish(creators[0])]
  await play(nodes[0], one.id)
  await play(nodes[0], other.id)
  const person = await room.addViewer()
  await room.db.transaction().execute(async (trx) => {
    await sql`update daily_totals set comments = comments + 1 where episode_id = ${one.id}`.execute(trx)
    await nodes[1].likes.add(person, other.id)
  })
  expect(await findWrong()).toEqual([])
  expect((await nodes[0].counts.totalsOf(creators[0].uid)).likes).toEqual({ total: 1, recent: 1, before: 0 })
})

test('a rebuild adds the days up again, one row for each', async () => {
  const episode = await room.publish(creators[0])
  await play(nodes[0], episode.id)
  await queryDatabase(room.connectionString, 'update channel_totals set views = 7')
  expect(await findWrong()).not.toEqual([])
  await nodes[0].counts.rebuildDailyTotals()
  expect(await findWrong()).toEqual([])
  expect(await queryDatabase(room.connectionString, 'select views::int from channel_totals')).toEqual([{ views: 1 }])
})

test('an episode that does not play is left out of the totals and of their growth', async () => {
  const [shown, hidden] = [await room.publish(creators[0]), await room.publish(creators[0])]
  await play(nodes[0], shown.id)
  await play(nodes[0], hidden.id)
  await sql`update episodes set is_playable = false where id = ${hidden.id}`.execute(room.db)
  const { views } = await nodes[0].counts.totalsOf(creators[0].uid)
  expect(views).toEqual({ total: 1, recent: 1, before: 0 })
})
