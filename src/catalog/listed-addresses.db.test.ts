import { afterEach, beforeEach, expect, test } from 'vitest'
import { openTestCatalog, type TestCatalog } from '#tests/support/test-catalog.server.ts'
import { createTestDatabase } from '#tests/support/test-database.server.ts'

let room: TestCatalog

beforeEach(async () => {
  room = await openTestCatalog(await createTestDatabase())
})

afterEach(() => room.close())

test('addresses are those of Explore: newest first, nothing adult, nothing unready', async () => {
  const creator = await room.addCreator()
  room.clock.set('2026-05-01T12:00:00.000Z')
  const older = await room.publish(creator)
  room.clock.set('2026-05-01T12:00:01.000Z')
  const newer = await room.publish(creator)
  await room.publish(creator, { nsfw: true })
  await room.publish(creator, {}, 'queued')
  const { addresses, nextCursor } = await room.catalog.listedAddresses({ limit: 10 })
  expect(addresses).toEqual([newer, older].map(({ id, updatedAt }) => ({ id, creatorId: creator.uid, updatedAt })))
  expect(nextCursor).toBeNull()
})

test('parts follow on each other and leave nothing out', async () => {
  const creator = await room.addCreator()
  for (let n = 0; n < 7; n += 1) await room.publish(creator)
  const all = (await room.catalog.listedAddresses({ limit: 10 })).addresses
  const parts = await room.catalog.listedParts(3)
  expect(parts).toHaveLength(2)
  const found = []
  for (const cursor of [undefined, ...parts]) {
    found.push(...(await room.catalog.listedAddresses({ limit: 3, ...(cursor ? { cursor } : {}) })).addresses)
  }
  expect(found).toEqual(all)
})

test('a list that just fits has one part only', async () => {
  const creator = await room.addCreator()
  for (let n = 0; n < 6; n += 1) await room.publish(creator)
  expect(await room.catalog.listedParts(6)).toEqual([])
  expect(await room.catalog.listedParts(3)).toHaveLength(1)
})

test('a cursor that is none is refused', async () => {
  await expect(room.catalog.listedAddresses({ cursor: 'none', limit: 3 })).rejects.toMatchObject({
    code: 'catalog.cursor_invalid',
  })
})
