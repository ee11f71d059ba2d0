import { afterEach, beforeEach } from 'vitest'
import type { NewEpisode } from '#catalog/episode.ts'
import type { Account } from '#identity/account.ts'
import { createTestDatabase } from '#tests/support/data/test-database.server.ts'
import { openTestCatalog, type TestCatalog } from './test-catalog.server.ts'

/** A catalog with the creator Mio Arakawa and a viewer; new for each test. */
export interface SeriesRoom {
  room: TestCatalog
  creator: Account
  viewer: Account
}

export interface SeriesRoomFixture {
  /** Publishes an episode of the creator. @returns its id */
  publish(title: string, fields?: Partial<NewEpisode>): Promise<string>
  /** A minute later, makes a series of these episodes. @returns its id */
  seriesOf(title: string, episodeIds: string[]): Promise<string>
  /** Number and title of each part that this person sees. */
  shown(id: string, who: Account | null): Promise<string[]>
}

/** Called once at the top of a file. @param onOpen receives the room of each test before it runs */
export function setUpSeriesRoom(onOpen: (opened: SeriesRoom) => void): SeriesRoomFixture {
  let opened: SeriesRoom
  let minute = 0

  beforeEach(async () => {
    const room = await openTestCatalog(await createTestDatabase())
    const creator = await room.addCreator({ username: 'Mio Arakawa' })
    opened = { room, creator, viewer: await room.addViewer() }
    minute = 0
    onOpen(opened)
  })
  afterEach(() => opened.room.close())

  return {
    publish: async (title, fields = {}) => (await opened.room.publish(opened.creator, { title, ...fields })).id,
    async seriesOf(title, episodeIds) {
      const { room, creator } = opened
      minute += 1
      room.clock.set(new Date(Date.UTC(2026, 4, 1, 12, minute)).toISOString())
      const { id } = await room.series.create(creator, { title })
      await room.series.setList(creator, id, { episodeIds })
      return id
    },
    async shown(id, who) {
      const { episodes } = await opened.room.series.find(id, who)
      return episodes.map(({ title, seriesNumber }) => `${seriesNumber} ${title}`)
    },
  }
}
