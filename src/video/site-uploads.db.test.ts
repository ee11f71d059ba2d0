import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Account } from '#identity/account.ts'
import { newId } from '#platform/ids.server.ts'
import { lastDays } from '#platform/utc-days.ts'
import { createTestDatabase } from '#tests/support/data/test-database.server.ts'
import { openTestCatalog, type TestCatalog } from '#tests/support/worlds/test-catalog.server.ts'

let room: TestCatalog
let creator: Account

beforeEach(async () => {
  room = await openTestCatalog(await createTestDatabase())
  room.clock.set('2026-05-03T12:00:00Z')
  creator = await room.addCreator()
})
afterEach(() => room.close())

/** A video of this size that arrived then. */
async function receive(at: string, bytes: number, state: 'ready' | 'error' = 'ready'): Promise<string> {
  const uid = await room.addVideo(creator, state)
  await sql`
    update videos set received_at = ${at}::timestamptz, size_bytes = ${bytes} where uid = ${uid}`.execute(room.db)
  return uid
}

const addRendition = (uid: string, bytes: number) =>
  sql`
    insert into renditions (id, video_uid, origin, width, height, codecs, peak_bandwidth, average_bandwidth, frame_rate,
      size_bytes) values (${newId()}, ${uid}, 'copy', 640, ${bytes}, 'avc1.64000c', 1000, 1000, 24, ${bytes})
  `.execute(room.db)

test('uploads are counted by the UTC day on which they arrived, with their bytes, and those that failed', async () => {
  await receive('2026-05-01T00:00:00Z', 10)
  await receive('2026-05-01T23:59:59Z', 5, 'error')
  await receive('2026-05-03T00:00:00Z', 7)
  await receive('2026-04-30T23:59:59Z', 99)
  await room.addVideo(creator, 'pendingupload')
  expect(await room.video.uploadsOn(lastDays(room.clock.now(), 3))).toEqual([
    { day: '2026-05-01', count: 2, bytes: 15, failed: 1 },
    { day: '2026-05-02', count: 0, bytes: 0, failed: 0 },
    { day: '2026-05-03', count: 1, bytes: 7, failed: 0 },
  ])
})

test('what videos take is summed, and held for five minutes', async () => {
  expect(await room.video.storedBytes()).toEqual({ originals: 0, renditions: 0 })
  room.clock.set('2026-05-03T12:05:00Z')
  const uid = await receive('2026-05-01T00:00:00Z', 10)
  await receive('2026-05-01T00:00:00Z', 7, 'error')
  await addRendition(uid, 3)
  await addRendition(uid, 4)
  expect(await room.video.storedBytes()).toEqual({ originals: 10, renditions: 7 })
  await addRendition(uid, 5)
  room.clock.set('2026-05-03T12:09:59Z')
  expect(await room.video.storedBytes()).toEqual({ originals: 10, renditions: 7 })
  room.clock.set('2026-05-03T12:10:00Z')
  expect(await room.video.storedBytes()).toEqual({ originals: 10, renditions: 12 })
})
