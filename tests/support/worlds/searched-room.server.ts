import { afterEach, beforeEach, expect } from 'vitest'
import type { ExploreQuery } from '#catalog/explore.server.ts'
import { createTestDatabase } from '#tests/support/data/test-database.server.ts'
import { openTestCatalog, type TestCatalog } from './test-catalog.server.ts'

export interface SearchedRoomFixture {
  /** Publishes one episode for each title. */
  publishAll(titles: string[], fields?: { genre?: string; tags?: string[] }): Promise<void>
  /** The titles found, in order; checks that the total matches. */
  find(search: string, query?: ExploreQuery): Promise<string[]>
}

/** An empty catalog for each test. Called once at the top of a file. @param onOpen receives it before the test runs */
export function setUpSearchedRoom(onOpen: (room: TestCatalog) => void): SearchedRoomFixture {
  let room: TestCatalog

  beforeEach(async () => {
    room = await openTestCatalog(await createTestDatabase())
    onOpen(room)
  })
  afterEach(() => room.close())

  return {
    async publishAll(titles, fields = {}) {
      const creator = await room.addCreator()
      for (const title of titles) await room.publish(creator, { ...fields, title })
    },
    async find(search, query = {}) {
      const page = await room.catalog.explore({ ...query, search, limit: 60 })
      expect(page).toMatchObject({ total: page.episodes.length, nextCursor: null })
      return page.episodes.map((episode) => episode.title)
    },
  }
}
