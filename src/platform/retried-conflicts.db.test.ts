import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { databaseHasTimeouts } from '#tests/support/shifted-clock.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.server.ts'
import { type Database, openDatabase, type Trx } from './database.server.ts'

let home: TestDatabase
let database: Database

beforeAll(async () => {
  home = await createTestDatabase()
  database = openDatabase(home.connectionString, () => {}, 4)
  const { db } = database
  await sql`create table numbers (id integer primary key, n integer not null)`.execute(db)
  await sql`create sequence failures`.execute(db)
  // Sequences do not go back with what was undone, so that it is known how often it was tried.
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

const raise = (id: number) => sql`update numbers set n = n + 1 where id = ${id}`
const failAtFirst = (times: number, code: string) => sql`select fail_at_first(${times}, ${code})`
const codeOf = (error: unknown) => (error as { code?: string }).code

async function numbers(): Promise<number[]> {
  const { rows } = await sql<{ n: number }>`select n from numbers order by id`.execute(database.db)
  return rows.map(({ n }) => n)
}

async function tries(): Promise<number> {
  const { rows } = await sql<{ last_value: number }>`select last_value from failures`.execute(database.db)
  return rows[0]!.last_value
}

describe.each(['40P01', '40001'])('a conflict (%s)', (code) => {
  it('gives a transaction a second attempt, with whatever isolation', async () => {
    const work = async (trx: Trx) => {
      await raise(1).execute(trx)
      await failAtFirst(1, code).execute(trx)
    }
    await database.db.transaction().execute(work)
    await sql`alter sequence failures restart`.execute(database.db)
    await database.db.transaction().setIsolationLevel('read committed').execute(work)
    expect(await numbers()).toEqual([2, 0])
  })

  it('gives a statement a second attempt that stands for itself', async () => {
    await sql`update numbers set n = fail_at_first(1, ${code}) where id = 2`.execute(database.db)
    expect([await numbers(), await tries()]).toEqual([[0, 1], 2])
  })

  it('is told when it comes again', async () => {
    const twice = database.db.transaction().execute((trx) => failAtFirst(2, code).execute(trx))
    expect(codeOf(await twice.catch((error) => error))).toBe(code)
    expect(await tries()).toBe(2)
  })
})

it('gives no second attempt to what would fail again', async () => {
  const failing = failAtFirst(1, '22012')
  expect(codeOf(await failing.execute(database.db).catch((error) => error))).toBe('22012')
  const inside = database.db.transaction().execute((trx) => sql`insert into numbers values (1, 1)`.execute(trx))
  expect(codeOf(await inside.catch((error) => error))).toBe('23505')
  expect(await tries()).toBe(1)
})

it.runIf(databaseHasTimeouts)('lets both of two transactions commit that wait for each other', async () => {
  const holding = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const done = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const attempts = [0, 0]
  const cross = async (first: number, then: number) => {
    await database.db.transaction().execute(async (trx) => {
      attempts[first - 1]! += 1
      // The second attempt finds the other one done, however slow that is.
      if (attempts[first - 1] === 2) await done[then - 1]!.promise
      await raise(first).execute(trx)
      holding[first - 1]!.resolve()
      await Promise.all(holding.map(({ promise }) => promise))
      await raise(then).execute(trx)
    })
    done[first - 1]!.resolve()
  }
  await Promise.all([cross(1, 2), cross(2, 1)])
  expect(await numbers()).toEqual([2, 2])
  expect(attempts.toSorted()).toEqual([1, 2])
})
