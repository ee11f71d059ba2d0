import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#platform/ids.server.ts'
import { openVideoRooms, type VideoRooms } from '#tests/support/video-rooms.server.ts'
import { beginEarly } from './video-rows.server.ts'

let rooms: VideoRooms

beforeAll(async () => {
  rooms = await openVideoRooms()
})
afterAll(() => rooms.close())

async function aVideo(): Promise<string> {
  const uid = newId()
  await sql`insert into videos (uid, creator_id, name, size_bytes, upload_key_hash, upload_expires_at)
    values (${uid}, 'aya', 'clip', 5, ${Buffer.from(uid)}, now())`.execute(rooms.db)
  return uid
}

test('each video is begun early once', async () => {
  const [first, second] = [await aVideo(), await aVideo()]
  const all = [first, first, second, second, 'unknown']
  const begun: boolean[] = []
  for (const uid of all) begun.push(await beginEarly(rooms.db, uid))
  expect(begun).toEqual([true, false, true, false, false])
})
