import { afterEach, beforeEach } from 'vitest'
import type { Episode } from '#catalog/episode.ts'
import { createEngagement, type Engagement } from '#engagement/engagement.server.ts'
import type { PlayKind } from '#engagement/play.ts'
import type { Visitor } from '#engagement/visitor.ts'
import type { Account } from '#identity/account.ts'
import { newId } from '#platform/ids.server.ts'
import { createTestDatabase } from '#tests/support/data/test-database.server.ts'
import { openTestCatalog, type TestCatalog } from './test-catalog.server.ts'

/** A catalog with one episode, new for each test. */
export interface PlayedRoom {
  room: TestCatalog
  engagement: Engagement
  creator: Account
  episode: Episode
}

/** The differences from a watch of the episode by a visitor without a session. */
type PlayChange = Partial<Visitor> & { kind?: PlayKind; episodeId?: string; by?: Engagement; viewer?: Account }

export interface PlayedRoomFixture {
  /** Reports a play. */
  report(visitId: string, change?: PlayChange): ReturnType<Engagement['plays']['record']>
  /** Cookies of visitors, each with a network of their own, who watched another episode. */
  newSessions(count: number): Promise<string[]>
  newSession(): Promise<string>
}

export const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
/** Another node's engagement must have the same. */
export const playedRoomSecret = 'a secret for tests, long enough to be one'

/** Called once at the top of a file. @param onOpen receives the room of each test before it runs */
export function setUpPlayedRoom(onOpen: (opened: PlayedRoom) => void): PlayedRoomFixture {
  let opened: PlayedRoom

  beforeEach(async () => {
    const room = await openTestCatalog(await createTestDatabase())
    const engagement = createEngagement({ ...room, secret: playedRoomSecret })
    const creator = await room.addCreator()
    opened = { room, engagement, creator, episode: await room.publish(creator) }
    onOpen(opened)
  })
  afterEach(() => opened.room.close())

  function report(visitId: string, change: PlayChange = {}) {
    const { kind = 'watch', episodeId = opened.episode.id, by = opened.engagement, viewer = null, ...visitor } = change
    const known: Visitor = { cookie: null, ip: '192.0.2.7', userAgent: firefox, isPrefetch: false, ...visitor }
    return by.plays.record({ episodeId, kind, visitId }, known, viewer)
  }

  async function newSessions(count: number): Promise<string[]> {
    const other = await opened.room.publish(opened.creator)
    const results = await Promise.all(
      Array.from({ length: count }, () => report(newId(), { episodeId: other.id, ip: `192.0.2.${newId()}` })),
    )
    return results.map((result) => result.visitorCookie!)
  }

  return { report, newSessions, newSession: async () => (await newSessions(1))[0]! }
}
