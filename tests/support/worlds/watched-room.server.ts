import { sql } from 'kysely'
import { afterEach, beforeEach } from 'vitest'
import type { Episode } from '#catalog/episode.ts'
import type { WatchMark } from '#engagement/analytics/watch-report.ts'
import { createEngagement, type Engagement } from '#engagement/engagement.server.ts'
import type { PlayReport } from '#engagement/plays.server.ts'
import type { Account } from '#identity/account.ts'
import { newId } from '#platform/ids.server.ts'
import { createTestDatabase } from '#tests/support/data/test-database.server.ts'
import { openTestCatalog, type TestCatalog } from './test-catalog.server.ts'

/** A catalog with a creator of two episodes, each ten seconds long, new for each test. */
export interface WatchedRoom {
  room: TestCatalog
  engagement: Engagement
  creator: Account
  first: Episode
  second: Episode
}

export interface WatchedRoomFixture {
  /** A visitor with a network and a cookie jar. @returns a function that reports a play, and returns the visit's id */
  createVisitor(): (episode: Episode, play?: Partial<PlayReport>) => Promise<string>
  /** Reports how far a visit has watched. */
  watched(
    episode: Episode,
    visitId: string,
    reached: WatchMark,
    watchedSeconds?: number,
    ranges?: [number, number][],
  ): Promise<void>
}

const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

/** Called once at the top of a file. @param onOpen receives the room of each test before it runs */
export function setUpWatchedRoom(onOpen: (opened: WatchedRoom) => void): WatchedRoomFixture {
  let room: TestCatalog
  let engagement: Engagement

  beforeEach(async () => {
    room = await openTestCatalog(await createTestDatabase())
    engagement = createEngagement({ ...room, secret: room.secret })
    const creator = await room.addCreator()
    const first = await room.publish(creator, { title: 'First' })
    const second = await room.publish(creator, { title: 'Second' })
    // Ten seconds of video, whatever the test's videos are.
    await sql`update videos set duration_seconds = 10`.execute(room.db)
    onOpen({ room, engagement, creator, first, second })
  })
  afterEach(() => room.close())

  return {
    createVisitor() {
      const ip = `192.0.2.${newId()}`
      let cookie: string | null = null
      return async (episode, play = {}) => {
        const visitId = newId()
        const report = { episodeId: episode.id, kind: 'watch' as const, visitId, ...play }
        const result = await engagement.plays.record(report, { cookie, ip, userAgent, isPrefetch: false }, null)
        cookie = result.visitorCookie ?? cookie
        return report.visitId
      }
    },
    watched: (episode, visitId, reached, watchedSeconds = 0, ranges = []) =>
      engagement.plays.reportWatching({ episodeId: episode.id, visitId, reached, watchedSeconds, ranges }, null),
  }
}
