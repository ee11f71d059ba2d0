import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { askDatabase } from '#tests/support/ask-database.server.ts'
import { databaseHasTimeouts } from '#tests/support/shifted-clock.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.server.ts'
import { layWire, type Wire } from '#tests/support/wire.ts'
import { connectAlone, databaseLimits } from './connection.server.ts'
import { type Database, DatabaseBusy, openDatabase } from './database.server.ts'

let dir: string
let home: TestDatabase
let wire: Wire
let opened: Database[]

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'hoshi-connection-'))
  home = await createTestDatabase()
  wire = layWire(home.connectionString, dir)
  await wire.join()
  opened = []
  await askDatabase(home.connectionString, 'create table notes (n int primary key)')
})

afterEach(async () => {
  for (const database of opened) await database.close()
  await wire.cut()
  await home.drop()
  await rm(dir, { recursive: true, force: true })
})

const impatient = { ...databaseLimits, connectMs: 1000, answerMs: 1000, checkMs: 100 }

function open(limits = databaseLimits, max = 1, waitingMax = 500): Database {
  const database = openDatabase(wire.connectionString, () => {}, max, { limits, waitingMax })
  opened.push(database)
  return database
}

const notes = () => askDatabase<{ n: number }>(home.connectionString, 'select n from notes order by n')

describe('a database that does not answer', () => {
  test('ends a transaction, which leaves nothing behind for the next one on the pool', async () => {
    const { db } = open(impatient)
    const asked = Promise.withResolvers<void>()
    const transaction = db.transaction().execute(async (trx) => {
      await sql`insert into notes values (1)`.execute(trx)
      wire.stall()
      asked.resolve()
      await sql`insert into notes values (2)`.execute(trx)
    })
    await asked.promise
    await expect(transaction).rejects.toThrow('Query read timeout')
    wire.resume()
    await expect.poll(() => sql`insert into notes values (3)`.execute(db).then(() => 'stored', String)).toBe('stored')
    expect(await notes()).toEqual([{ n: 3 }])
  })

  test('lets nobody wait without end for a connection', async () => {
    const { db } = open(impatient)
    wire.stall()
    await expect(sql`select 1`.execute(db)).rejects.toThrow('connection timeout')
    wire.resume()
    await expect.poll(() => sql`select 1`.execute(db).then(() => 'answered', String)).toBe('answered')
  })

  test('ends a connection that was only listening, which says so', async () => {
    const lost = Promise.withResolvers<Error>()
    const own = await connectAlone(wire.connectionString, 'test', { onLost: lost.resolve }, impatient)
    expect(await own.query('select 1 as n')).toEqual([{ n: 1 }])
    wire.stall()
    expect((await lost.promise).message).toBe('Query read timeout')
    await expect(own.query('select 1')).rejects.toThrow()
  })

  test('keeps nobody from closing', async () => {
    const database = open(databaseLimits)
    const own = await connectAlone(wire.connectionString, 'test', { onLost: () => {} })
    await sql`select 1`.execute(database.db)
    wire.stall()
    const waiting = sql`select 1`.execute(database.db).catch(() => 'given up')
    await own.close()
    await database.close()
    await wire.cut()
    expect(await waiting).toBe('given up')
    await wire.join()
  })
})

test('a connection that the server ends while its pool closes is no lost one', async () => {
  const lost: Error[] = []
  const database = openDatabase(wire.connectionString, (error) => lost.push(error), 1)
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(database.db)
  // Its goodbye does not arrive, as when the server is stopped at the same time.
  wire.stall()
  await database.close()
  const ended = () => askDatabase(home.connectionString, `select from pg_stat_activity where pid = ${rows[0]!.pid}`)
  await askDatabase(home.connectionString, `select pg_terminate_backend(${rows[0]!.pid})`)
  await expect.poll(ended).toEqual([])
  wire.resume()
  await expect.poll(() => wire.openEnds()).toBe(0)
  expect(lost).toEqual([])
})

describe('a database that is slow', () => {
  test.runIf(databaseHasTimeouts)('says so itself, and the connection is as good as before', async () => {
    const { db } = open({ ...databaseLimits, statementMs: 50 })
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
    await expect(sql`select pg_sleep(600)`.execute(db)).rejects.toMatchObject({ code: '57014' })
    expect((await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)).rows).toEqual(rows)
  })

  test.runIf(databaseHasTimeouts)('lets nobody wait without end for a row that somebody else holds', async () => {
    const { db } = open({ ...databaseLimits, lockMs: 50 }, 2)
    await sql`insert into notes values (1)`.execute(db)
    await db.transaction().execute(async (trx) => {
      await sql`select from notes where n = 1 for update`.execute(trx)
      const other = sql`update notes set n = 2 where n = 1`.execute(db)
      await expect(other).rejects.toMatchObject({ code: '55P03' })
    })
  })

  test('has no more than so many waiting', async () => {
    const { db } = open(databaseLimits, 1, 2)
    let letGo = () => {}
    const isHeld = new Promise<void>((resolve) => {
      letGo = resolve
    })
    const isBegun = Promise.withResolvers<void>()
    const holder = db.transaction().execute(async () => {
      isBegun.resolve()
      await isHeld
    })
    await isBegun.promise
    const waiting = [1, 2].map(() => sql`select 1`.execute(db))
    await expect(sql`select 1`.execute(db)).rejects.toBeInstanceOf(DatabaseBusy)
    letGo()
    await Promise.all([holder, ...waiting])
  })
})
