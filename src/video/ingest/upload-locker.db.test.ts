import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Database, openDatabase } from '#platform/database.server.ts'
import { type Events, openEvents } from '#platform/events.server.ts'
import { type Locks, openLocks } from '#platform/locks.server.ts'
import { createLog } from '#platform/log.server.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/data/test-database.server.ts'
import { type VideoEvent, videoChannel } from '../video-events.server.ts'
import { releaseChannel, UploadLocker } from './upload-locker.server.ts'

const log = createLog('silent')
let home: TestDatabase
let database: Database
let locks: Locks
let events: Events
let locker: UploadLocker

beforeEach(async () => {
  home = await createTestDatabase()
  database = openDatabase(home.connectionString, () => {})
  locks = openLocks(home.connectionString, log)
  events = openEvents(home.connectionString, log)
  // Before the connection is ready, which then listens to what the locker has subscribed to.
  locker = new UploadLocker({ db: database.db, locks, events, uploadWaitMs: 120_000 })
  await events.ready()
})

afterEach(async () => {
  locker?.close()
  await events?.close()
  await locks?.close()
  await database?.close()
  await home?.drop()
})

const never = new AbortController().signal

test('asks the current writer to release the lock, and acquires it', async () => {
  const first = locker.newLock('one')
  const release = vi.fn(() => void first.unlock())
  await first.lock(never, release)
  const second = locker.newLock('one')
  await second.lock(never, () => {})
  expect(release).toHaveBeenCalledTimes(1)
  const third = locker.newLock('one')
  await expect(third.lock(AbortSignal.abort(), () => {})).rejects.toMatchObject({ code: 'video.upload_busy' })
  await second.unlock()
})

test('a request to release that arrives late does not stop a later writer', async () => {
  const release = vi.fn()
  const writer = locker.newLock('one')
  const requestedAt = Date.now() / 1000 - 60
  await writer.lock(never, release)
  await events.publish(database.db, releaseChannel, { uid: 'one', requestedAt })
  const delivered = Promise.withResolvers<void>()
  const unsubscribe = events.subscribe(releaseChannel, () => delivered.resolve())
  await events.publish(database.db, releaseChannel, { uid: 'another', requestedAt })
  await delivered.promise
  unsubscribe()
  expect(release).not.toHaveBeenCalled()
  await writer.unlock()
})

test('refuses an upload as busy while another connection does not release it', async () => {
  const first = locker.newLock('one')
  await first.lock(never, () => {})
  const late = locker.newLock('one')
  await expect(late.lock(AbortSignal.abort(), () => {})).rejects.toMatchObject({ code: 'video.upload_busy' })
  await first.unlock()
})

test.each(['removed', 'error'] as const)('a writer is released when its upload ends: %s', async (state) => {
  const released = Promise.withResolvers<void>()
  const writer = locker.newLock('one')
  await writer.lock(never, () => released.resolve())
  const event: VideoEvent = { uid: 'one', creatorId: 'mika', state, step: '', isPublic: false, leftLine: false }
  await events.publish(database.db, videoChannel, { ...event, uid: 'another' })
  await events.publish(database.db, videoChannel, event)
  await expect(released.promise).resolves.toBeUndefined()
  await writer.unlock()
})
