import { once } from 'node:events'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { queryDatabase } from '#tests/support/data/query-database.server.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/data/test-database.server.ts'
import { type Locks, openLocks } from './locks.server.ts'
import { createLog } from './log.server.ts'

const log = createLog('silent')
let home: TestDatabase
let opened: Locks[]

beforeEach(async () => {
  home = await createTestDatabase()
  opened = []
})

afterEach(async () => {
  for (const locks of opened) await locks.close()
  await home.drop()
})

function open(): Locks {
  const locks = openLocks(home.connectionString, log)
  opened.push(locks)
  return locks
}

const ask = <Row extends object>(text: string) => queryDatabase<Row>(home.connectionString, text)

const lockConnections = `from pg_stat_activity where application_name = 'hoshi locks' and datname = current_database()`
const cutLockConnections = () => ask(`select pg_terminate_backend(pid) ${lockConnections}`)
const countLockConnections = async () =>
  (await ask<{ n: number }>(`select count(*)::int as n ${lockConnections}`))[0]?.n

test('a lock has one holder, in this process and in others', async () => {
  const here = open()
  const there = open()
  expect(await here.tryAcquire('upload 1')).not.toBeNull()
  expect(await here.tryAcquire('upload 1')).toBeNull()
  expect(await there.tryAcquire('upload 1')).toBeNull()
  expect(await there.tryAcquire('upload 2')).not.toBeNull()
})

test('exactly one of many concurrent attempts acquires a lock', async () => {
  const all = [open(), open(), open()]
  const attempts = await Promise.all(Array.from({ length: 30 }, (_, n) => all[n % 3]!.tryAcquire('door')))
  expect(attempts.filter((lock) => lock !== null)).toHaveLength(1)
})

test('a released lock is free for all, and releasing it again does not affect its next holder', async () => {
  const here = open()
  const there = open()
  const first = await here.tryAcquire('door')
  await first!.release()
  const second = await there.tryAcquire('door')
  expect(second).not.toBeNull()
  await first!.release()
  expect(await here.tryAcquire('door')).toBeNull()
  await second!.release()
  const third = await here.tryAcquire('door')
  await first!.release()
  expect(await there.tryAcquire('door')).toBeNull()
  expect(third!.lost.aborted).toBe(false)
})

test('a lock whose connection dies is lost to its holder and free for others', async () => {
  const here = open()
  const there = open()
  const lock = await here.tryAcquire('door')
  await there.tryAcquire('another')
  const [row] = await ask<{ pid: number }>(`select pid from pg_locks where locktype = 'advisory' order by pid limit 1`)
  expect(row).toBeDefined()
  const lost = once(lock!.lost, 'abort')
  await cutLockConnections()
  await lost
  expect(lock!.lost.reason).toBeInstanceOf(Error)
  await expect.poll(() => there.tryAcquire('door').catch(() => null)).not.toBeNull()
})

test('a lock acquired again at the moment of its loss stays held', async () => {
  const here = open()
  const there = open()
  const before = await here.tryAcquire('door')
  const lost = once(before!.lost, 'abort')
  await cutLockConnections()
  await lost
  const again = await here.tryAcquire('door')
  expect(again).not.toBeNull()
  await expect.poll(countLockConnections).toBe(1)
  expect(again!.lost.aborted).toBe(false)
  expect(await here.tryAcquire('door')).toBeNull()
  await before!.release()
  expect(await there.tryAcquire('door')).toBeNull()
  await again!.release()
  expect(await there.tryAcquire('door')).not.toBeNull()
})

test('closing releases held locks', async () => {
  const here = open()
  const there = open()
  await here.tryAcquire('door')
  await here.close()
  await expect.poll(() => there.tryAcquire('door')).not.toBeNull()
})

test('a failure to reach the database is reported, and the lock does not count as held', async () => {
  const [{ name } = { name: '' }] = await ask<{ name: string }>('select current_database() as name')
  const nowhere = openLocks(home.connectionString.replace(name, 'no_such_database'), log)
  await expect(nowhere.tryAcquire('door')).rejects.toThrow('no_such_database')
  await expect(nowhere.tryAcquire('door')).rejects.toThrow('no_such_database')
  await nowhere.close()
})
