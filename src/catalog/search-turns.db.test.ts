import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { eventually } from '#tests/support/eventually.ts'
import { databaseHasTimeouts } from '#tests/support/shifted-clock.ts'
import { openTestCatalog, type TestCatalog } from '#tests/support/test-catalog.server.ts'
import { createTestDatabase } from '#tests/support/test-database.server.ts'
import { createCatalog } from './catalog.server.ts'
import type { SearchTurnsParts } from './search-turns.server.ts'

let room: TestCatalog

beforeEach(async () => {
  room = await openTestCatalog(await createTestDatabase())
  await room.publish(await room.addCreator(), { title: 'Star' })
})

afterEach(() => room.close())

const unlimited = { running: 20, waiting: 20, waitMs: 600_000, ofOneCaller: 20 }

function openCatalog(limits: SearchTurnsParts['limits']) {
  const catalog = createCatalog({ ...room, searchLimits: { statementMs: 600_000, ...limits } })
  return (
    address: string | null = '192.0.2.1',
    signal = new AbortController().signal,
    search: string | null = 'star',
  ) => catalog.explore(search === null ? {} : { search }, address === null ? undefined : { address, signal })
}

/** Until the release no search comes to an end. */
async function holdSearches() {
  const trx = await room.db.startTransaction().execute()
  await sql`lock table listed_counts in access exclusive mode`.execute(trx)
  return { release: () => trx.commit().execute() }
}

/** Waits for so many searches in the database, and tells which they are. */
function searching(count: number): Promise<number[]> {
  return eventually(`${count} searches in the database`, async () => {
    const { rows } = await sql<{ pid: number }>`
      select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' order by pid
    `.execute(room.db)
    return rows.length === count && rows.map(({ pid }) => pid)
  })
}

const refused = (code: string) => expect.objectContaining({ code, details: { retryAfterSeconds: expect.any(Number) } })

test('one network may search so often; lists, other networks and the house itself are not counted', async () => {
  const explore = openCatalog({ network: { count: 2, windowSeconds: 3600 } })
  const network = (n: number) => `2001:db8::${n}`
  for (const n of [1, 2]) expect((await explore(network(n))).total).toBe(1)
  await expect(explore(network(3))).rejects.toEqual(refused('catalog.searches_too_many'))
  expect((await explore('192.0.2.2')).total).toBe(1)
  expect((await explore(network(3), undefined, null)).total).toBe(1)
  expect((await explore(null)).total).toBe(1)
  const { rows } = await sql<{ key: string }>`select key from rate_limits`.execute(room.db)
  expect(rows.map(({ key }) => key).filter((key) => key.includes('192.0') || key.includes('2001'))).toEqual([])
  expect(rows).toHaveLength(2)
})

test('one network may have so many searches at once', async () => {
  const explore = openCatalog({ turns: { ...unlimited, ofOneCaller: 2 } })
  const begun: ReturnType<typeof explore>[] = []
  const held = await holdSearches()
  begun.push(explore(), explore())
  await searching(2)
  await expect(explore()).rejects.toEqual(refused('catalog.searches_too_many'))
  begun.push(explore('192.0.2.2'))
  await searching(3)
  await held.release()
  expect((await Promise.all(begun)).map(({ total }) => total)).toEqual([1, 1, 1])
  expect((await explore()).total).toBe(1)
})

test('all together have so many searches at once, and lists are found meanwhile', async () => {
  const explore = openCatalog({ turns: { ...unlimited, running: 1, waiting: 1 } })
  const begun: ReturnType<typeof explore>[] = []
  const held = await holdSearches()
  begun.push(explore('192.0.2.1'), explore('192.0.2.2'))
  await searching(1)
  await expect(explore('192.0.2.3')).rejects.toEqual(refused('catalog.searches_busy'))
  await held.release()
  expect((await Promise.all(begun)).map(({ total }) => total)).toEqual([1, 1])
})

test('a search that nobody waits for is cancelled in the database, and its turn is free', async () => {
  const explore = openCatalog({ turns: { ...unlimited, running: 2, waiting: 1 } })
  const gone = new AbortController()
  const begun: ReturnType<typeof explore>[] = []
  const held = await holdSearches()
  begun.push(explore('192.0.2.1'))
  const [kept] = await searching(1)
  const abandoned = expect(explore('192.0.2.2', gone.signal)).rejects.toMatchObject({
    code: 'catalog.search_abandoned',
  })
  await searching(2)
  gone.abort()
  await abandoned
  expect(await searching(1)).toEqual([kept])
  begun.push(explore('192.0.2.2'))
  await searching(2)
  await held.release()
  expect((await Promise.all(begun)).map(({ total }) => total)).toEqual([1, 1])
})

test.runIf(databaseHasTimeouts)('a search that takes too long ends', async () => {
  const explore = openCatalog({ statementMs: 1 })
  const held = await holdSearches()
  await expect(explore()).rejects.toMatchObject({ code: '57014' })
  await held.release()
})
