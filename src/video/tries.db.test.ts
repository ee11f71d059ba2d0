import { writeFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Account } from '#identity/account.ts'
import { openVideoRooms, type VideoRooms } from '#tests/support/video-rooms.server.ts'
import { createVideoOutcomes } from './processing/video-outcomes.server.ts'
import { FAILURES_AN_HOUR, RETRIES_A_VIDEO } from './tries.server.ts'
import type { VideoHost } from './video-host.ts'

let on: VideoRooms
let host: VideoHost
beforeEach(async () => {
  on = await openVideoRooms()
  host = on.open(null).host
})
afterEach(() => on.close())

/** A file of theirs that has arrived and ended as an error. */
async function fail(account: Account, reason: 'not_a_video' | 'processing_failed'): Promise<string> {
  const { uid } = await host.requestUpload(account, { name: 'rain.mp4', sizeBytes: 4 })
  await writeFile(on.parts.storage.pathOf(`originals/${uid}`), 'rain')
  await sql`update videos set state = 'inprogress' where uid = ${uid}`.execute(on.db)
  const outcomes = createVideoOutcomes(on.parts)
  await (reason === 'not_a_video' ? outcomes.refused(uid, reason) : outcomes.gaveUp(uid, reason))
  return uid
}

test('a video is tried again three times, and no more', async () => {
  const uid = await fail(on.creator, 'processing_failed')
  const states: string[] = []
  for (let n = 0; n < RETRIES_A_VIDEO; n++) {
    states.push((await host.retry(on.creator, uid)).status.state)
    await createVideoOutcomes(on.parts).gaveUp(uid, 'processing_failed')
  }
  expect(states).toEqual(['queued', 'queued', 'queued'])
  await expect(host.retry(on.creator, uid)).rejects.toMatchObject({ code: 'video.retried_too_often' })
  expect(on.countEnqueued('video.measure', uid)).toBe(RETRIES_A_VIDEO)
})

test('a video that is removed leaves no work behind that would count as a turn', async () => {
  const [uid, other] = [await fail(on.creator, 'processing_failed'), await fail(on.creator, 'processing_failed')]
  await host.retry(on.creator, uid)
  await host.retry(on.creator, other)
  await host.remove(on.creator, uid)
  expect([on.isEnqueued('video.measure', uid), on.isEnqueued('video.measure', other)]).toEqual([false, true])
  expect(on.isErased(uid)).toBe(true)
})

test('a creator whose files fail again and again has to wait, and nobody else', async () => {
  const first = await fail(on.creator, 'processing_failed')
  for (let n = 1; n < FAILURES_AN_HOUR.count; n++) await host.remove(on.creator, await fail(on.creator, 'not_a_video'))
  const tooMany = { code: 'video.too_many_failures', details: { retryAfterSeconds: expect.any(Number) } }
  const file = { name: 'snow.mp4', sizeBytes: 4 }
  await expect(host.requestUpload(on.creator, file)).rejects.toMatchObject(tooMany)
  await expect(host.retry(on.creator, first)).rejects.toMatchObject(tooMany)
  await host.requestUpload(on.other, file)
  await sql`update rate_limits set ends_at = now()`.execute(on.db)
  await host.requestUpload(on.creator, file)
  expect((await host.retry(on.creator, first)).status.state).toBe('queued')
})
