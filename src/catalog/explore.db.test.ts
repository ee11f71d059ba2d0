import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { transact } from '#platform/transact.server.ts'
import { removeEpisodesOf } from '#tests/support/data/remove-account.ts'
import { createTestDatabase } from '#tests/support/data/test-database.server.ts'
import { openTestCatalog, type TestCatalog } from '#tests/support/worlds/test-catalog.server.ts'
import { createCatalog } from './catalog.server.ts'
import type { ExploreQuery } from './explore.server.ts'

let room: TestCatalog

beforeEach(async () => {
  room = await openTestCatalog(await createTestDatabase())
})

afterEach(() => room.close())

const refusal = (code: string, field: string) => expect.objectContaining({ code, details: { field } })

async function setTrending(id: string): Promise<void> {
  await sql`update episodes set trending = true where id = ${id}`.execute(room.db)
}

async function titles(query: ExploreQuery): Promise<string[]> {
  const page = await room.catalog.explore({ ...query, limit: 60 })
  expect(page.total).toBe(page.episodes.length)
  return page.episodes.map((episode) => episode.title)
}

test('a video that becomes playable lists its own episode and no other', async () => {
  const creator = await room.addCreator()
  const first = await room.publish(creator, { title: 'First' }, 'inprogress')
  await room.publish(creator, { title: 'Second' }, 'inprogress')
  expect(await titles({})).toEqual([])
  await room.makePlayable(first.videoId)
  const page = await room.catalog.explore({})
  expect([page.total, ...page.episodes.map(({ title }) => title)]).toEqual([1, 'First'])
  const { rows } = await sql`select title from episodes where is_playable order by title`.execute(room.db)
  expect(rows).toEqual([{ title: 'First' }])
})

test('first pages are read once for everybody, until an episode changes or a second has passed', async () => {
  const { explore, moreGenres } = createCatalog({ ...room, sharesReads: true })
  const creator = await room.addCreator()
  const episode = await room.publish(creator, { title: 'First' })
  const [first, genres] = [await explore({}), await moreGenres()]
  expect(await explore({})).toBe(first)
  expect(await moreGenres()).toBe(genres)
  expect(await explore({ limit: 3 })).not.toBe(first)
  expect(await explore({ search: 'First' })).not.toBe(await explore({ search: 'First' }))
  await room.catalog.edit(creator, episode.id, { title: 'Second' })
  const second = await explore({})
  expect(second.episodes.map(({ title }) => title)).toEqual(['Second'])
  room.clock.set('2026-05-01T12:00:01.000Z')
  const third = await explore({})
  expect(third).not.toBe(second)
  expect(third).toEqual(second)
})

test('genre and trending, alone and together, filter the list and its exact total, in any case', async () => {
  const creator = await room.addCreator()
  for (const [title, genre, trending] of [
    ['a', 'Drama', true],
    ['b', 'drama', false],
    ['c', 'Iyashikei', false],
    ['d', 'IYASHIKEI', true],
    ['e', 'Action', false],
  ] as const) {
    const { id } = await room.publish(creator, { title, genre })
    if (trending) await setTrending(id)
  }
  await room.publish(creator, { title: 'adult', nsfw: true })
  await room.publish(creator, { title: 'unready' }, 'queued')
  const sorted = async (query: ExploreQuery) => (await titles(query)).sort().join('')
  expect(await sorted({})).toBe('abcde')
  expect(await sorted({ genre: 'All' })).toBe('abcde')
  expect(await sorted({ genre: '', trending: false, search: ' ' })).toBe('abcde')
  expect(await sorted({ genre: ' dRaMa' })).toBe('ab')
  expect(await sorted({ genre: 'iyashiKEI' })).toBe('cd')
  expect(await sorted({ genre: 'Horror' })).toBe('')
  expect(await sorted({ trending: true })).toBe('ad')
  expect(await sorted({ genre: 'Drama', trending: true })).toBe('a')
  expect(await sorted({ genre: 'Action', trending: true })).toBe('')
})

test('pages of a filtered list skip and repeat nothing, newest first', async () => {
  const creator = await room.addCreator()
  const expected: string[] = []
  for (const second of [1, 1, 1, 2, 2, 3]) {
    room.clock.set(`2026-05-01T12:00:0${second}.000Z`)
    const { id } = await room.publish(creator, { genre: 'Mecha' })
    await setTrending(id)
    await room.publish(creator, { genre: 'Mecha' })
    expected.push(id)
  }
  const all = await room.catalog.explore({ genre: 'mecha', trending: true })
  expect(all.episodes.map(({ date }) => date.getUTCSeconds())).toEqual([3, 2, 2, 1, 1, 1])
  for (const limit of [1, 2, 4]) {
    const seen: string[] = []
    let cursor: string | null | undefined
    do {
      const page = await room.catalog.explore({ genre: 'mecha', trending: true, limit, ...(cursor ? { cursor } : {}) })
      expect(page.total).toBe(6)
      seen.push(...page.episodes.map(({ id }) => id))
      cursor = page.nextCursor
    } while (cursor !== null)
    expect(seen).toEqual(all.episodes.map(({ id }) => id))
    expect([...seen].sort()).toEqual([...expected].sort())
  }
})

test('an invalid genre is refused with its field', async () => {
  for (const genre of ['g'.repeat(41), 'a\u0000', '\ud800'])
    await expect(room.catalog.explore({ genre })).rejects.toEqual(refusal('catalog.genre_invalid', 'genre'))
})

test('more genres are the non-empty ones that the menu lacks, canonical ones first', async () => {
  const creator = await room.addCreator()
  for (const genre of ['Thriller', 'Action', 'zen', 'Zen', 'Absurd', 'Drama', 'Comedy', 'iyashikei'])
    await room.publish(creator, { genre })
  await room.publish(creator, { genre: 'Horror', nsfw: true })
  await room.publish(creator, { genre: 'Sci-Fi' }, 'queued')
  const gone = await room.publish(creator, { genre: 'Adventure' })
  await room.catalog.remove(creator, gone.id)
  const found = await room.catalog.moreGenres()
  expect(found.map((genre) => genre.toLowerCase())).toEqual(['drama', 'thriller', 'zen', 'absurd', 'iyashikei'])
  for (let n = 0; n < 12; n += 1) await room.publish(creator, { genre: `Free ${n}` })
  expect(await room.catalog.moreGenres()).toHaveLength(12)
  expect((await room.catalog.moreGenres()).slice(0, 2)).toEqual(['Drama', 'Thriller'])
})

test('the first listed episode decides how a genre is spelled, also among simultaneous ones', async () => {
  const creator = await room.addCreator()
  for (const genre of ['zen', 'Zen', 'ZEN', 'zEn', 'zeN', 'ZEn']) await room.publish(creator, { genre })
  const { episodes } = await room.catalog.explore({ genre: 'zen' })
  expect(await room.catalog.moreGenres()).toEqual([episodes[0]!.genre])
  room.clock.set('2026-05-01T12:00:01.000Z')
  await room.publish(creator, { genre: 'zEN' })
  expect(await room.catalog.moreGenres()).toEqual(['zEN'])
})

test('an empty site has no more genres', async () => {
  expect(await room.catalog.moreGenres()).toEqual([])
})

test('the index, its counts and its words stay exact under concurrent changes', async () => {
  const creators = await Promise.all(Array.from({ length: 4 }, () => room.addCreator()))
  const genreOf = (n: number) => ['Drama', 'drama', 'Action', 'Zen', 'zen', 'Mecha'][n % 6]!
  const runLifecycle = async (n: number) => {
    const creator = creators[n % 4]!
    const title = `The star ${n % 5} of night ${n % 3}`
    const tags = ['night', `tag ${n % 4}`, '星']
    const fields = { title, tags, genre: genreOf(n), nsfw: n % 7 === 0 }
    const episode = await room.publish(creator, fields, n % 3 === 0 ? 'queued' : 'ready')
    const steps = [
      () => room.makePlayable(episode.videoId),
      () => room.catalog.edit(creator, episode.id, { genre: genreOf(n + 1), title: `The ${n % 2} moon` }),
      () => room.catalog.edit(creator, episode.id, { nsfw: n % 2 === 0, tags: [] }),
      () => setTrending(episode.id),
      () => changeAllOf(creator.uid),
      () => room.creators.edit(creator, { username: `Night owl ${n}` }),
      async () => (n % 4 === 1 ? room.catalog.remove(creator, episode.id) : null),
    ]
    const results = await Promise.allSettled(steps.slice(n % 2).map((step) => step()))
    return results.flatMap((each) => (each.status === 'rejected' ? [each.reason.code ?? each.reason] : []))
  }
  const refused = (await Promise.all(Array.from({ length: 48 }, (_, n) => runLifecycle(n)))).flat()
  // An edit may come after the removal; nothing else may fail, deadlocks included.
  expect(refused.filter((code) => code !== 'catalog.episode_not_found')).toEqual([])
  await expectExact()

  const results = await Promise.all([
    ...[6, 7, 10, 11, 14, 15].map(runLifecycle),
    ...creators.slice(0, 2).map(({ uid }) => transact(room.db, (trx) => removeEpisodesOf(room, trx, uid))),
  ])
  expect(results.flat().filter(Boolean)).toEqual([])
  await expectExact()
  await sql`delete from episodes`.execute(room.db)
  await expectExact()
  expect((await sql`select from listed_words`.execute(room.db)).rows).toEqual([])
})

async function expectExact(): Promise<void> {
  const rowsOf = async (query: string) => (await sql.raw(query).execute(room.db)).rows
  expect(
    await rowsOf('select genre_key, trending, episodes from listed_counts where episodes <> 0 order by 1, 2'),
  ).toEqual(
    await rowsOf(`
      select search_key(genre) collate "C" as genre_key, trending, count(*) as episodes from episodes
      where is_playable and not nsfw group by 1, 2 order by 1, 2`),
  )
  expect(await rowsOf('select * from listed_episodes order by episode_id')).toEqual(
    await rowsOf(`
      select (listing_of(id, creator_id, published_at, genre, trending, title, tags)).* from episodes
      where is_playable and not nsfw order by id`),
  )
  expect(await rowsOf('select word, episodes from listed_words order by word')).toEqual(
    await rowsOf(`
      select word, count(*) as episodes from listed_episodes
      cross join lateral search_words(search_text) as word group by word order by word collate "C"`),
  )
  expect(await rowsOf('select * from listed_creators order by creator_id')).toEqual(
    await rowsOf(`
      select search_letters(coalesce(username_key, '')) as creator_letters, count(*) as episodes,
        coalesce(username_key, '') as creator_key, creator_id
      from listed_episodes join creators on uid = creator_id group by creator_id, username_key order by creator_id`),
  )
}

/** Changes many rows in one statement, as a job does, locking them in order to avoid deadlocks. */
async function changeAllOf(creatorId: string): Promise<void> {
  await sql`
    with held as (select id from episodes where creator_id = ${creatorId} order by id for update)
    update episodes set trending = not trending, genre = 'Mecha' from held where episodes.id = held.id
  `.execute(room.db)
}
