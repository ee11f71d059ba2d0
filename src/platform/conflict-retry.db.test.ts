import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#tests/support/data/test-database.server.ts'
import { databaseHasTimeouts } from '#tests/support/run/shifted-clock.ts'
import { type Database, openDatabase, type Trx } from './database.server.ts'
import { transact } from './transact.server.ts'

let home: TestDatabase
let database: Database

beforeAll(async () => {
  home = await createTestDatabase()
  database = openDatabase(home.connectionString, () => {}, 4)
  const { db } = database
  await sql`create table numbers (id integer primary key, n integer not null)`.execute(db)
  await sql`create sequence failures`.execute(db)
  // Sequences are not rolled back, so this one counts the attempts.
  await sql`
    create function fail_at_first(times integer, code text) returns integer language plpgsql as $$
    begin
      if nextval('failures') <= times then raise exception using errcode = code; end if;
      return 1;
    end $$`.execute(db)
})
afterAll(async () => {
  await database.close()
  await home.drop()
})
beforeEach(async () => {
  await sql`delete from numbers`.execute(database.db)
  await sql`insert into numbers values (1, 0), (2, 0)`.execute(database.db)
  await sql`alter sequence failures restart`.execute(database.db)
})

const increment = (id: number) => sql`update numbers set n = n + 1 where id = ${id}`
const failAtFirst = (times: number, code: string) => sql`select fail_at_first(${times}, ${code})`
const codeOf = (error: unknown) => (error as { code?: string }).code

async function numbers(): Promise<number[]> {
  const { rows } = await sql<{ n: number }>`select n from numbers order by id`.execute(database.db)
  return rows.map(({ n }) => n)
}

async function attemptCount(): Promise<number> {
  const { rows } = await sql<{ last_value: number }>`select last_value from failures`.execute(database.db)
  return rows[0]!.last_value
}

describe.each(['40P01', '40001'])('a conflict (%s)', (code) => {
  it('gives a transaction a second attempt at any isolation level', async () => {
    const work = async (trx: Trx) => {
      await increment(1).execute(trx)
      await failAtFirst(1, code).execute(trx)
    }
    await transact(database.db, work)
    await sql`alter sequence failures restart`.execute(database.db)
    await transact(database.db, work, { isolationLevel: 'read committed' })
    expect(await numbers()).toEqual([2, 0])
  })

  it('gives a statement outside a transaction a second attempt', async () => {
    await sql`update numbers set n = fail_at_first(1, ${code}) where id = 2`.execute(database.db)
    expect([await numbers(), await attemptCount()]).toEqual([[0, 1], 2])
  })

  it('is reported when it happens again', async () => {
    const twice = transact(database.db, (trx) => failAtFirst(2, code).execute(trx))
    expect(codeOf(await twice.catch((error) => error))).toBe(code)
    expect(await attemptCount()).toBe(2)
  })
})

it('gives no second attempt to other errors', async () => {
  const failing = failAtFirst(1, '22012')
  expect(codeOf(await failing.execute(database.db).catch((error) => error))).toBe('22012')
  const inside = transact(database.db, (trx) => sql`insert into numbers values (1, 1)`.execute(trx))
  expect(codeOf(await inside.catch((error) => error))).toBe('23505')
  expect(await attemptCount()).toBe(1)
})

it('retries an entire transaction, never a statement within one', async () => {
  const inside: unknown[] = []
  await transact(database.db, async (trx) => {
    await increment(1).execute(trx)
    const failing = sql`select fail_at_first(1, '40001')`.execute(trx)
    await failing.catch((error) => inside.push(codeOf(error)))
    await failing
  })
  expect([inside, await numbers(), await attemptCount()]).toEqual([['40001'], [1, 0], 2])
})

it('opens no transaction inside another', async () => {
  const reached: string[] = []
  const nested = transact(database.db, async (trx) => {
    reached.push('outer')
    await increment(1).execute(trx)
    await transact(trx, async () => reached.push('inner'))
  })
  await expect(nested).rejects.toThrow('not supported')
  expect([reached, await numbers()]).toEqual([['outer'], [0, 0]])
})

it('gives a transaction its isolation and access mode in each attempt', async () => {
  const seen: unknown[] = []
  const readSettings = async (trx: Trx) => {
    const { rows } = await sql`
      select current_setting('transaction_isolation') as isolation, current_setting('transaction_read_only') as is_read_only
    `.execute(trx)
    seen.push(rows[0])
    if (seen.length === 1) throw Object.assign(new Error('as if of a conflict'), { code: '40001' })
  }
  await transact(database.db, readSettings, { isolationLevel: 'repeatable read', accessMode: 'read only' })
  const expected = { isolation: 'repeatable read', is_read_only: 'on' }
  expect(seen).toEqual([expected, expected])
})

it.runIf(databaseHasTimeouts)('lets two transactions that wait for each other both commit', async () => {
  const locked = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const done = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const attempts = [0, 0]
  const cross = async (first: number, then: number) => {
    await transact(database.db, async (trx) => {
      attempts[first - 1]! += 1
      // The second attempt finds the other one done, however slow that is.
      if (attempts[first - 1] === 2) await done[then - 1]!.promise
      await increment(first).execute(trx)
      locked[first - 1]!.resolve()
      await Promise.all(locked.map(({ promise }) => promise))
      await increment(then).execute(trx)
    })
    done[first - 1]!.resolve()
  }
  await Promise.all([cross(1, 2), cross(2, 1)])
  expect(await numbers()).toEqual([2, 2])
  expect(attempts.toSorted()).toEqual([1, 2])
})
