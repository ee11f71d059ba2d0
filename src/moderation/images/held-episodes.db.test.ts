import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { releaseJob } from '#administration/site/release-job.ts'
import { episodeAudience } from '#catalog/episode-events.server.ts'
import type { Hold } from '#catalog/hold.ts'
import { on } from '#platform/room-events.ts'
import { moderateEpisode } from '#tests/support/data/moderate-episode.ts'
import { adult, type CheckedRoom, clean, openCheckedRoom } from '#tests/support/worlds/checked-room.server.ts'
import { findCheck, framesOf } from './image-check-rows.server.ts'
import { ClassificationError } from './image-moderation.ts'

let world: CheckedRoom

async function open(service?: 'off'): Promise<void> {
  world = await openCheckedRoom(service)
  world.mode = 'hold'
}

beforeEach(() => open())
afterEach(() => world.close())

const holdOf = async (id: string) => (await world.room.catalog.moderation.find(id))!.hold
const isSeen = (id: string) =>
  world.room.catalog.find(id, null).then(
    () => true,
    () => false,
  )
const setHold = (id: string, hold: Hold | null) => moderateEpisode(world.room, id, { hold })

test('an episode waits for its check, seen by its creator and moderators, and a clean one releases it', async () => {
  const { room, creator } = world
  const { id } = await world.publishComplete()
  expect([await holdOf(id), await isSeen(id), (await room.catalog.explore({}, undefined)).total]).toEqual([
    'check',
    false,
    0,
  ])
  const viewer = await room.addViewer()
  await expect(room.catalog.find(id, viewer)).rejects.toMatchObject({ code: 'catalog.episode_not_found' })
  for (const person of [creator, { ...viewer, role: 'moderator' as const }])
    expect(await room.catalog.find(id, person)).toMatchObject({ isHeld: true })
  await room.work()
  expect([await holdOf(id), await isSeen(id), (await room.catalog.explore({}, undefined)).total]).toEqual([
    null,
    true,
    1,
  ])
  expect(await room.catalog.find(id, creator)).toMatchObject({ isHeld: false })
  expect(await world.queued(id)).toEqual([])
})

test('a flagged episode waits for a person, and no later check releases it', async () => {
  world.answers = [adult]
  const { id, videoId } = await world.publishComplete()
  await world.room.work()
  expect([await holdOf(id), await isSeen(id)]).toEqual(['person', false])
  expect(await world.queued(id)).toMatchObject([{ kinds: ['suggestion'], suggestion: { class: 'Hentai' } }])
  world.answers = [clean]
  await world.completeVideo(videoId)
  await world.choosePoster(videoId, 'another.webp')
  await world.room.work()
  expect([await holdOf(id), await isSeen(id)]).toEqual(['person', false])
})

test('a failure waits for a person from the first on, unless a later attempt is clean', async () => {
  world.answers = [new ClassificationError('refused', 'the service answered 500'), clean]
  const { id } = await world.publishComplete()
  await world.room.work()
  expect([await holdOf(id), await isSeen(id)]).toEqual(['failed', false])
  expect(await world.queued(id)).toEqual([{ kinds: ['suggestion'], suggestion: null, failure: 'refused' }])
  await world.room.work()
  expect([await holdOf(id), await isSeen(id)]).toEqual([null, true])
  expect(await world.queued(id)).toEqual([{ kinds: [], suggestion: null, failure: null }])
})

test('an episode that a moderator has released stays so, whatever its check finds', async () => {
  world.answers = [adult]
  const { id } = await world.publishComplete()
  await setHold(id, null)
  await world.room.work()
  expect(await holdOf(id)).toBeNull()
  expect(await world.room.catalog.find(id, null)).toMatchObject({ nsfw: true })
})

test('a chosen poster is checked alone, and holds the episode until then', async () => {
  const { id, videoId } = await world.publishComplete()
  await world.room.work()
  expect(world.classified).toBe(3)
  await world.choosePoster(videoId, 'second.webp')
  expect([await holdOf(id), await isSeen(id)]).toEqual(['check', false])
  await world.room.work()
  expect([await holdOf(id), world.classified]).toEqual([null, 4])
  expect(await findCheck(world.room.db, id)).toMatchObject({ outcome: 'clean', chosen_poster: 'second.webp' })
  world.answers = [adult]
  await world.choosePoster(videoId, 'third.webp')
  await world.room.work()
  expect(await holdOf(id)).toBe('person')
  expect(await findCheck(world.room.db, id)).toMatchObject({ outcome: 'flagged', at_seconds: null })
  expect(await framesOf(world.room.db, videoId)).toHaveLength(3)
})

test('a poster that cannot be checked waits for a person, and everything is checked again', async () => {
  const { id, videoId } = await world.publishComplete()
  await world.room.work()
  world.answers = [new ClassificationError('late', 'no answer'), clean]
  await world.choosePoster(videoId, 'second.webp')
  await world.room.work()
  expect(await holdOf(id)).toBe('failed')
  expect(await world.queued(id)).toMatchObject([{ failure: 'late' }])
  await world.room.work()
  expect([await holdOf(id), world.classified]).toEqual([null, 7])
})

test('a poster that is chosen during a check is checked too', async () => {
  const { id, videoId } = await world.publishComplete()
  const choose = async () => {
    await world.choosePoster(videoId, 'second.webp')
    return clean
  }
  world.answers = [choose, clean]
  await world.room.work()
  expect(await holdOf(id)).toBe('check')
  await world.room.work()
  expect(await holdOf(id)).toBeNull()
})

test('a new file holds the episode until it is checked', async () => {
  const { id } = await world.publishComplete()
  await world.room.work()
  await world.replaceFile(id)
  expect([await holdOf(id), await isSeen(id)]).toEqual(['check', false])
  await world.room.work()
  expect([await holdOf(id), await isSeen(id)]).toEqual([null, true])
})

test('without image moderation, every new episode and poster waits for a person', async () => {
  await world.close()
  await open('off')
  const { id, videoId } = await world.publishComplete()
  const item = { kinds: ['suggestion'], suggestion: null, failure: null }
  expect([await holdOf(id), await world.queued(id)]).toEqual(['person', [item]])
  await world.room.work()
  expect([await holdOf(id), world.classified]).toEqual(['person', 0])
  await setHold(id, null)
  await sql`update moderation_items set state = 'closed', kinds = '{}', closed_at = now()`.execute(world.room.db)
  await world.choosePoster(videoId, 'second.webp')
  expect([await holdOf(id), await world.queued(id)]).toEqual(['person', [item]])
})

test('episodes that waited for a check when image moderation was turned off wait for a person', async () => {
  await world.close()
  await open('off')
  const { id, videoId } = await world.room.publish(world.creator)
  const check = { name: 'moderation.check-images', retryLimit: 0, retryDelaySeconds: 1, expireInSeconds: 1 }
  for (const [mode, hold] of [
    ['hold', 'person'],
    ['flag', null],
  ] as const) {
    world.mode = mode
    await setHold(id, 'check')
    await world.room.jobs.enqueue(world.room.db, check, { uid: videoId })
    await world.room.work()
    expect(await holdOf(id)).toBe(hold)
  }
})

test('once nothing is held back any more, only those are released that wait for a check', async () => {
  const holds = ['check', 'failed', 'person', 'check'] as const
  const ids: string[] = []
  for (const hold of holds) {
    const { id } = await world.room.publish(world.creator)
    await setHold(id, hold)
    ids.push(id)
  }
  const release = async () => {
    await world.room.jobs.enqueue(world.room.db, releaseJob, {})
    await world.room.work()
    return await Promise.all(ids.map(holdOf))
  }
  expect(await release()).toEqual(holds)
  world.mode = 'flag'
  expect(await release()).toEqual([null, 'failed', 'person', null])
})

test('released twice at once, an episode becomes public once', async () => {
  const { room, creator } = world
  const ids = await Promise.all([1, 2, 3].map(async () => (await room.publish(creator)).id))
  expect(await Promise.all(ids.map(holdOf))).toEqual(['check', 'check', 'check'])
  const shown: string[] = []
  room.listeners.push(on(episodeAudience, async (_trx, { id }) => void shown.push(id)))
  world.mode = 'flag'
  await room.work()
  const release = () => {
    void room.jobs.enqueue(room.db, releaseJob, {})
    return room.work()
  }
  await Promise.all([release(), release()])
  expect(await Promise.all(ids.map(holdOf))).toEqual([null, null, null])
  expect(shown.toSorted()).toEqual(ids.toSorted())
})

test('what was flagged under another mode is marked and not held', async () => {
  const { id } = await world.publishComplete()
  world.mode = 'flag'
  world.answers = [adult]
  await world.room.work()
  expect(await holdOf(id)).toBeNull()
  expect(await world.room.catalog.find(id, null)).toMatchObject({ nsfw: true })
})
