import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#tests/support/data/test-database.server.ts'
import { createDatabaseProxy } from '#tests/support/http/connection-proxy.ts'
import { createMemoryLog, type LogEntry } from '#tests/support/run/memory-log.ts'
import { type Database, openDatabase } from './database.server.ts'
import { type Events, eventChannel, openEvents } from './events.server.ts'
import { createLog } from './log.server.ts'
import { transact } from './transact.server.ts'

const log = createLog('silent')
let home: TestDatabase
let database: Database
let opened: Events[]

beforeEach(async () => {
  home = await createTestDatabase()
  database = openDatabase(home.connectionString, () => {})
  opened = []
})

afterEach(async () => {
  for (const events of opened) await events.close()
  await database.close()
  await home.drop()
})

const channelOf = (name: string) => eventChannel<object>(name)

function open(eventsLog = log): Events {
  const events = openEvents(home.connectionString, eventsLog)
  opened.push(events)
  return events
}

/** Events that one listener has received, and how many gaps were reported to it. */
function listen(events: Events, channel: string) {
  const received: unknown[] = []
  const gaps = { count: 0 }
  const stop = events.subscribe(
    channelOf(channel),
    (event) => void received.push(event),
    () => {
      gaps.count += 1
    },
  )
  return { received, gaps, stop }
}

async function cutConnections(): Promise<void> {
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'hoshi events' and datname = current_database()`.execute(database.db)
}

test('an event reaches every node that listens to its channel', async () => {
  const one = open()
  const other = open()
  const listeners = [listen(one, 'news'), listen(one, 'news'), listen(other, 'news')]
  const elsewhere = listen(other, 'Other "channel"')
  await Promise.all([one.ready(), other.ready()])
  await one.publish(database.db, channelOf('news'), { text: 'a ‘star’ ⭐' })
  for (const each of listeners) await expect.poll(() => each.received).toEqual([{ text: 'a ‘star’ ⭐' }])
  expect(elsewhere.received).toEqual([])
  await one.publish(database.db, channelOf('Other "channel"'), { n: 1 })
  await expect.poll(() => elsewhere.received).toEqual([{ n: 1 }])
})

test('events of a transaction arrive when it commits, and never when it rolls back', async () => {
  const events = open()
  const { received } = listen(events, 'news')
  await events.ready()
  const failed = transact(database.db, async (trx) => {
    await events.publish(trx, channelOf('news'), { n: 'rolled back' })
    throw new Error('No.')
  })
  await expect(failed).rejects.toThrow('No.')
  await transact(database.db, async (trx) => {
    await events.publish(trx, channelOf('news'), { n: 'committed' })
    await events.publish(database.db, channelOf('news'), { n: 'before the commit' })
    await expect.poll(() => received).toEqual([{ n: 'before the commit' }])
  })
  await expect.poll(() => received).toEqual([{ n: 'before the commit' }, { n: 'committed' }])
})

test('a cut connection comes back, reports a gap, and receives events again', async () => {
  const events = open()
  const first = listen(events, 'news')
  const second = listen(events, 'more')
  await events.ready()
  await cutConnections()
  await expect.poll(() => [first.gaps.count, second.gaps.count]).toEqual([1, 1])
  await events.publish(database.db, channelOf('news'), { n: 1 })
  await events.publish(database.db, channelOf('more'), { n: 2 })
  await expect.poll(() => [first.received, second.received]).toEqual([[{ n: 1 }], [{ n: 2 }]])
})

test('a channel subscribed to while the connection is down receives events once it is back', async () => {
  const events = open()
  await events.ready()
  await cutConnections()
  const late = listen(events, 'late')
  await expect.poll(() => late.gaps.count).toBe(1)
  await events.publish(database.db, channelOf('late'), { n: 1 })
  await expect.poll(() => late.received).toEqual([{ n: 1 }])
})

test('an unsubscribed listener receives nothing more, and the others still do', async () => {
  const events = open()
  const leaving = listen(events, 'news')
  const staying = listen(events, 'news')
  await events.ready()
  leaving.stop()
  await events.publish(database.db, channelOf('news'), { n: 1 })
  await expect.poll(() => staying.received).toEqual([{ n: 1 }])
  expect(leaving.received).toEqual([])
})

test('closing while a channel is being subscribed to is no failure', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'hoshi-events-'))
  const listening = Promise.withResolvers<void>()
  // Holds back the server's answer to LISTEN.
  const proxy = createDatabaseProxy(home.connectionString, folder, (bytes) => {
    if (!bytes.includes('LISTEN')) return bytes
    listening.resolve()
    return Buffer.alloc(0)
  })
  await proxy.listen()
  const entries: LogEntry[] = []
  const events = openEvents(proxy.connectionString, createMemoryLog(entries))
  listen(events, 'news')
  await listening.promise
  await events.close()
  await proxy.cut()
  await expect.poll(() => proxy.openSocketCount()).toBe(0)
  expect(entries).toEqual([])
  rmSync(folder, { recursive: true })
})

test('a listener that throws does not prevent the others from receiving events', async () => {
  const events = open()
  events.subscribe(channelOf('news'), () => {
    throw new Error('A listener of ours has a bug.')
  })
  const { received } = listen(events, 'news')
  await events.ready()
  await events.publish(database.db, channelOf('news'), { n: 1 })
  await expect.poll(() => received).toEqual([{ n: 1 }])
})

test('an event is parsed once for all its listeners', async () => {
  const events = open()
  const [one, other] = [listen(events, 'news'), listen(events, 'news')]
  await events.ready()
  await events.publish(database.db, channelOf('news'), { n: 1 })
  await expect.poll(() => [one.received, other.received]).toEqual([[{ n: 1 }], [{ n: 1 }]])
  expect(one.received[0]).toBe(other.received[0])
})

test('an event that is not JSON is logged once, and the next one arrives', async () => {
  const entries: LogEntry[] = []
  const events = open(createMemoryLog(entries))
  const [one, other] = [listen(events, 'news'), listen(events, 'news')]
  await events.ready()
  await sql`select pg_notify('news', 'not JSON')`.execute(database.db)
  await events.publish(database.db, channelOf('news'), { n: 1 })
  await expect.poll(() => [one.received, other.received]).toEqual([[{ n: 1 }], [{ n: 1 }]])
  expect(entries).toMatchObject([{ level: 'error', message: 'events: an event is not JSON' }])
})

test('closing ends the connection permanently', async () => {
  const events = open()
  listen(events, 'news')
  await events.ready()
  await events.close()
  const count = async () => {
    const { rows } = await sql<{ n: number }>`select count(*) as n from pg_stat_activity
      where application_name = 'hoshi events' and datname = current_database()`.execute(database.db)
    return rows[0]?.n
  }
  await expect.poll(count).toBe(0)
})
