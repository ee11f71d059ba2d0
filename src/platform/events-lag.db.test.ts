import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#tests/support/data/test-database.server.ts'
import { type Database, openDatabase } from './database.server.ts'
import { type Events, openEvents } from './events.server.ts'
import { createEventsLag, EVENTS_LAG_MAX_SECONDS } from './events-lag.server.ts'
import { createLog } from './log.server.ts'

let home: TestDatabase
let database: Database
let events: Events

beforeEach(async () => {
  home = await createTestDatabase()
  database = openDatabase(home.connectionString, () => {})
  events = openEvents(home.connectionString, createLog('silent'))
  await events.ready()
})

afterEach(async () => {
  vi.useRealTimers()
  await events.close()
  await database.close()
  await home.drop()
})

test('the lag is the time until an event of this process comes back to it', async () => {
  const other = openEvents(home.connectionString, createLog('silent'))
  await other.ready()
  const [ours, theirs] = [createEventsLag(database.db, events), createEventsLag(database.db, other)]
  const publish = vi.spyOn(events, 'publish')
  expect(await Promise.all([ours.measure(), ours.measure(), theirs.measure()])).toEqual(
    Array(3).fill(expect.toSatisfy((seconds: number) => seconds > 0 && seconds <= EVENTS_LAG_MAX_SECONDS)),
  )
  expect(publish).toHaveBeenCalledTimes(2)
  await other.close()
})

test('an event that does not come back counts as late as it can be', async () => {
  const lag = createEventsLag(database.db, events)
  lag.close()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  const measured = lag.measure()
  await vi.advanceTimersByTimeAsync(EVENTS_LAG_MAX_SECONDS * 1000)
  expect(await measured).toBe(EVENTS_LAG_MAX_SECONDS)
})
