import { sql } from 'kysely'
import { afterEach, beforeEach } from 'vitest'
import type { Episode } from '#catalog/episode.ts'
import { createEngagement, type Engagement } from '#engagement/engagement.server.ts'
import type { Account } from '#identity/account.ts'
import { newId } from '#platform/ids.server.ts'
import { createTestDatabase } from '#tests/support/data/test-database.server.ts'
import { openTestCatalog, type TestCatalog } from './test-catalog.server.ts'

/** A catalog with a creator; new for each test. */
export interface TrendingRoom {
  room: TestCatalog
  engagement: Engagement
  creator: Account
}

export interface TrendingRoomFixture {
  /** Stores watches by as many visitors. The test's clock is at 2026-05-01. */
  play(episode: Episode, plays: number, day?: string): Promise<void>
  publishMany(count: number, fields?: object): Promise<Episode[]>
  /** Ids of the trending episodes. */
  trending(): Promise<Set<string>>
  /** After a run, whether each episode is trending. */
  trendingOf(episodes: Episode[]): Promise<boolean[]>
}

/** Unplayed episodes: with them there are three slots. */
export const UNPLAYED = 25

/** Called once at the top of a file. @param onOpen receives the room of each test before it runs */
export function setUpTrendingRoom(onOpen: (opened: TrendingRoom) => void): TrendingRoomFixture {
  let opened: TrendingRoom

  beforeEach(async () => {
    const room = await openTestCatalog(await createTestDatabase())
    const engagement = createEngagement({ ...room, secret: 'a secret for tests, long enough to be one' })
    opened = { room, engagement, creator: await room.addCreator() }
    onOpen(opened)
  })
  afterEach(() => opened.room.close())

  const trending = async () => {
    const { rows } = await sql<{ id: string }>`select id from episodes where trending`.execute(opened.room.db)
    return new Set(rows.map((row) => row.id))
  }
  return {
    async play(episode, plays, day = '2026-05-01') {
      const { db } = opened.room
      await sql`insert into episode_stats (episode_id) values (${episode.id}) on conflict do nothing`.execute(db)
      await sql`
        insert into plays (id, episode_id, kind, visitor_hash, visit_id, played_at)
        select ${newId()} || n, ${episode.id}, 'watch', decode(md5(${newId()} || n), 'hex'), ${newId()} || n,
          ${`${day}T08:00:00.000Z`}::timestamptz
        from generate_series(1, ${plays}::int) as n
      `.execute(db)
    },
    publishMany: (count, fields = {}) =>
      Promise.all(Array.from({ length: count }, () => opened.room.publish(opened.creator, fields))),
    trending,
    async trendingOf(episodes) {
      await opened.engagement.trending.refresh()
      const ids = await trending()
      return episodes.map(({ id }) => ids.has(id))
    },
  }
}
