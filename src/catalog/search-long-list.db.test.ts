import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '#tests/support/data/test-database.server.ts'
import { openTestCatalog, type TestCatalog } from '#tests/support/worlds/test-catalog.server.ts'

/** More than one page scans. */
const EPISODES = 2200

let room: TestCatalog

const title = (n: number) => `A night ${String(n).padStart(4, '0')}`

beforeAll(async () => {
  room = await openTestCatalog(await createTestDatabase())
  const { id, videoId } = await room.publish(await room.addCreator(), { title: 'Model' })
  // In reverse title order.
  const titles = Array.from({ length: EPISODES }, (_, n) => title(EPISODES - n))
  await sql`
    with given as (
      select title, lpad(place::text, 4, '0') as at from unnest(${titles}::text[]) with ordinality as each (title, place)
    ), media as (
      insert into videos (uid, creator_id, name, size_bytes, state, upload_key_hash, upload_expires_at)
      select 'v' || given.at, creator_id, name, size_bytes, state, sha256(given.at::bytea), upload_expires_at
      from given, videos where videos.uid = ${videoId} returning uid
    )
    insert into episodes (id, creator_id, video_id, title, tags, genre, is_playable, published_at, updated_at)
    select 'e' || given.at, creator_id, media.uid, given.title, '{owl}', genre, true, published_at, updated_at
    from given join media on media.uid = 'v' || given.at, episodes where episodes.id = ${id} order by given.at
  `.execute(room.db)
})

afterAll(() => room.close())

test.each(['night', 'owl', 'nigth', 'owls', 'nigth owl', 'ｎｉｇｈｔ', 'ówl'])(
  'matches of a very common term come in title order: %s',
  async (search) => {
    const first = await room.catalog.explore({ search, limit: 3 })
    expect(first.total).toBe(EPISODES)
    expect(first.episodes.map((episode) => episode.title)).toEqual([1, 2, 3].map(title))
    const second = await room.catalog.explore({ search, limit: 2, cursor: first.nextCursor! })
    expect(second.episodes.map((episode) => episode.title)).toEqual([4, 5].map(title))
  },
)

test.each([
  { search: 'ｎｉｇｈｔ', exact: { title: 'Ａ ｎｉｇｈｔ' } },
  { search: 'ówl', exact: { title: 'Zebra', tags: ['ówl'] } },
])('one match that is written as $search comes first, and the others follow by pages', async ({ search, exact }) => {
  const { id } = await room.publish(await room.addCreator(), exact)
  const first = await room.catalog.explore({ search, limit: 3 })
  expect([first.total, ...first.episodes.map((episode) => episode.title)]).toEqual([
    EPISODES + 1,
    exact.title,
    ...[1, 2].map(title),
  ])
  const second = await room.catalog.explore({ search, limit: 2, cursor: first.nextCursor! })
  expect(second.episodes.map((episode) => episode.title)).toEqual([3, 4].map(title))
  await sql`delete from episodes where id = ${id}`.execute(room.db)
})
