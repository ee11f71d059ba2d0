import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#platform/ids.server.ts'
import { openVideoFixture, type VideoFixture } from '#tests/support/worlds/video-fixture.server.ts'
import { recordEarlyStart } from './video-rows.server.ts'

let fixture: VideoFixture

beforeAll(async () => {
  fixture = await openVideoFixture()
})
afterAll(() => fixture.close())

async function aVideo(): Promise<string> {
  const uid = newId()
  await sql`insert into videos (uid, creator_id, name, size_bytes, upload_key_hash, upload_expires_at)
    values (${uid}, 'aya', 'clip', 5, ${Buffer.from(uid)}, now())`.execute(fixture.db)
  return uid
}

test('early processing of each video starts only once', async () => {
  const [first, second] = [await aVideo(), await aVideo()]
  const all = [first, first, second, second, 'unknown']
  const results: boolean[] = []
  for (const uid of all) results.push(await recordEarlyStart(fixture.db, uid))
  expect(results).toEqual([true, false, true, false, false])
})
