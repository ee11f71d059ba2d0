import { rm, writeFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Account } from '#identity/account.ts'
import { transact } from '#platform/transact.server.ts'
import { openVideoFixture, type VideoFixture } from '#tests/support/worlds/video-fixture.server.ts'
import { createVideoTransitions } from './encode/video-transitions.server.ts'
import { FAILURES_PER_HOUR, RETRIES_PER_VIDEO } from './failure-limit.server.ts'
import type { VideoHost } from './video-host.ts'

let on: VideoFixture
let host: VideoHost
beforeEach(async () => {
  on = await openVideoFixture()
  host = on.open(null).host
})
afterEach(() => on.close())

/** A video of this account that was uploaded and failed. */
async function fail(account: Account, reason: 'not_a_video' | 'processing_failed'): Promise<string> {
  const { uid } = await host.requestUpload(account, { name: 'rain.mp4', sizeBytes: 4 })
  await writeFile(on.parts.uploadDisk.pathOf(`originals/${uid}`), 'rain')
  await sql`update videos set state = 'inprogress' where uid = ${uid}`.execute(on.db)
  const transitions = createVideoTransitions(on.parts)
  await (reason === 'not_a_video' ? transitions.reject(uid, reason) : transitions.fail(uid, reason))
  return uid
}

test('a video can be retried three times, and no more', async () => {
  const uid = await fail(on.creator, 'processing_failed')
  const states: string[] = []
  for (let n = 0; n < RETRIES_PER_VIDEO; n++) {
    states.push((await host.retry(on.creator, uid)).status.state)
    await createVideoTransitions(on.parts).fail(uid, 'processing_failed')
  }
  expect(states).toEqual(['queued', 'queued', 'queued'])
  await expect(host.retry(on.creator, uid)).rejects.toMatchObject({ code: 'video.retried_too_often' })
  expect(on.countEnqueued('video.measure', uid)).toBe(RETRIES_PER_VIDEO)
})

test('a failed video is processed again when a job that it needs is retried, and only then', async () => {
  const [uid, refused] = [await fail(on.creator, 'processing_failed'), await fail(on.creator, 'not_a_video')]
  const restart = (jobKind: string, of = uid) => transact(on.db, (trx) => host.restartAfter(trx, jobKind, of))
  await sql`update videos set retries = ${RETRIES_PER_VIDEO} where uid = ${uid}`.execute(on.db)
  expect([await restart('video.tidy'), await restart('video.encode', 'unknown')]).toEqual([false, false])
  await rm(on.parts.uploadDisk.pathOf(`originals/${refused}`))
  expect(await restart('video.encode', refused)).toBe(false)
  expect(on.isEnqueued('video.measure', uid)).toBe(false)
  expect([await restart('video.encode'), await restart('video.encode')]).toEqual([true, false])
  expect((await host.get(on.creator, uid)).status.state).toBe('queued')
  expect(on.isEnqueued('video.measure', uid)).toBe(true)
})

test('removing a video cancels the jobs that would count towards its creator’s share of the queue', async () => {
  const [uid, other] = [await fail(on.creator, 'processing_failed'), await fail(on.creator, 'processing_failed')]
  await host.retry(on.creator, uid)
  await host.retry(on.creator, other)
  await host.remove(on.creator, uid)
  expect([on.isEnqueued('video.measure', uid), on.isEnqueued('video.measure', other)]).toEqual([false, true])
  expect(on.isErased(uid)).toBe(true)
})

test('a creator whose files fail repeatedly has to wait; other creators do not', async () => {
  const first = await fail(on.creator, 'processing_failed')
  for (let n = 1; n < FAILURES_PER_HOUR.count; n++) await host.remove(on.creator, await fail(on.creator, 'not_a_video'))
  const tooMany = { code: 'video.too_many_failures', details: { retryAfterSeconds: expect.any(Number) } }
  const file = { name: 'snow.mp4', sizeBytes: 4 }
  await expect(host.requestUpload(on.creator, file)).rejects.toMatchObject(tooMany)
  await expect(host.retry(on.creator, first)).rejects.toMatchObject(tooMany)
  await host.requestUpload(on.other, file)
  await sql`update rate_limits set ends_at = now() - interval '1 second'`.execute(on.db)
  await host.requestUpload(on.creator, file)
  expect((await host.retry(on.creator, first)).status.state).toBe('queued')
})
