import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestDatabase } from '#tests/support/data/test-database.server.ts'
import { openTestCatalog, type TestCatalog } from '#tests/support/worlds/test-catalog.server.ts'

let room: TestCatalog

beforeEach(async () => {
  room = await openTestCatalog(await createTestDatabase())
})

afterEach(() => room.close())

test('pages skip and repeat nothing when episodes share a millisecond', async () => {
  const creator = await room.addCreator()
  const expected: { id: string; date: Date }[] = []
  for (const at of ['2026-05-01T12:00:00.001Z', '2026-05-01T12:00:00.002Z']) {
    room.clock.set(at)
    for (let n = 0; n < 7; n += 1) expected.push(await room.publish(creator))
  }
  await room.publish(creator, { nsfw: true })
  await room.publish(creator, {}, 'queued')
  expected.sort((a, b) => b.date.getTime() - a.date.getTime() || (a.id < b.id ? 1 : -1))
  for (const limit of [1, 3, 5, 14]) {
    const seen: string[] = []
    let cursor: string | null | undefined
    do {
      const page = await room.catalog.explore({ limit, ...(cursor ? { cursor } : {}) })
      expect(page.total).toBe(14)
      expect(page.episodes.length).toBeLessThanOrEqual(limit)
      seen.push(...page.episodes.map((episode) => episode.id))
      cursor = page.nextCursor
    } while (cursor !== null)
    expect(seen).toEqual(expected.map((episode) => episode.id))
  }
})

test('paging continues after the last shown episode even when it was removed', async () => {
  const creator = await room.addCreator()
  for (const second of [1, 2, 3]) {
    room.clock.set(`2026-05-01T12:00:0${second}.000Z`)
    await room.publish(creator)
  }
  const first = await room.catalog.explore({ limit: 2 })
  await room.catalog.remove(creator, first.episodes[1]!.id)
  const second = await room.catalog.explore({ limit: 2, cursor: first.nextCursor! })
  expect(second.episodes.map((episode) => episode.date.toISOString())).toEqual(['2026-05-01T12:00:01.000Z'])
  expect(second).toMatchObject({ total: 2, nextCursor: null })
})

test('a page holds 1 to 60 episodes, 24 by default', async () => {
  const creator = await room.addCreator()
  const { id } = await room.publish(creator)
  await copyEpisode(id, 69)
  const sizeOf = async (limit?: number) =>
    (await room.catalog.explore(limit === undefined ? {} : { limit })).episodes.length
  expect(await sizeOf()).toBe(24)
  expect(await sizeOf(0)).toBe(1)
  expect(await sizeOf(-5)).toBe(1)
  expect(await sizeOf(1000)).toBe(60)
  expect((await room.catalog.explore({ limit: 60 })).total).toBe(70)
})

test('a page of Explore is read in order from its index, without sorting', async () => {
  const { id } = await room.publish(await room.addCreator())
  await copyEpisode(id, 2000)
  await sql`update episodes set genre = 'Mecha', trending = true where right(id, 1) = '7'`.execute(room.db)
  await sql`analyze listed_episodes`.execute(room.db)
  const kinds = [
    ['true', 'listed_episodes_newest'],
    ["genre_key = search_key('Mecha')", 'listed_episodes_genre'],
    ['trending', 'listed_episodes_trending'],
    ["genre_key = search_key('Mecha') and trending", 'trending'],
  ] as const
  for (const [filter, index] of kinds) {
    const { rows } = await sql`
      explain select * from listed_episodes where ${sql.raw(filter)}
        and (published_at, episode_id) < ('2026-06-01', 'x') order by published_at desc, episode_id desc limit 25
    `.execute(room.db)
    const plan = JSON.stringify(rows)
    expect(plan).toContain(index)
    expect(plan).not.toContain('Sort')
  }
})

test('an invalid cursor is refused', async () => {
  const forged = Buffer.from("2026-05-01T12:00:00.000Z~x' or 1=1").toString('base64url')
  for (const cursor of ['', 'x', forged, 'A'.repeat(10_000)])
    await expect(room.catalog.explore({ cursor })).rejects.toEqual(
      expect.objectContaining({ code: 'catalog.cursor_invalid', details: { field: 'cursor' } }),
    )
})

/** Copies an episode `times` times, each copy on its own video, instead of publishing many. */
async function copyEpisode(id: string, times: number): Promise<void> {
  await sql`
    with copies as (select lpad(n::text, 26, '0') as uid from generate_series(1, ${times}) as n), media as (
      insert into videos (uid, creator_id, name, size_bytes, state, upload_key_hash, upload_expires_at)
      select copies.uid, creator_id, name, size_bytes, state, sha256(copies.uid::bytea), upload_expires_at
      from copies, videos where videos.uid = (select video_id from episodes where id = ${id})
      returning uid
    )
    insert into episodes (id, creator_id, video_id, title, genre, nsfw, is_playable, published_at, updated_at)
    select media.uid, creator_id, media.uid, title, genre, nsfw, is_playable, published_at, updated_at
    from media, episodes where id = ${id}
  `.execute(room.db)
}
