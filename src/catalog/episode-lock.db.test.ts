import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Account } from '#identity/account.ts'
import { transact } from '#platform/transact.server.ts'
import { createTestDatabase } from '#tests/support/data/test-database.server.ts'
import { eventually } from '#tests/support/run/eventually.ts'
import { openTestCatalog, type TestCatalog } from '#tests/support/worlds/test-catalog.server.ts'
import { lockEpisodeWithVideos } from './episode-lock.server.ts'

let room: TestCatalog
let creator: Account

beforeAll(async () => {
  room = await openTestCatalog(await createTestDatabase())
  creator = await room.addCreator()
})
afterAll(() => room?.close())

async function isLockWaitedFor(): Promise<boolean> {
  const { rows } = await sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(room.db)
  return rows.length > 0
}

/** Which of these rows another transaction could lock now. */
async function unlocked(uids: string[]): Promise<string[]> {
  const videos = await sql<{ id: string }>`
    select uid as id from videos where uid = any(${uids}::text[]) for update skip locked`.execute(room.db)
  const people = await sql<{ id: string }>`
    select id from users where id = any(${uids}::text[]) for update skip locked`.execute(room.db)
  return [...videos.rows, ...people.rows].map(({ id }) => id)
}

test('an episode that gets another video while its lock is waited for is locked with that one', async () => {
  const { id, videoId } = await room.publish(creator)
  const [next, other] = [await room.addVideo(creator, 'queued'), await room.addVideo(creator, 'queued')]
  const lockAndLook = () =>
    transact(room.db, async (trx) => {
      await sql`select from users where id = ${creator.uid} for update`.execute(trx)
      const row = await lockEpisodeWithVideos(room, trx, id)
      return { row, free: await unlocked([creator.uid, videoId, next, other]) }
    })
  const { locking } = await transact(room.db, async (trx) => {
    await room.video.lock(trx, [videoId])
    const started = lockAndLook()
    await eventually('the lock is waited for', isLockWaitedFor)
    await sql`update episodes set next_video_id = ${next} where id = ${id}`.execute(trx)
    return { locking: started }
  })
  expect(await locking).toMatchObject({ row: { id, next_video_id: next }, free: [other] })
})

test('an episode that is removed while its lock is waited for is gone', async () => {
  const { id, videoId } = await room.publish(creator)
  const { locking } = await transact(room.db, async (trx) => {
    await room.video.lock(trx, [videoId])
    const started = transact(room.db, (waiting) => lockEpisodeWithVideos(room, waiting, id))
    await eventually('the lock is waited for', isLockWaitedFor)
    await room.video.removeWithEpisode(trx, videoId)
    return { locking: started }
  })
  expect(await locking).toBeNull()
})
