import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Account } from '#identity/account.ts'
import { adult, type CheckedRoom, clean, openCheckedRoom } from '#tests/support/worlds/checked-room.server.ts'
import type { TestCatalog } from '#tests/support/worlds/test-catalog.server.ts'
import { framesOf } from './image-check-rows.server.ts'
import type { ImageChecks } from './image-checks.server.ts'
import { ClassificationError } from './image-moderation.ts'

const reason = 'Marked automatically: Hentai, awaiting review'

let world: CheckedRoom
let room: TestCatalog
let creator: Account
let checks: ImageChecks
let publishComplete: CheckedRoom['publishComplete']

async function open(service?: 'off'): Promise<void> {
  world = await openCheckedRoom(service)
  ;({ room, creator, checks, publishComplete } = world)
}

beforeEach(() => open())
afterEach(() => world.close())

test('an episode is checked when its video is complete, and its scores are stored without pictures', async () => {
  const episode = await room.publish(creator)
  await room.work()
  expect([await checks.find(episode.id), world.classified]).toEqual([undefined, 0])
  await world.completeVideo(episode.videoId)
  await room.work()
  expect(await checks.find(episode.id)).toMatchObject({
    video_uid: episode.videoId,
    service: 'http',
    outcome: 'clean',
    class: 'Hentai',
    at_seconds: 0,
    failure: null,
    attempts: 1,
  })
  expect(await framesOf(room.db, episode.videoId)).toEqual(
    [0, 2, null].map((at_seconds, number) => ({ number, at_seconds, scores: clean, picture: null })),
  )
  expect(await room.catalog.find(episode.id, null)).toMatchObject({ nsfw: false, nsfwReason: '' })
  expect(await world.queued(episode.id)).toEqual([])
})

test('an episode that is saved after its video was complete is checked too', async () => {
  const videoId = await room.addVideo(creator)
  await world.completeVideo(videoId)
  await room.work()
  expect(world.classified).toBe(0)
  const { id } = await room.catalog.publish(creator, { title: 'Late', genre: 'Drama', nsfw: false, videoId })
  await room.work()
  expect(await checks.find(id)).toMatchObject({ outcome: 'clean' })
})

test('a flagged episode is marked with the class, stays off Explore, and its pictures are kept', async () => {
  world.answers = [clean, adult, clean]
  const episode = await publishComplete()
  expect((await room.catalog.explore({}, undefined)).total).toBe(1)
  await room.work()
  expect(await checks.find(episode.id)).toMatchObject({
    outcome: 'flagged',
    class: 'Hentai',
    score: 0.7,
    at_seconds: 2,
  })
  expect(await room.catalog.find(episode.id, null)).toMatchObject({ nsfw: true, nsfwReason: reason })
  expect((await room.catalog.explore({}, undefined)).total).toBe(0)
  const frames = await framesOf(room.db, episode.videoId)
  expect(frames.map(({ picture }) => picture?.toString())).toEqual(['picture at 0', 'picture at 2', 'picture at null'])
  await expect(room.catalog.edit(creator, episode.id, { nsfw: false })).rejects.toMatchObject({ name: 'Refusal' })
  const suggestion = { class: 'Hentai', score: 0.7, atSeconds: 2, hasMarked: true }
  expect(await world.queued(episode.id)).toEqual([{ kinds: ['suggestion'], suggestion, failure: null }])
})

test('a mark of the creator stays as it is, and the suggestion waits for a person', async () => {
  world.answers = [adult]
  const { id } = await publishComplete({ nsfw: true })
  await room.work()
  expect(await checks.find(id)).toMatchObject({ outcome: 'flagged' })
  expect(await room.catalog.find(id, creator)).toMatchObject({ nsfw: true, nsfwReason: '' })
  expect(await world.queued(id)).toMatchObject([{ suggestion: { class: 'Hentai', hasMarked: false } }])
})

test('a file is checked once, however often its job runs', async () => {
  world.answers = [adult]
  const { id, videoId } = await publishComplete()
  await room.work()
  expect(world.classified).toBe(3)
  await sql`update episodes set nsfw = false, nsfw_reason = '' where id = ${id}`.execute(room.db)
  await world.completeVideo(videoId)
  await room.work()
  expect(world.classified).toBe(3)
  expect(await room.catalog.find(id, creator)).toMatchObject({ nsfw: false })
  expect(await checks.find(id)).toMatchObject({ outcome: 'flagged', attempts: 1 })
})

test('a job that dies before it stores anything is repeated from the beginning', async () => {
  world.answers = [clean, () => Promise.reject(new Error('killed')), adult]
  const { id, videoId } = await publishComplete()
  await expect(room.work()).rejects.toThrow('killed')
  expect([await checks.find(id), await framesOf(room.db, videoId)]).toEqual([undefined, []])
  await world.completeVideo(videoId)
  await room.work()
  expect(await checks.find(id)).toMatchObject({ outcome: 'flagged', attempts: 1 })
})

test('a failure of the service is stored with its reason and tried again five times, then waits for a person', async () => {
  world.answers = [new ClassificationError('late', 'no answer')]
  const { id } = await publishComplete()
  for (let run = 0; run < 5; run++) await room.work()
  expect(await world.queued(id)).toEqual([])
  for (let run = 0; run < 3; run++) await room.work()
  expect(await checks.find(id)).toMatchObject({ outcome: 'failed', failure: 'late', class: null, attempts: 6 })
  expect(await room.catalog.find(id, null)).toMatchObject({ nsfw: false, nsfwReason: '' })
  expect(await world.queued(id)).toEqual([{ kinds: ['suggestion'], suggestion: null, failure: 'late' }])
})

test('a service that recovers replaces the failure by its suggestion', async () => {
  world.answers = [clean, new ClassificationError('refused', 'the service answered 500'), adult]
  const { id } = await publishComplete()
  await room.work()
  expect(await checks.find(id)).toMatchObject({ outcome: 'failed', failure: 'refused' })
  await room.work()
  expect(await checks.find(id)).toMatchObject({ outcome: 'flagged', failure: null, attempts: 2 })
})

test('a new file is checked again, and the check of the old one goes with it', async () => {
  const episode = await publishComplete()
  await room.work()
  world.answers = [adult]
  const next = await world.replaceFile(episode.id)
  await room.work()
  expect(await checks.find(episode.id)).toMatchObject({ video_uid: next, outcome: 'flagged' })
  expect(await framesOf(room.db, episode.videoId)).toEqual([])
  expect(await room.catalog.find(episode.id, null)).toMatchObject({ nsfw: true, nsfwReason: reason })
})

test('a clean new file takes the episode out of the queue, where the old one could not be checked', async () => {
  world.answers = [new ClassificationError('late', 'no answer')]
  const { id } = await publishComplete()
  for (let run = 0; run < 7; run++) await room.work()
  expect(await world.queued(id)).toMatchObject([{ failure: 'late' }])
  world.answers = [clean]
  await world.replaceFile(id)
  await room.work()
  expect(await world.queued(id)).toEqual([{ kinds: [], suggestion: null, failure: null }])
})

test('with an episode everything of its check goes, also while it runs', async () => {
  world.answers = [adult]
  const [checked, running] = [await publishComplete(), await publishComplete({ title: 'Running' })]
  await room.work()
  await room.catalog.remove(creator, checked.id)
  expect([await checks.find(checked.id), await framesOf(room.db, checked.videoId)]).toEqual([undefined, []])

  await sql`delete from image_checks where episode_id = ${running.id}`.execute(room.db)
  const remove = async () => {
    await room.catalog.remove(creator, running.id)
    return clean
  }
  world.answers = [remove, clean]
  await world.completeVideo(running.videoId)
  await room.work()
  expect(await checks.find(running.id)).toBeUndefined()
})

test('without image moderation nothing is queued, and what was queued before ends quietly', async () => {
  await world.close()
  await open('off')
  const { id } = await publishComplete()
  await room.jobs.enqueue(
    room.db,
    { name: 'moderation.check-images', retryLimit: 0, retryDelaySeconds: 1, expireInSeconds: 1 },
    { uid: id },
  )
  await room.work()
  expect([await checks.find(id), world.classified]).toEqual([undefined, 0])
})
