import { sql } from 'kysely'
import { afterEach, beforeEach } from 'vitest'
import type { Episode } from '#catalog/episode.ts'
import type { Comment } from '#engagement/comments/comment.ts'
import { createEngagement, type Engagement } from '#engagement/engagement.server.ts'
import type { Account } from '#identity/account.ts'
import { createTestDatabase } from '#tests/support/data/test-database.server.ts'
import { openTestCatalog, type TestCatalog } from './test-catalog.server.ts'

/** A catalog with one episode of the creator Mika, and a viewer; new for each test. */
export interface CommentedRoom {
  room: TestCatalog
  engagement: Engagement
  creator: Account
  viewer: Account
  episode: Episode
}

export interface CommentedRoomFixture {
  /** Comments as a new person, who has no limits yet. */
  write(text: string, parentId?: string | null): Promise<Omit<Comment, 'author'> & { author: Account }>
  textsFor(reader: Account | null, sort?: 'newest' | 'top'): Promise<string[]>
  /** Empties the limits of everybody. */
  removeLimits(): Promise<unknown>
}

/** Called once at the top of a file. @param onOpen receives the room of each test before it runs */
export function setUpCommentedRoom(onOpen: (opened: CommentedRoom) => void): CommentedRoomFixture {
  let opened: CommentedRoom

  beforeEach(async () => {
    const room = await openTestCatalog(await createTestDatabase())
    const engagement = createEngagement({ ...room, secret: 'a secret for tests, long enough to be one' })
    const creator = await room.addCreator({ username: 'Mika' })
    const viewer = await room.addViewer()
    opened = { room, engagement, creator, viewer, episode: await room.publish(creator) }
    onOpen(opened)
  })
  afterEach(() => opened.room.close())

  return {
    async write(text, parentId = null) {
      const author = await opened.room.addViewer()
      return { ...(await opened.engagement.comments.write(author, opened.episode.id, text, { parentId })), author }
    },
    textsFor: async (reader, sort = 'newest') =>
      (await opened.engagement.comments.on(opened.episode.id, reader, { sort })).comments.map(({ text }) => text),
    removeLimits: () => sql`delete from rate_limits`.execute(opened.room.db),
  }
}
