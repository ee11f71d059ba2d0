import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { newId } from '#platform/ids.server.ts'
import { createTestDatabase } from '#tests/support/data/test-database.server.ts'
import { openTestCatalog, type TestCatalog } from '#tests/support/worlds/test-catalog.server.ts'
import { createEngagement } from './engagement.server.ts'

let room: TestCatalog

beforeEach(async () => {
  room = await openTestCatalog(await createTestDatabase())
})

afterEach(() => room.close())

test('plays that begin together ask once who made the episode, and again after a failure', async () => {
  const { id: episodeId } = await room.publish(await room.addCreator())
  const creatorsOf = vi.fn(room.catalog.creatorsOf)
  creatorsOf.mockRejectedValueOnce(new Error('no database'))
  const engagement = createEngagement({
    ...room,
    catalog: { ...room.catalog, creatorsOf },
    secret: 'a secret for tests, long enough to be one',
  })
  const play = () => {
    const visitor = {
      cookie: null,
      ip: `192.0.2.${newId()}`,
      userAgent: 'Mozilla/5.0 Firefox/140.0',
      isPrefetch: false,
    }
    return engagement.plays.record({ episodeId, kind: 'watch', visitId: newId() }, visitor, null)
  }
  await expect(play()).rejects.toThrow('no database')
  const results = await Promise.all(Array.from({ length: 20 }, play))
  expect(results.filter(({ counted }) => counted)).toHaveLength(20)
  expect(creatorsOf).toHaveBeenCalledTimes(2)
})
