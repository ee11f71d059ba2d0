import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#tests/support/data/test-database.server.ts'
import { type Database, openDatabase } from './database.server.ts'
import { createRateLimits, type RateLimits, takeAll } from './rate-limits.server.ts'
import { transact } from './transact.server.ts'

const tenAnHour = { count: 10, windowSeconds: 3600 }
let home: TestDatabase
let database: Database
let limits: RateLimits

beforeEach(async () => {
  home = await createTestDatabase()
  database = openDatabase(home.connectionString, () => {})
  limits = createRateLimits(database.db)
})

afterEach(async () => {
  await database.close()
  await home.drop()
})

/** Ends the window immediately. */
async function endWindow(key: string): Promise<void> {
  await sql`update rate_limits set ends_at = now() - interval '1 second' where key = ${key}`.execute(database.db)
}

/** Seconds until the window of a key ends, by the database's clock. */
async function secondsLeft(key: string): Promise<number> {
  const { rows } = await sql<{ left: number }>`
    select extract(epoch from ends_at - now())::float8 as left from rate_limits where key = ${key}`.execute(database.db)
  return rows[0]!.left
}

async function keys(): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`select key from rate_limits order by key`.execute(database.db)
  return rows.map((row) => row.key)
}

test('fifty concurrent calls get exactly as many slots as there are', async () => {
  const taken = await Promise.all(Array.from({ length: 50 }, () => limits.take('door', tenAnHour)))
  const left = await secondsLeft('door')
  expect(taken.filter((each) => each.allowed)).toHaveLength(10)
  const refused = taken.filter((each) => !each.allowed)
  expect(refused).toHaveLength(40)
  for (const each of refused) {
    expect(each.retryAfterSeconds).toBeGreaterThanOrEqual(left)
    expect(each.retryAfterSeconds).toBeLessThanOrEqual(3600)
  }
})

test('keys are independent of each other', async () => {
  const once = { count: 1, windowSeconds: 60 }
  expect((await limits.take('a', once)).allowed).toBe(true)
  expect((await limits.take('b', once)).allowed).toBe(true)
  expect((await limits.take('a', once)).allowed).toBe(false)
})

test('a new window begins with the first use after the old one ended', async () => {
  for (let n = 0; n < 11; n++) await limits.take('door', tenAnHour)
  await endWindow('door')
  const taken = await Promise.all(Array.from({ length: 20 }, () => limits.take('door', tenAnHour)))
  expect(taken.filter((each) => each.allowed)).toHaveLength(10)
})

test('a refused call does not lengthen the window', async () => {
  const once = { count: 1, windowSeconds: 60 }
  await limits.take('door', once)
  await sql`update rate_limits set ends_at = '2100-01-01'`.execute(database.db)
  const left = await secondsLeft('door')
  const taken = await limits.take('door', once)
  expect(taken.allowed).toBe(false)
  expect(!taken.allowed && taken.retryAfterSeconds).toBeLessThanOrEqual(Math.ceil(left))
  const { rows } = await sql`select ends_at::date::text as "endsAt" from rate_limits`.execute(database.db)
  expect(rows).toEqual([{ endsAt: '2100-01-01' }])
})

test('a released slot is free again, however often calls were refused before', async () => {
  for (let n = 0; n < 15; n++) await limits.take('door', tenAnHour)
  await limits.release('door')
  expect((await limits.take('door', tenAnHour)).allowed).toBe(true)
  expect((await limits.take('door', tenAnHour)).allowed).toBe(false)
})

test('releasing more than was taken adds no slots', async () => {
  await limits.take('door', tenAnHour)
  for (let n = 0; n < 5; n++) await limits.release('door')
  await limits.release('never taken')
  const taken = await Promise.all(Array.from({ length: 20 }, () => limits.take('door', tenAnHour)))
  expect(taken.filter((each) => each.allowed)).toHaveLength(10)
})

test('each request takes all its slots or none, one request after another', async () => {
  const two = { key: 'two', count: 2, windowSeconds: 60 }
  const one = { key: 'one', count: 1, windowSeconds: 60 }
  const take = (...requests: Parameters<typeof takeAll>[1]) => transact(database.db, (trx) => takeAll(trx, requests))
  expect(await take([two, one], [two, one], [two])).toEqual([null, 'one', null])
  expect(await take([one], [two])).toEqual(['one', 'two'])
  expect(await take()).toEqual([])
  await limits.release('two')
  expect(await take([one, two], [two])).toEqual(['one', null])
  await endWindow('one')
  expect(await take([one], [one, two])).toEqual([null, 'one'])
})

test('concurrent transactions that take slots in any order get exactly as many as there are', async () => {
  const a = { key: 'a', count: 15, windowSeconds: 60 }
  const b = { key: 'b', count: 10, windowSeconds: 60 }
  const results = await Promise.all(
    Array.from({ length: 40 }, (_, n) =>
      transact(database.db, (trx) => takeAll(trx, n % 2 === 0 ? [[a, b]] : [[b], [a]])),
    ),
  )
  const both = results.filter((full) => full.length === 1 && full[0] === null).length
  const onlyB = results.filter((full) => full.length === 2 && full[0] === null).length
  const onlyA = results.filter((full) => full.length === 2 && full[1] === null).length
  expect([both + onlyA, both + onlyB]).toEqual([15, 10])
})

test('the cleanup deletes windows that have ended and no others', async () => {
  await limits.take('ended', tenAnHour)
  await limits.take('open', tenAnHour)
  await endWindow('ended')
  await limits.cleanUp()
  expect(await keys()).toEqual(['open'])
})
