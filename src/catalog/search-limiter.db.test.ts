import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestDatabase } from '#tests/support/data/test-database.server.ts'
import { eventually } from '#tests/support/run/eventually.ts'
import { databaseHasTimeouts } from '#tests/support/run/shifted-clock.ts'
import { openTestCatalog, type TestCatalog } from '#tests/support/worlds/test-catalog.server.ts'
import { createCatalog } from './catalog.server.ts'
import type { SearchLimiterParts } from './search-limiter.server.ts'

let room: TestCatalog

beforeEach(async () => {
  room = await openTestCatalog(await createTestDatabase())
  await room.publish(await room.addCreator(), { title: 'Star' })
})

afterEach(() => room.close())

const unlimited = { running: 20, waiting: 20, waitMs: 600_000, perCaller: 20 }

function openCatalog(limits: SearchLimiterParts['limits']) {
  const catalog = createCatalog({ ...room, searchLimits: { statementMs: 600_000, ...limits } })
  return (ip: string | null = '192.0.2.1', signal = new AbortController().signal, search: string | null = 'star') =>
    catalog.explore(search === null ? {} : { search }, ip === null ? undefined : { ip, signal })
}

/** Blocks every search until `release` is called. */
async function blockSearches() {
  const trx = await room.db.startTransaction().execute()
  await sql`lock table listed_counts in access exclusive mode`.execute(trx)
  return { release: () => trx.commit().execute() }
}

/** Waits until `count` searches are blocked in the database, and returns their process ids. */
function searching(count: number): Promise<number[]> {
  return eventually(`${count} searches in the database`, async () => {
    const { rows } = await sql<{ pid: number }>`
      select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' order by pid
    `.execute(room.db)
    return rows.length === count && rows.map(({ pid }) => pid)
  })
}

const refused = (code: string) => expect.objectContaining({ code, details: { retryAfterSeconds: expect.any(Number) } })

test('searches are limited per network; lists and the server itself are not counted', async () => {
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

test('searches in the lines of an episode are limited with them', async () => {
  const catalog = createCatalog({ ...room, searchLimits: { network: { count: 2, windowSeconds: 3600 } } })
  const { id } = (await catalog.explore({})).episodes[0]!
  const from = { ip: '192.0.2.1', signal: new AbortController().signal }
  const lines = (search?: string) => catalog.lines.of(id, null, search === undefined ? {} : { search }, undefined, from)
  await catalog.explore({ search: 'star' }, from)
  expect(await lines('wait')).toMatchObject({ total: 0 })
  await expect(lines('wait')).rejects.toEqual(refused('catalog.searches_too_many'))
  expect(await lines()).toMatchObject({ total: 0 })
})

test('concurrent searches of one network are limited', async () => {
  const explore = openCatalog({ concurrency: { ...unlimited, perCaller: 2 } })
  const searches: ReturnType<typeof explore>[] = []
  const blocker = await blockSearches()
  searches.push(explore(), explore())
  await searching(2)
  await expect(explore()).rejects.toEqual(refused('catalog.searches_too_many'))
  searches.push(explore('192.0.2.2'))
  await searching(3)
  await blocker.release()
  expect((await Promise.all(searches)).map(({ total }) => total)).toEqual([1, 1, 1])
  expect((await explore()).total).toBe(1)
})

test('concurrent searches of all networks are limited, while lists stay available', async () => {
  const explore = openCatalog({ concurrency: { ...unlimited, running: 1, waiting: 1 } })
  const searches: ReturnType<typeof explore>[] = []
  const blocker = await blockSearches()
  searches.push(explore('192.0.2.1'), explore('192.0.2.2'))
  await searching(1)
  await expect(explore('192.0.2.3')).rejects.toEqual(refused('catalog.searches_busy'))
  // A list takes no search slot: it reaches the database immediately.
  searches.push(explore('192.0.2.3', undefined, null))
  await searching(2)
  await blocker.release()
  expect((await Promise.all(searches)).map(({ total }) => total)).toEqual([1, 1, 1])
})

test('an abandoned search is cancelled in the database and frees its slot', async () => {
  const explore = openCatalog({ concurrency: { ...unlimited, running: 2, waiting: 1 } })
  const gone = new AbortController()
  const searches: ReturnType<typeof explore>[] = []
  const blocker = await blockSearches()
  searches.push(explore('192.0.2.1'))
  const [remaining] = await searching(1)
  const abandoned = expect(explore('192.0.2.2', gone.signal)).rejects.toMatchObject({
    code: 'request.abandoned',
  })
  await searching(2)
  gone.abort()
  await abandoned
  expect(await searching(1)).toEqual([remaining])
  searches.push(explore('192.0.2.2'))
  await searching(2)
  await blocker.release()
  expect((await Promise.all(searches)).map(({ total }) => total)).toEqual([1, 1])
})

test.runIf(databaseHasTimeouts)('a search that takes too long fails', async () => {
  const explore = openCatalog({ statementMs: 1 })
  const blocker = await blockSearches()
  await expect(explore()).rejects.toMatchObject({ code: '57014' })
  await blocker.release()
})
