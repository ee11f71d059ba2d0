import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestDatabase } from '#tests/support/data/test-database.server.ts'
import { openTestCatalog, type TestCatalog } from '#tests/support/worlds/test-catalog.server.ts'

let room: TestCatalog

beforeEach(async () => {
  room = await openTestCatalog(await createTestDatabase())
})

afterEach(() => room.close())

const refusal = (code: string, field?: string) =>
  expect.objectContaining(field ? { code, details: { field } } : { code })

test('an edit changes the given fields and the update date', async () => {
  const creator = await room.addCreator()
  const before = await room.publish(creator, { title: 'Stars', description: 'Old', tags: ['sea'] })
  room.clock.set('2026-05-02T12:00:00.000Z')
  const edited = await room.catalog.edit(creator, before.id, {
    title: ' Tanabata ',
    genre: 'sci-fi',
    tags: [' night ', '', 'Night'],
  })
  expect(edited).toEqual({
    ...before,
    title: 'Tanabata',
    genre: 'Sci-Fi',
    tags: ['night'],
    updatedAt: new Date('2026-05-02T12:00:00.000Z'),
  })
  expect(await room.catalog.edit(creator, before.id, { description: '' })).toMatchObject({
    description: '',
    genre: 'Sci-Fi',
  })
  expect((await room.catalog.explore({ genre: 'Sci-Fi', search: 'tanabata' })).total).toBe(1)
  expect((await room.catalog.explore({ search: 'stars' })).total).toBe(0)
})

test('an empty edit leaves the update date unchanged', async () => {
  const creator = await room.addCreator()
  const before = await room.publish(creator)
  room.clock.set('2026-05-02T12:00:00.000Z')
  expect(await room.catalog.edit(creator, before.id, {})).toEqual(before)
})

test('an invalid edit is refused with its field, and nothing is stored', async () => {
  const creator = await room.addCreator()
  const before = await room.publish(creator)
  const cases = [
    [{ title: ' ' }, 'catalog.title_required', 'title'],
    [{ title: 'x'.repeat(121) }, 'catalog.title_invalid', 'title'],
    [{ genre: '' }, 'catalog.genre_required', 'genre'],
    [{ genre: 'g'.repeat(41) }, 'catalog.genre_invalid', 'genre'],
    [{ description: 'd'.repeat(5001) }, 'catalog.description_invalid', 'description'],
    [{ tags: ['t'.repeat(41)] }, 'catalog.tags_invalid', 'tags'],
  ] as const
  for (const [change, code, field] of cases) {
    const changes = { description: 'New', ...change, tags: 'tags' in change ? [...change.tags] : [] }
    await expect(room.catalog.edit(creator, before.id, changes)).rejects.toEqual(refusal(code, field))
  }
  expect(await room.catalog.find(before.id, creator)).toEqual(before)
})

test('only the owner can edit an episode; for others a hidden one does not exist', async () => {
  const creator = await room.addCreator()
  const shown = await room.publish(creator)
  const hidden = await room.publish(creator, {}, 'queued')
  const admin = { ...(await room.addViewer()), role: 'admin' as const }
  for (const account of [await room.addCreator(), admin]) {
    await expect(room.catalog.edit(account, shown.id, { title: 'x' })).rejects.toEqual(refusal('catalog.owner_only'))
    for (const id of [hidden.id, '', 'a\u0000b'])
      await expect(room.catalog.edit(account, id, { title: 'x' })).rejects.toEqual(refusal('catalog.episode_not_found'))
  }
  expect(await room.catalog.edit(creator, hidden.id, { title: 'Soon' })).toMatchObject({
    title: 'Soon',
    isPlayable: false,
  })
})

test('sites that may embed an episode are all at first, and those that its creator names later', async () => {
  const creator = await room.addCreator()
  const { id, embedSites } = await room.publish(creator)
  expect(embedSites).toBeNull()
  await room.catalog.edit(creator, id, { embedSites: ['https://Example.com', 'http://localhost:5173'] })
  await room.catalog.edit(creator, id, { title: 'Renamed' })
  expect(await room.catalog.find(id, null)).toMatchObject({
    embedSites: ['https://example.com', 'http://localhost:5173'],
  })
  await expect(room.catalog.edit(creator, id, { embedSites: ['example.com'] })).rejects.toEqual(
    refusal('catalog.embed_sites_invalid', 'embedSites'),
  )
  for (const chosen of [[], null]) {
    await room.catalog.edit(creator, id, { embedSites: chosen })
    expect(await room.catalog.find(id, null)).toMatchObject({ embedSites: chosen })
  }
})

test('single frames may be kept once the creator of the episode allows it', async () => {
  const creator = await room.addCreator()
  const { id, framesOpen } = await room.publish(creator)
  expect(framesOpen).toBe(false)
  await room.catalog.edit(creator, id, { framesOpen: true })
  await room.catalog.edit(creator, id, { title: 'Renamed' })
  expect(await room.catalog.find(id, null)).toMatchObject({ framesOpen: true })
  const other = await room.addCreator()
  await expect(room.catalog.edit(other, id, { framesOpen: false })).rejects.toEqual(refusal('catalog.owner_only'))
  await room.catalog.edit(creator, id, { framesOpen: false })
  expect(await room.catalog.find(id, null)).toMatchObject({ framesOpen: false })
})

test('content notes are stored once each, in their order, and stay when other fields change', async () => {
  const creator = await room.addCreator()
  const { id } = await room.publish(creator, { contentNotes: ['loud', 'gore', 'loud'] })
  expect(await room.catalog.find(id, null)).toMatchObject({ contentNotes: ['gore', 'loud'] })
  await room.catalog.edit(creator, id, { title: 'Renamed' })
  expect(await room.catalog.find(id, null)).toMatchObject({ contentNotes: ['gore', 'loud'] })
  await room.catalog.edit(creator, id, { contentNotes: [] })
  expect(await room.catalog.find(id, null)).toMatchObject({ contentNotes: [] })
})

test('a creator can mark and unmark an episode as adult, and Explore follows', async () => {
  const creator = await room.addCreator()
  const { id } = await room.publish(creator)
  expect(await room.catalog.edit(creator, id, { nsfw: true })).toMatchObject({ nsfw: true, nsfwReason: '' })
  expect(await room.catalog.explore({ search: 'stars' })).toMatchObject({ episodes: [], total: 0 })
  await room.catalog.edit(creator, id, { nsfw: false })
  expect((await room.catalog.explore({})).total).toBe(1)
})

test('a creator can edit an episode that moderation marked with a reason, but not unmark it', async () => {
  const creator = await room.addCreator()
  const { id } = await room.publish(creator)
  await sql`update episodes set nsfw = true, nsfw_reason = 'Violence' where id = ${id}`.execute(room.db)
  await expect(room.catalog.edit(creator, id, { nsfw: false, title: 'Calm' })).rejects.toEqual(
    refusal('catalog.marked_by_moderator', 'nsfw'),
  )
  expect(await room.catalog.edit(creator, id, { nsfw: true, description: 'Sorry' })).toMatchObject({
    title: 'Stars',
    description: 'Sorry',
    nsfw: true,
    nsfwReason: 'Violence',
  })
})

test('an episode removed during an edit stays removed', async () => {
  const creator = await room.addCreator()
  for (let n = 0; n < 6; n += 1) {
    const { id } = await room.publish(creator)
    const [edit] = await Promise.allSettled([
      room.catalog.edit(creator, id, { title: 'x' }),
      room.catalog.remove(creator, id),
    ])
    const reason = edit.status === 'rejected' ? edit.reason : null
    expect([null, refusal('catalog.episode_not_found')]).toContainEqual(reason)
    await expect(room.catalog.find(id, creator)).rejects.toEqual(refusal('catalog.episode_not_found'))
  }
})
