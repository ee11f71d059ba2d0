import { sql } from 'kysely'
import { afterEach, beforeEach } from 'vitest'
import type { Episode, NewEpisode } from '#catalog/episode.ts'
import { createEngagement, type Engagement } from '#engagement/engagement.server.ts'
import type { Account } from '#identity/account.ts'
import { createLibrary, type Library } from '#library/library.server.ts'
import { createTestDatabase } from '#tests/support/data/test-database.server.ts'
import { openTestCatalog, type TestCatalog } from './test-catalog.server.ts'

/** A catalog with the creator Mio Arakawa, and a viewer with a library; new for each test. */
export interface LibraryRoom {
  room: TestCatalog
  engagement: Engagement
  library: Library
  creator: Account
  viewer: Account
}

export interface LibraryRoomFixture {
  /** Publishes an episode of 100 seconds. */
  publish(title: string, fields?: Partial<NewEpisode>): Promise<Episode>
  /** A minute later, reports a position of this person, the viewer unless named. */
  watchTo(positionSeconds: number, episode: Pick<Episode, 'id'>, who?: Account): Promise<void>
  passMinutes(count: number): void
  /** Titles in the history of the viewer. */
  historyTitles(search?: string): Promise<string[]>
}

/** Called once at the top of a file. @param onOpen receives the room of each test before it runs */
export function setUpLibraryRoom(onOpen: (opened: LibraryRoom) => void): LibraryRoomFixture {
  let opened: LibraryRoom
  let minute = 0

  beforeEach(async () => {
    const room = await openTestCatalog(await createTestDatabase())
    const engagement = createEngagement({ ...room, secret: 'a secret for tests, long enough to be one' })
    const creator = await room.addCreator({ username: 'Mio Arakawa' })
    const library = createLibrary({ ...room, engagement })
    opened = { room, engagement, library, creator, viewer: await room.addViewer() }
    minute = 0
    onOpen(opened)
  })
  afterEach(() => opened.room.close())

  const passMinutes = (count: number) => {
    minute += count
    opened.room.clock.set(new Date(Date.UTC(2026, 4, 1, 12, minute)).toISOString())
  }
  return {
    async publish(title, fields = {}) {
      const episode = await opened.room.publish(opened.creator, { title, ...fields })
      await sql`update videos set duration_seconds = 100 where uid = ${episode.videoId}`.execute(opened.room.db)
      return episode
    },
    async watchTo(positionSeconds, { id }, who = opened.viewer) {
      passMinutes(1)
      await opened.library.reportPosition(who, id, positionSeconds)
    },
    passMinutes,
    async historyTitles(search) {
      const { episodes } = await opened.library.history(opened.viewer, { search })
      return episodes.map(({ title }) => title)
    },
  }
}
