import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { newId } from '#platform/ids.server.ts'
import { transact } from '#platform/transact.server.ts'
import { createTestDatabase } from '#tests/support/data/test-database.server.ts'
import { openTestCatalog, type TestCatalog } from '#tests/support/worlds/test-catalog.server.ts'
import { videoBecamePlayable, videoCeasedToPlay } from './catalog.server.ts'

let room: TestCatalog

beforeEach(async () => {
  room = await openTestCatalog(await createTestDatabase())
})

afterEach(() => room.close())

const refusal = (code: string, field?: string) =>
  expect.objectContaining(field ? { code, details: { field } } : { code })

/** Queues two calls for the lock on a video's row, in this order. @returns the string that one of them resolves to */
async function bothWaiting(videoId: string, works: (() => Promise<unknown>)[]): Promise<string> {
  expect(works).toHaveLength(2)
  const waiting = async () => {
    const { rows } = await sql`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(room.db)
    return rows.length
  }
  const calls = await transact(room.db, async (trx) => {
    await sql`select from videos where uid = ${videoId} for update`.execute(trx)
    const blocked: Promise<unknown>[] = []
    for (const work of works) {
      blocked.push(work())
      await expect.poll(waiting).toBe(blocked.length)
    }
    return blocked
  })
  return (await Promise.all(calls)).find((result) => typeof result === 'string') ?? ''
}

test('until its video is playable, only the owner sees an episode and totals exclude it', async () => {
  const creator = await room.addCreator()
  const episode = await room.publish(creator, {}, 'inprogress')
  const { catalog } = room
  expect(episode).toMatchObject({ isPlayable: false, hls: null, videoStatus: { state: 'inprogress' } })
  for (const viewer of [null, await room.addViewer(), await room.addCreator()]) {
    await expect(catalog.find(episode.id, viewer)).rejects.toEqual(refusal('catalog.episode_not_found'))
    expect(await catalog.byCreator(creator.uid, viewer, {})).toEqual({ episodes: [], total: 0, nextCursor: null })
  }
  expect(await catalog.byCreator(creator.uid, creator, {})).toMatchObject({ episodes: [{ id: episode.id }], total: 0 })
  expect(await catalog.explore({})).toMatchObject({ episodes: [], total: 0 })
  expect(await catalog.profileIdsOf(creator.uid)).toEqual([])
  expect(await catalog.isOpenToAll(episode.id)).toBe(false)

  await room.makePlayable(episode.videoId)
  expect(await catalog.find(episode.id, null)).toMatchObject({ isPlayable: true, videoStatus: null })
  expect(await catalog.explore({})).toMatchObject({ episodes: [{ id: episode.id }], total: 1 })
  expect(await catalog.profileIdsOf(creator.uid)).toEqual([episode.id])
  expect(await catalog.isOpenToAll(episode.id)).toBe(true)
})

test('an episode saved while its video becomes playable is visible, whichever commits first', async () => {
  const creator = await room.addCreator()
  const publishOn = async (videoId: string) => (await room.publish(creator, { videoId })).id
  const orders: ((videoId: string) => Promise<string>)[] = [
    async (videoId) => {
      const id = await publishOn(videoId)
      await room.makePlayable(videoId)
      return id
    },
    async (videoId) => {
      await room.makePlayable(videoId)
      return await publishOn(videoId)
    },
    async (videoId) => (await Promise.all([publishOn(videoId), room.makePlayable(videoId)]))[0],
    async (videoId) => (await Promise.all([room.makePlayable(videoId), publishOn(videoId)]))[1],
    // The row stays locked until both calls wait for it, in either order.
    (videoId) => bothWaiting(videoId, [() => publishOn(videoId), () => room.makePlayable(videoId)]),
    (videoId) => bothWaiting(videoId, [() => room.makePlayable(videoId), () => publishOn(videoId)]),
  ]
  for (const [index, order] of orders.entries()) {
    const id = await order(await room.addVideo(creator, 'inprogress'))
    expect(await room.catalog.isOpenToAll(id), `order ${index}`).toBe(true)
  }
})

test('an episode is hidden again when its video stops being playable', async () => {
  const creator = await room.addCreator()
  const { id, videoId } = await room.publish(creator)
  expect(await room.catalog.isOpenToAll(id)).toBe(true)
  await transact(room.db, (trx) => videoCeasedToPlay(trx, room.emit, videoId))
  expect(await room.catalog.isOpenToAll(id)).toBe(false)
  expect(await room.catalog.explore({})).toEqual({ episodes: [], total: 0, nextCursor: null })
})

test('an event about a video without an episode changes nothing', async () => {
  await transact(room.db, (trx) => videoBecamePlayable(trx, room, newId()))
  expect(await room.catalog.explore({})).toEqual({ episodes: [], total: 0, nextCursor: null })
})

test('removing an episode while its video becomes playable does not deadlock', async () => {
  const creator = await room.addCreator()
  for (let n = 0; n < 8; n += 1) {
    const episode = await room.publish(creator, {}, 'inprogress')
    await Promise.all([room.catalog.remove(creator, episode.id), room.makePlayable(episode.videoId)])
    await expect(room.catalog.find(episode.id, creator)).rejects.toEqual(refusal('catalog.episode_not_found'))
  }
})
