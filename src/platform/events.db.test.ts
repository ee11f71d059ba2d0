import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.server.ts'
import { type Database, openDatabase } from './database.server.ts'
import { type Events, openEvents } from './events.server.ts'
import { createLog } from './log.server.ts'

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

function open(): Events {
  const events = openEvents(home.connectionString, log)
  opened.push(events)
  return events
}

/** What one listener has heard, and how often it was told that it may have missed something. */
function listen(events: Events, channel: string) {
  const heard: unknown[] = []
  const gaps = { count: 0 }
  const stop = events.subscribe(
    channel,
    (news) => void heard.push(news),
    () => {
      gaps.count += 1
    },
  )
  return { heard, gaps, stop }
}

async function cutListeners(): Promise<void> {
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'hoshi events' and datname = current_database()`.execute(database.db)
}

test('news reaches every node that listens to its channel', async () => {
  const one = open()
  const other = open()
  const listeners = [listen(one, 'news'), listen(one, 'news'), listen(other, 'news')]
  const elsewhere = listen(other, 'Other "channel"')
  await Promise.all([one.ready(), other.ready()])
  await one.publish(database.db, 'news', { text: 'a ‘star’ ⭐' })
  for (const each of listeners) await expect.poll(() => each.heard).toEqual([{ text: 'a ‘star’ ⭐' }])
  expect(elsewhere.heard).toEqual([])
  await one.publish(database.db, 'Other "channel"', { n: 1 })
  await expect.poll(() => elsewhere.heard).toEqual([{ n: 1 }])
})

test('news of a transaction is heard when it commits, and never when it rolls back', async () => {
  const events = open()
  const { heard } = listen(events, 'news')
  await events.ready()
  const failed = database.db.transaction().execute(async (trx) => {
    await events.publish(trx, 'news', { n: 'rolled back' })
    throw new Error('No.')
  })
  await expect(failed).rejects.toThrow('No.')
  await database.db.transaction().execute(async (trx) => {
    await events.publish(trx, 'news', { n: 'committed' })
    await events.publish(database.db, 'news', { n: 'before the commit' })
    await expect.poll(() => heard).toEqual([{ n: 'before the commit' }])
  })
  await expect.poll(() => heard).toEqual([{ n: 'before the commit' }, { n: 'committed' }])
})

test('a connection that is cut comes back, says that there was a gap, and hears again', async () => {
  const events = open()
  const first = listen(events, 'news')
  const second = listen(events, 'more')
  await events.ready()
  await cutListeners()
  await expect.poll(() => [first.gaps.count, second.gaps.count]).toEqual([1, 1])
  await events.publish(database.db, 'news', { n: 1 })
  await events.publish(database.db, 'more', { n: 2 })
  await expect.poll(() => [first.heard, second.heard]).toEqual([[{ n: 1 }], [{ n: 2 }]])
})

test('a channel subscribed to while the connection is down is heard once it is back', async () => {
  const events = open()
  await events.ready()
  await cutListeners()
  const late = listen(events, 'late')
  await expect.poll(() => late.gaps.count).toBe(1)
  await events.publish(database.db, 'late', { n: 1 })
  await expect.poll(() => late.heard).toEqual([{ n: 1 }])
})

test('who unsubscribes hears nothing more, and the others go on', async () => {
  const events = open()
  const leaving = listen(events, 'news')
  const staying = listen(events, 'news')
  await events.ready()
  leaving.stop()
  await events.publish(database.db, 'news', { n: 1 })
  await expect.poll(() => staying.heard).toEqual([{ n: 1 }])
  expect(leaving.heard).toEqual([])
})

test('a listener that throws keeps nobody else from hearing', async () => {
  const events = open()
  events.subscribe('news', () => {
    throw new Error('A listener of ours has a bug.')
  })
  const { heard } = listen(events, 'news')
  await events.ready()
  await sql`select pg_notify('news', 'not JSON')`.execute(database.db)
  await events.publish(database.db, 'news', { n: 1 })
  await expect.poll(() => heard).toEqual([{ n: 1 }])
})

test('closing ends the connection for good', async () => {
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
