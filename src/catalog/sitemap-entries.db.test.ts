import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestDatabase } from '#tests/support/data/test-database.server.ts'
import { openTestCatalog, type TestCatalog } from '#tests/support/worlds/test-catalog.server.ts'

let room: TestCatalog

beforeEach(async () => {
  room = await openTestCatalog(await createTestDatabase())
})

afterEach(() => room.close())

test('entries match Explore: newest first, none adult or unplayable', async () => {
  const creator = await room.addCreator()
  room.clock.set('2026-05-01T12:00:00.000Z')
  const older = await room.publish(creator)
  room.clock.set('2026-05-01T12:00:01.000Z')
  const newer = await room.publish(creator)
  await room.publish(creator, { nsfw: true })
  await room.publish(creator, {}, 'queued')
  const { entries, nextCursor } = await room.catalog.sitemap.entries({ limit: 10 })
  expect(entries).toMatchObject([newer, older].map(({ id, updatedAt }) => ({ id, creatorId: creator.uid, updatedAt })))
  expect(nextCursor).toBeNull()
})

test('an entry has its video, unless its creator names the sites that embed it', async () => {
  const creator = await room.addCreator()
  const description = 'A short night.\n\n0:00 The platform\n0:01 The viaduct'
  const episode = await room.publish(creator, { title: 'Stars', description })
  await room.db
    .updateTable('videos' as never)
    .set({ poster_name: 'poster-x.webp' } as never)
    .execute()
  const videoNow = async () => (await room.catalog.sitemap.entries({ limit: 1 })).entries[0]?.video
  expect(await videoNow()).toEqual({
    title: 'Stars',
    description: 'A short night.',
    genre: episode.genre,
    poster: `/media/${episode.videoId}/poster-x.webp`,
    file: null,
    durationSeconds: episode.durationSeconds,
    publishedAt: episode.date,
  })
  await room.catalog.edit(creator, episode.id, { embedSites: ['https://example.com'] })
  expect(await videoNow()).toBeNull()
})

test('consecutive pages cover the entire list', async () => {
  const creator = await room.addCreator()
  for (let n = 0; n < 7; n += 1) await room.publish(creator)
  const all = (await room.catalog.sitemap.entries({ limit: 10 })).entries
  const cursors = await room.catalog.sitemap.cursors(3)
  expect(cursors).toHaveLength(2)
  const found = []
  for (const cursor of [undefined, ...cursors]) {
    found.push(...(await room.catalog.sitemap.entries({ limit: 3, ...(cursor ? { cursor } : {}) })).entries)
  }
  expect(found).toEqual(all)
})

test('a list that just fits has only one page', async () => {
  const creator = await room.addCreator()
  for (let n = 0; n < 6; n += 1) await room.publish(creator)
  expect(await room.catalog.sitemap.cursors(6)).toEqual([])
  expect(await room.catalog.sitemap.cursors(3)).toHaveLength(1)
})

test('an invalid cursor is refused', async () => {
  await expect(room.catalog.sitemap.entries({ cursor: 'none', limit: 3 })).rejects.toMatchObject({
    code: 'catalog.cursor_invalid',
  })
})
