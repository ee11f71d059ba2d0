import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '#platform/database.server.ts'
import { createJobs } from '#platform/jobs.server.ts'
import { createLog } from '#platform/log.server.ts'
import { queryDatabase } from '#tests/support/data/query-database.server.ts'
import { createPerson, type Person } from '#tests/support/http/person.ts'
import { createUpload, head, patch, someBytes } from '#tests/support/http/tus.ts'
import { createTestHoshi, type TestHoshi } from '#tests/support/worlds/test-hoshi.ts'
import { cleanupJob } from '#video/video-jobs.ts'

const QUOTA = 10_000
let site: TestHoshi
let now: Date

beforeAll(async () => {
  now = new Date()
  site = await createTestHoshi({
    worksJobs: true,
    environment: { CREATOR_QUOTA_BYTES: String(QUOTA) },
    clock: { now: () => now },
  })
})

afterAll(() => site?.close())

const names = () => readdir(join(site.dataDir, 'files/originals')).catch(() => [] as string[])
const videoOf = async (person: Person, uid: string) => (await person.call('GET', `/api/v1/videos/${uid}`)).json()

/** Runs the cleanup of every minute now. */
async function runCleanup(): Promise<void> {
  const database = openDatabase(site.connectionString, () => {}, 1)
  const jobs = createJobs(site.connectionString, createLog('silent'))
  await jobs.start({ work: false })
  await jobs.enqueue(database.db, cleanupJob, {})
  await jobs.stop()
  await database.close()
}

describe('an unfinished upload', () => {
  test('expires after a day: its URL takes nothing, then its row and bytes are removed', async () => {
    const creator = await createPerson(site.url, 'creator')
    const abandoned = await createUpload(creator, 1000)
    const underEpisode = await createUpload(creator, 1000)
    for (const { uploadURL } of [abandoned, underEpisode]) await patch(uploadURL, 0, someBytes(400))
    const episode = { title: 'T', genre: 'Action', nsfw: false, videoId: underEpisode.uid }
    expect((await creator.call('POST', '/api/v1/episodes', episode)).status).toBe(201)

    now = new Date(now.getTime() + 23 * 3_600_000)
    await runCleanup()
    expect((await patch(abandoned.uploadURL, 400, someBytes(100))).status).toBe(204)

    now = new Date(now.getTime() + 2 * 3_600_000)
    expect((await head(abandoned.uploadURL)).status).toBe(410)
    expect((await patch(abandoned.uploadURL, 500, someBytes(500))).json()).toMatchObject({ code: 'video.upload_gone' })
    const fresh = await createUpload(creator, 1000)
    await runCleanup()
    await expect.poll(names).toEqual([fresh.uid])
    expect(await videoOf(creator, abandoned.uid)).toMatchObject({ status: 404 })
    expect((await head(abandoned.uploadURL)).status).toBe(404)
    expect(await videoOf(creator, underEpisode.uid)).toMatchObject({
      status: {
        state: 'error',
        reasonCode: 'upload_expired',
        reason: 'The upload was not finished in time. Please upload the file again.',
      },
    })
    expect((await head(underEpisode.uploadURL)).status).toBe(410)
  })
})

describe('the storage of one creator', () => {
  test('is reserved by requested sizes, also by concurrent requests', async () => {
    const creator = await createPerson(site.url, 'creator')
    const other = await createPerson(site.url, 'creator')
    const ask = (person: Person, sizeBytes: number) =>
      person.call('POST', '/api/v1/videos', { name: 'clip.mp4', sizeBytes })
    const responses = await Promise.all(Array.from({ length: 12 }, () => ask(creator, 3000)))
    const statuses = responses.map(({ status }) => status).sort()
    expect(statuses).toEqual([201, 201, 201, ...Array.from({ length: 9 }, () => 403)])
    const refused = responses.find(({ status }) => status === 403)!
    expect(await refused.json()).toMatchObject({
      code: 'video.quota_reached',
      detail: 'Your storage is full. Delete an episode to make room.',
    })
    expect((await ask(other, QUOTA)).status).toBe(201)
    expect((await ask(creator, 1000)).status).toBe(201)
    expect((await ask(creator, 1)).status).toBe(403)

    const created = responses.find(({ status }) => status === 201)!
    const { uid } = (await created.json()) as { uid: string }
    expect((await creator.call('DELETE', `/api/v1/videos/${uid}`)).status).toBe(204)
    expect((await ask(creator, 3000)).status).toBe(201)
    await expect.poll(names).not.toContain(uid)
  })
})

test('a creator has at most a hundred unfinished uploads', async () => {
  const creator = await createPerson(site.url, 'creator')
  const many = `
    insert into videos (uid, creator_id, name, size_bytes, upload_key_hash, upload_expires_at)
    select 'open' || n, $1, 'clip', 1, sha256(n::text::bytea), now() + interval '30 days' from generate_series(1, 100) as n`
  await queryDatabase(site.connectionString, many, [creator.account.uid])
  const response = await creator.call('POST', '/api/v1/videos', { name: 'clip.mp4', sizeBytes: 1 })
  expect(await response.json()).toMatchObject({
    status: 429,
    code: 'video.too_many_unfinished',
    detail: 'You have too many unfinished uploads. Finish or cancel some of them, or try again tomorrow.',
  })
})

test('bytes that are not a video become an error with a message, and leave nothing on the disk', async () => {
  const creator = await createPerson(site.url, 'creator')
  const upload = await createUpload(creator, 5000)
  await patch(upload.uploadURL, 0, someBytes(5000))
  await expect
    .poll(() => videoOf(creator, upload.uid))
    .toMatchObject({ status: { state: 'error', reasonCode: expect.any(String), reason: expect.stringMatching(/\.$/) } })
  await expect.poll(names).not.toContain(upload.uid)
  const retry = await creator.call('POST', `/api/v1/videos/${upload.uid}/retry`)
  expect(await retry.json()).toMatchObject({ status: 409, code: 'video.not_retryable' })
})
