import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Account } from '#identity/account.ts'
import { newId } from '#platform/ids.server.ts'
import { createTestDatabase } from '#tests/support/data/test-database.server.ts'
import { openTestCatalog, type TestCatalog } from '#tests/support/worlds/test-catalog.server.ts'
import { BULK_MAX } from './episode.ts'

let room: TestCatalog
let creator: Account

beforeAll(async () => {
  room = await openTestCatalog(await createTestDatabase())
  creator = await room.addCreator()
})
afterAll(() => room.close())

test('changes each own episode once, and reports what each of the others refused', async () => {
  const { catalog } = room
  const [one, two] = [await room.publish(creator), await room.publish(creator)]
  const other = await room.publish(await room.addCreator())
  const unknown = newId()
  const ids = [one.id, other.id, two.id, one.id, unknown]
  expect(await catalog.changeMany(creator, ids, { genre: 'mecha', tags: ['rain'], visibility: 'unlisted' })).toEqual({
    changed: 2,
    refused: [
      { id: other.id, code: 'catalog.owner_only' },
      { id: unknown, code: 'catalog.episode_not_found' },
    ],
  })
  for (const { id } of [one, two])
    expect(await catalog.find(id, creator)).toMatchObject({ genre: 'Mecha', tags: ['rain'], visibility: 'unlisted' })
  expect(await catalog.find(other.id, null)).toMatchObject({ genre: 'Drama', visibility: 'public' })
})

test('an invalid change is refused for each episode and changes none', async () => {
  const episodes = [await room.publish(creator), await room.publish(creator)]
  const ids = episodes.map(({ id }) => id)
  expect(await room.catalog.changeMany(creator, ids, { visibility: 'scheduled' })).toEqual({
    changed: 0,
    refused: ids.map((id) => ({ id, code: 'catalog.publish_at_required' })),
  })
  for (const id of ids) expect(await room.catalog.find(id, null)).toMatchObject({ visibility: 'public' })
})

test('deletes own episodes and leaves those of others', async () => {
  const own = await room.publish(creator)
  const other = await room.publish(await room.addCreator())
  expect(await room.catalog.changeMany(creator, [own.id, other.id], 'delete')).toEqual({
    changed: 1,
    refused: [{ id: other.id, code: 'catalog.owner_only' }],
  })
  await expect(room.catalog.find(own.id, creator)).rejects.toMatchObject({ code: 'catalog.episode_not_found' })
  expect(await room.catalog.find(other.id, null)).toMatchObject({ id: other.id })
})

test('more episodes than the limit are refused together', async () => {
  const ids = Array.from({ length: BULK_MAX + 1 }, () => newId())
  await expect(room.catalog.changeMany(creator, ids, 'delete')).rejects.toMatchObject({
    code: 'catalog.bulk_too_many',
    details: { field: 'episodeIds' },
  })
  expect((await room.catalog.changeMany(creator, ids.slice(1), 'delete')).refused).toHaveLength(BULK_MAX)
})
