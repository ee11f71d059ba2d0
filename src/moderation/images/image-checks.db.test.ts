import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { episodeVideo } from '#catalog/episode-events.server.ts'
import type { Account } from '#identity/account.ts'
import { on } from '#platform/room-events.ts'
import { transact } from '#platform/transact.server.ts'
import { openTestCatalog, type TestCatalog } from '#tests/support/test-catalog.server.ts'
import { createTestDatabase } from '#tests/support/test-database.server.ts'
import type { SampledPicture } from '#video/sampled-picture.ts'
import { videoComplete } from '#video/video-host.ts'
import { framesOf } from './image-check-rows.server.ts'
import { createImageChecks, type ImageChecks } from './image-checks.server.ts'
import { ClassificationError, defaultThresholds, type ImageModeration, type Scores } from './image-moderation.ts'

const clean: Scores = { Drawing: 0.8, Hentai: 0.1, Neutral: 0.05, Porn: 0.01, Sexy: 0.04 }
const adult: Scores = { Drawing: 0.2, Hentai: 0.7, Neutral: 0.05, Porn: 0.01, Sexy: 0.04 }
const reason = 'Marked automatically: Hentai, waiting for a person'

let room: TestCatalog
let creator: Account
let folder: string
/** Videos whose renditions are complete. */
let complete: Set<string>
/** Scores of pictures in order, or why there are none; the last one repeats. */
let answers: (Scores | ClassificationError | (() => Promise<Scores>))[]
let classified: number

beforeEach(async () => {
  room = await openTestCatalog(await createTestDatabase())
  creator = await room.addCreator()
  folder = await mkdtemp(join(tmpdir(), 'hoshi-pictures-'))
  complete = new Set()
  answers = [clean]
  classified = 0
})

afterEach(async () => {
  await room.close()
  await rm(folder, { recursive: true, force: true })
})

const imageModeration: ImageModeration = {
  service: 'http',
  async classify() {
    classified += 1
    const answer = answers.length > 1 ? answers.shift()! : answers[0]!
    if (answer instanceof ClassificationError) throw answer
    return typeof answer === 'function' ? await (answer as () => Promise<Scores>)() : answer
  },
  close() {},
}

/** A room whose videos have two frames and a poster. */
async function openChecks(service: ImageModeration = imageModeration): Promise<ImageChecks> {
  const pictures: SampledPicture[] = []
  for (const atSeconds of [0, 2, null]) {
    const path = join(folder, `${atSeconds}.jpg`)
    await writeFile(path, `picture at ${atSeconds}`)
    pictures.push({ path, atSeconds })
  }
  const checks = createImageChecks({
    ...room,
    video: { withSampledPictures: async (uid, use) => (complete.has(uid) ? await use(pictures) : null) },
    imageModeration: service,
    thresholds: defaultThresholds,
    markReason: ({ class: name }) => `Marked automatically: ${name}, waiting for a person`,
    log: { info: () => {}, warn: () => {} },
  })
  room.listeners.push(
    on(episodeVideo, (trx, { videoId }) => checks.queue(trx, videoId)),
    on(videoComplete, (trx, { uid }) => checks.queue(trx, uid)),
  )
  return checks
}

/** Does what a worker does when the last rendition is there. */
async function completeVideo(uid: string): Promise<void> {
  complete.add(uid)
  await transact(room.db, (trx) => room.emit(trx, videoComplete, { uid }))
}

async function publishComplete(fields = {}) {
  const episode = await room.publish(creator, fields)
  // The job of the saved episode comes too early.
  await room.work()
  await completeVideo(episode.videoId)
  return episode
}

/** What the queue has about an episode. */
async function queued(episodeId: string) {
  const { rows } = await sql<{ kinds: string[]; suggestion: object | null; failure: string | null }>`
    select kinds, suggestion, failure from moderation_items where subject_id = ${episodeId}
  `.execute(room.db)
  return rows
}

test('an episode is checked when its video is complete, and its scores are stored without pictures', async () => {
  const checks = await openChecks()
  const episode = await room.publish(creator)
  await room.work()
  expect([await checks.find(episode.id), classified]).toEqual([undefined, 0])
  await completeVideo(episode.videoId)
  await room.work()
  expect(await checks.find(episode.id)).toMatchObject({
    video_uid: episode.videoId,
    ...{ service: 'http', outcome: 'clean', class: 'Hentai', at_seconds: 0, failure: null, attempts: 1 },
  })
  expect(await framesOf(room.db, episode.videoId)).toEqual(
    [0, 2, null].map((at_seconds, number) => ({ number, at_seconds, scores: clean, picture: null })),
  )
  expect(await room.catalog.find(episode.id, null)).toMatchObject({ nsfw: false, nsfwReason: '' })
  expect(await queued(episode.id)).toEqual([])
})

test('an episode that is saved after its video was complete is checked too', async () => {
  const checks = await openChecks()
  const videoId = await room.addVideo(creator)
  await completeVideo(videoId)
  await room.work()
  expect(classified).toBe(0)
  const { id } = await room.catalog.publish(creator, { title: 'Late', genre: 'Drama', nsfw: false, videoId })
  await room.work()
  expect(await checks.find(id)).toMatchObject({ outcome: 'clean' })
})

test('a flagged episode is marked with the class, stays off Explore, and its pictures are kept', async () => {
  const checks = await openChecks()
  answers = [clean, adult, clean]
  const episode = await publishComplete()
  expect((await room.catalog.explore({}, undefined)).total).toBe(1)
  await room.work()
  expect(await checks.find(episode.id)).toMatchObject({
    ...{ outcome: 'flagged', class: 'Hentai', score: 0.7, at_seconds: 2 },
  })
  expect(await room.catalog.find(episode.id, null)).toMatchObject({ nsfw: true, nsfwReason: reason })
  expect((await room.catalog.explore({}, undefined)).total).toBe(0)
  const frames = await framesOf(room.db, episode.videoId)
  expect(frames.map(({ picture }) => picture?.toString())).toEqual(['picture at 0', 'picture at 2', 'picture at null'])
  await expect(room.catalog.edit(creator, episode.id, { nsfw: false })).rejects.toMatchObject({ name: 'Refusal' })
  const suggestion = { class: 'Hentai', score: 0.7, atSeconds: 2, hasMarked: true }
  expect(await queued(episode.id)).toEqual([{ kinds: ['suggestion'], suggestion, failure: null }])
})

test('a mark of the creator stays as it is, and the suggestion waits for a person', async () => {
  const checks = await openChecks()
  answers = [adult]
  const { id } = await publishComplete({ nsfw: true })
  await room.work()
  expect(await checks.find(id)).toMatchObject({ outcome: 'flagged' })
  expect(await room.catalog.find(id, creator)).toMatchObject({ nsfw: true, nsfwReason: '' })
  expect(await queued(id)).toMatchObject([{ suggestion: { class: 'Hentai', hasMarked: false } }])
})

test('a file is checked once, however often its job runs', async () => {
  const checks = await openChecks()
  answers = [adult]
  const { id, videoId } = await publishComplete()
  await room.work()
  expect(classified).toBe(3)
  await sql`update episodes set nsfw = false, nsfw_reason = '' where id = ${id}`.execute(room.db)
  await completeVideo(videoId)
  await room.work()
  expect(classified).toBe(3)
  expect(await room.catalog.find(id, creator)).toMatchObject({ nsfw: false })
  expect(await checks.find(id)).toMatchObject({ outcome: 'flagged', attempts: 1 })
})

test('a job that dies before it stores anything is repeated from the beginning', async () => {
  const checks = await openChecks()
  answers = [clean, () => Promise.reject(new Error('killed')), adult]
  const { id, videoId } = await publishComplete()
  await expect(room.work()).rejects.toThrow('killed')
  expect([await checks.find(id), await framesOf(room.db, videoId)]).toEqual([undefined, []])
  await completeVideo(videoId)
  await room.work()
  expect(await checks.find(id)).toMatchObject({ outcome: 'flagged', attempts: 1 })
})

test('a failure of the service is stored with its reason and tried again five times, then waits for a person', async () => {
  const checks = await openChecks()
  answers = [new ClassificationError('late', 'no answer')]
  const { id } = await publishComplete()
  for (let run = 0; run < 5; run++) await room.work()
  expect(await queued(id)).toEqual([])
  for (let run = 0; run < 3; run++) await room.work()
  expect(await checks.find(id)).toMatchObject({ outcome: 'failed', failure: 'late', class: null, attempts: 6 })
  expect(await room.catalog.find(id, null)).toMatchObject({ nsfw: false, nsfwReason: '' })
  expect(await queued(id)).toEqual([{ kinds: ['suggestion'], suggestion: null, failure: 'late' }])
})

test('a service that recovers replaces the failure by its suggestion', async () => {
  const checks = await openChecks()
  answers = [clean, new ClassificationError('refused', 'the service answered 500'), adult]
  const { id } = await publishComplete()
  await room.work()
  expect(await checks.find(id)).toMatchObject({ outcome: 'failed', failure: 'refused' })
  await room.work()
  expect(await checks.find(id)).toMatchObject({ outcome: 'flagged', failure: null, attempts: 2 })
})

test('a new file is checked again, and the check of the old one goes with it', async () => {
  const checks = await openChecks()
  const episode = await publishComplete()
  await room.work()
  const next = await room.addVideo(creator, 'inprogress')
  await room.catalog.replaceVideo(creator, episode.id, next)
  await sql`update videos set percent_complete = 100 where uid = ${next}`.execute(room.db)
  answers = [adult]
  complete.add(next)
  await room.makePlayable(next)
  await room.work()
  await room.work()
  expect(await checks.find(episode.id)).toMatchObject({ video_uid: next, outcome: 'flagged' })
  expect(await framesOf(room.db, episode.videoId)).toEqual([])
  expect(await room.catalog.find(episode.id, null)).toMatchObject({ nsfw: true, nsfwReason: reason })
})

test('a clean new file takes the episode out of the queue, where the old one could not be checked', async () => {
  await openChecks()
  answers = [new ClassificationError('late', 'no answer')]
  const { id } = await publishComplete()
  for (let run = 0; run < 7; run++) await room.work()
  expect(await queued(id)).toMatchObject([{ failure: 'late' }])
  const next = await room.addVideo(creator, 'inprogress')
  await room.catalog.replaceVideo(creator, id, next)
  await sql`update videos set percent_complete = 100 where uid = ${next}`.execute(room.db)
  answers = [clean]
  complete.add(next)
  await room.makePlayable(next)
  await room.work()
  await room.work()
  expect(await queued(id)).toEqual([{ kinds: [], suggestion: null, failure: null }])
})

test('with an episode everything of its check goes, also while it runs', async () => {
  const checks = await openChecks()
  answers = [adult]
  const [checked, running] = [await publishComplete(), await publishComplete({ title: 'Running' })]
  await room.work()
  await room.catalog.remove(creator, checked.id)
  expect([await checks.find(checked.id), await framesOf(room.db, checked.videoId)]).toEqual([undefined, []])

  await sql`delete from image_checks where episode_id = ${running.id}`.execute(room.db)
  const remove = async () => {
    await room.catalog.remove(creator, running.id)
    return clean
  }
  answers = [remove, clean]
  await completeVideo(running.videoId)
  await room.work()
  expect(await checks.find(running.id)).toBeUndefined()
})

test('without image moderation nothing is queued, and what was queued before ends quietly', async () => {
  const checks = await openChecks({ ...imageModeration, service: 'off' })
  const { id } = await publishComplete()
  await room.jobs.enqueue(
    room.db,
    { name: 'moderation.check-images', retryLimit: 0, retryDelaySeconds: 1, expireInSeconds: 1 },
    { uid: id },
  )
  await room.work()
  expect([await checks.find(id), classified]).toEqual([undefined, 0])
})
