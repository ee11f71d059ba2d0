import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { queryDatabase } from '#tests/support/data/query-database.server.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/data/test-database.server.ts'
import { createDatabaseProxy, type DatabaseProxy } from '#tests/support/http/connection-proxy.ts'
import { databaseHasTimeouts } from '#tests/support/run/shifted-clock.ts'
import { databaseLimits, openDedicatedConnection } from './connection.server.ts'
import { type Database, DatabaseBusy, openDatabase } from './database.server.ts'
import { transact } from './transact.server.ts'

let dir: string
let home: TestDatabase
let wire: DatabaseProxy
let opened: Database[]

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'hoshi-connection-'))
  home = await createTestDatabase()
  wire = createDatabaseProxy(home.connectionString, dir)
  await wire.listen()
  opened = []
  await queryDatabase(home.connectionString, 'create table numbers (n int primary key)')
})

afterEach(async () => {
  for (const database of opened) await database.close()
  await wire.cut()
  await home.drop()
  await rm(dir, { recursive: true, force: true })
})

const shortLimits = { ...databaseLimits, connectMs: 1000, queryMs: 1000, checkMs: 100 }

function open(limits = databaseLimits, max = 1, waitingMax = 500): Database {
  const database = openDatabase(wire.connectionString, () => {}, max, { limits, waitingMax })
  opened.push(database)
  return database
}

const numbers = () => queryDatabase<{ n: number }>(home.connectionString, 'select n from numbers order by n')

describe('a database that does not respond', () => {
  test('fails a transaction, which leaves nothing behind for the next one from the pool', async () => {
    const { db } = open(shortLimits)
    const queried = Promise.withResolvers<void>()
    const transaction = transact(db, async (trx) => {
      await sql`insert into numbers values (1)`.execute(trx)
      wire.stall()
      queried.resolve()
      await sql`insert into numbers values (2)`.execute(trx)
    })
    await queried.promise
    await expect(transaction).rejects.toThrow('Query read timeout')
    wire.resume()
    await expect.poll(() => sql`insert into numbers values (3)`.execute(db).then(() => 'stored', String)).toBe('stored')
    expect(await numbers()).toEqual([{ n: 3 }])
  })

  test('lets no caller wait forever for a connection', async () => {
    const { db } = open(shortLimits)
    wire.stall()
    await expect(sql`select 1`.execute(db)).rejects.toThrow('connection timeout')
    wire.resume()
    await expect.poll(() => sql`select 1`.execute(db).then(() => 'responded', String)).toBe('responded')
  })

  test('ends a connection that only listens, and reports its loss', async () => {
    const lost = Promise.withResolvers<Error>()
    const connection = await openDedicatedConnection(
      wire.connectionString,
      'test',
      { onLost: lost.resolve },
      shortLimits,
    )
    expect(await connection.query('select 1 as n')).toEqual([{ n: 1 }])
    wire.stall()
    expect((await lost.promise).message).toBe('Query read timeout')
    await expect(connection.query('select 1')).rejects.toThrow()
  })

  test('does not prevent closing', async () => {
    const database = open(databaseLimits)
    const connection = await openDedicatedConnection(wire.connectionString, 'test', { onLost: () => {} })
    await sql`select 1`.execute(database.db)
    wire.stall()
    const waiting = sql`select 1`.execute(database.db).catch(() => 'given up')
    await connection.close()
    await database.close()
    await wire.cut()
    expect(await waiting).toBe('given up')
    await wire.listen()
  })
})

test('a connection that the server ends while its pool closes is not reported as lost', async () => {
  const lost: Error[] = []
  const database = openDatabase(wire.connectionString, (error) => lost.push(error), 1)
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(database.db)
  // The pool's termination message does not arrive, as when the server is stopped at the same time.
  wire.stall()
  await database.close()
  const ended = () => queryDatabase(home.connectionString, `select from pg_stat_activity where pid = ${rows[0]!.pid}`)
  await queryDatabase(home.connectionString, `select pg_terminate_backend(${rows[0]!.pid})`)
  await expect.poll(ended).toEqual([])
  wire.resume()
  await expect.poll(() => wire.openSocketCount()).toBe(0)
  expect(lost).toEqual([])
})

describe('a database that is slow', () => {
  test.runIf(databaseHasTimeouts)('reports the timeout itself, and the connection stays usable', async () => {
    const { db } = open({ ...databaseLimits, statementMs: 50 })
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
    await expect(sql`select pg_sleep(600)`.execute(db)).rejects.toMatchObject({ code: '57014' })
    expect((await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)).rows).toEqual(rows)
  })

  test.runIf(databaseHasTimeouts)('lets no caller wait forever for a locked row', async () => {
    const { db } = open({ ...databaseLimits, lockMs: 50 }, 2)
    await sql`insert into numbers values (1)`.execute(db)
    await transact(db, async (trx) => {
      await sql`select from numbers where n = 1 for update`.execute(trx)
      const other = sql`update numbers set n = 2 where n = 1`.execute(db)
      await expect(other).rejects.toMatchObject({ code: '55P03' })
    })
  })

  test('refuses callers when its queue is full', async () => {
    const { db } = open(databaseLimits, 1, 2)
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    const started = Promise.withResolvers<void>()
    const blocking = transact(db, async () => {
      started.resolve()
      await released
    })
    await started.promise
    const waiting = [1, 2].map(() => sql`select 1`.execute(db))
    await expect(sql`select 1`.execute(db)).rejects.toBeInstanceOf(DatabaseBusy)
    release()
    await Promise.all([blocking, ...waiting])
  })
})
