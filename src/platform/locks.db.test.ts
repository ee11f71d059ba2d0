import { once } from 'node:events'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { askDatabase } from '#tests/support/ask-database.server.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.server.ts'
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

const ask = <Row extends object>(text: string) => askDatabase<Row>(home.connectionString, text)

const holders = `from pg_stat_activity where application_name = 'hoshi locks' and datname = current_database()`
const cutHolders = () => ask(`select pg_terminate_backend(pid) ${holders}`)
const countHolders = async () => (await ask<{ n: number }>(`select count(*)::int as n ${holders}`))[0]?.n

test('one holds a lock, nobody else does, here or in another process', async () => {
  const here = open()
  const there = open()
  expect(await here.tryHold('upload 1')).not.toBeNull()
  expect(await here.tryHold('upload 1')).toBeNull()
  expect(await there.tryHold('upload 1')).toBeNull()
  expect(await there.tryHold('upload 2')).not.toBeNull()
})

test('of many that try at once exactly one gets it', async () => {
  const all = [open(), open(), open()]
  const tries = await Promise.all(Array.from({ length: 30 }, (_, n) => all[n % 3]!.tryHold('door')))
  expect(tries.filter((held) => held !== null)).toHaveLength(1)
})

test('a released lock is free for everybody, and releasing twice takes it from nobody', async () => {
  const here = open()
  const there = open()
  const first = await here.tryHold('door')
  await first!.release()
  const second = await there.tryHold('door')
  expect(second).not.toBeNull()
  await first!.release()
  expect(await here.tryHold('door')).toBeNull()
  await second!.release()
  const third = await here.tryHold('door')
  await first!.release()
  expect(await there.tryHold('door')).toBeNull()
  expect(third!.lost.aborted).toBe(false)
})

test('a lock whose connection dies is lost to its holder and free for others', async () => {
  const here = open()
  const there = open()
  const held = await here.tryHold('door')
  await there.tryHold('another')
  const [mine] = await ask<{ pid: number }>(`select pid from pg_locks where locktype = 'advisory' order by pid limit 1`)
  expect(mine).toBeDefined()
  const lost = once(held!.lost, 'abort')
  await cutHolders()
  await lost
  expect(held!.lost.reason).toBeInstanceOf(Error)
  await expect.poll(() => there.tryHold('door').catch(() => null)).not.toBeNull()
})

test('who takes a lock again at the moment of losing it holds it for good', async () => {
  const here = open()
  const there = open()
  const before = await here.tryHold('door')
  const lost = once(before!.lost, 'abort')
  await cutHolders()
  await lost
  const again = await here.tryHold('door')
  expect(again).not.toBeNull()
  await expect.poll(countHolders).toBe(1)
  expect(again!.lost.aborted).toBe(false)
  expect(await here.tryHold('door')).toBeNull()
  await before!.release()
  expect(await there.tryHold('door')).toBeNull()
  await again!.release()
  expect(await there.tryHold('door')).not.toBeNull()
})

test('closing frees what is held', async () => {
  const here = open()
  const there = open()
  await here.tryHold('door')
  await here.close()
  await expect.poll(() => there.tryHold('door')).not.toBeNull()
})

test('a failure to reach the database is told, and the lock is not taken for held', async () => {
  const [{ name } = { name: '' }] = await ask<{ name: string }>('select current_database() as name')
  const nowhere = openLocks(home.connectionString.replace(name, 'no_such_database'), log)
  await expect(nowhere.tryHold('door')).rejects.toThrow('no_such_database')
  await expect(nowhere.tryHold('door')).rejects.toThrow('no_such_database')
  await nowhere.close()
})
