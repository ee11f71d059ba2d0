import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openDatabase } from '#platform/database.server.ts'
import { newId } from '#platform/ids.server.ts'
import { setUpSearchedRoom } from '#tests/support/worlds/searched-room.server.ts'
import type { TestCatalog } from '#tests/support/worlds/test-catalog.server.ts'
import { createCatalog } from './catalog.server.ts'
import type { ExploreQuery } from './explore.server.ts'

let room: TestCatalog
const { publishAll, find } = setUpSearchedRoom((opened) => {
  room = opened
})

test('titles that start with the term come first in title order, then those with all words, then tags and creators', async () => {
  const mika = await room.addCreator({ username: 'Night Owl Studio' })
  const other = await room.addCreator()
  await room.publish(mika, { title: 'A quiet sea' })
  await room.publish(other, { title: 'Zebra', tags: ['one night', 'owl'] })
  await room.publish(other, { title: 'Owl in the night' })
  await room.publish(other, { title: 'night OWL returns', tags: ['night owl'] })
  await room.publish(other, { title: 'A Night with an Owl' })
  await room.publish(mika, { title: 'Night Owl' })
  await room.publish(other, { title: 'Night without' })
  expect(await find('Night Owl')).toEqual([
    'Night Owl',
    'night OWL returns',
    'A Night with an Owl',
    'Owl in the night',
    'A quiet sea',
    'Zebra',
  ])
})

test('words may be spread over title, tags and creator', async () => {
  const mika = await room.addCreator({ username: 'Mika' })
  await room.publish(mika, { title: 'Tanabata', tags: ['romance'] })
  await publishAll(['Tanabata'], { tags: ['horror'] })
  expect(await find('mika tanabata')).toHaveLength(1)
  expect(await find('tanabata romance')).toHaveLength(1)
  expect(await find('mika horror')).toEqual([])
})

test('the term combines with genre and trending', async () => {
  const creator = await room.addCreator()
  for (const [title, genre] of [
    ['Star one', 'Drama'],
    ['Star two', 'Action'],
    ['Lone star', 'Drama'],
  ] as const) {
    const { id } = await room.publish(creator, { title, genre })
    if (title !== 'Star one') await sql`update episodes set trending = true where id = ${id}`.execute(room.db)
  }
  expect(await find('star')).toEqual(['Star one', 'Star two', 'Lone star'])
  expect(await find('star', { genre: 'drama' })).toEqual(['Star one', 'Lone star'])
  expect(await find('star', { trending: true })).toEqual(['Star two', 'Lone star'])
  expect(await find('star', { genre: 'Drama', trending: true })).toEqual(['Lone star'])
  expect(await find('star', { genre: 'Mecha' })).toEqual([])
})

test('adult and unready episodes are never found', async () => {
  const creator = await room.addCreator({ username: 'Stella' })
  await room.publish(creator, { title: 'Star', tags: ['star'], nsfw: true })
  await room.publish(creator, { title: 'Star', tags: ['star'] }, 'inprogress')
  for (const search of ['star', 'stella', 'stat']) expect(await find(search)).toEqual([])
})

test('percent, underscore and backslash match literally', async () => {
  await publishAll(['100% star', '100 stars', 'snake_case', 'snakeXcase', 'back\\slash', "it's", 'a" b'])
  expect(await find('%')).toEqual(['100% star'])
  expect(await find('100%')).toEqual(['100% star'])
  expect(await find('_')).toEqual(['snake_case'])
  expect(await find('e_c')).toEqual(['snake_case'])
  expect(await find('\\')).toEqual(['back\\slash'])
  expect(await find('\\s')).toEqual(['back\\slash'])
  expect(await find("'")).toEqual(["it's"])
  expect(await find('"')).toEqual(['a" b'])
  expect(await find('%%')).toEqual([])
})

test('titles without spaces are found by any part, down to one character', async () => {
  await publishAll(['銀河鉄道の夜', '夜は短し', 'カウボーイ', '밤하늘의 별', 'ดวงดาว'])
  expect(await find('夜')).toEqual(['夜は短し', '銀河鉄道の夜'])
  expect(await find('鉄道')).toEqual(['銀河鉄道の夜'])
  expect(await find('河鉄道の')).toEqual(['銀河鉄道の夜'])
  expect(await find('夜 鉄道')).toEqual(['銀河鉄道の夜'])
  expect(await find('夜　銀河')).toEqual(['銀河鉄道の夜'])
  expect(await find('ボーイ')).toEqual(['カウボーイ'])
  expect(await find('하늘')).toEqual(['밤하늘의 별'])
  expect(await find('ดาว')).toEqual(['ดวงดาว'])
})

test('case and composition make no difference, in any script', async () => {
  await publishAll(['Étoile', 'STRASSE', 'Ночь', 'ΣΟΦΟΣ ΣΟΦΟΣ', 'İzmir'])
  expect(await find('e\u0301TOILE')).toEqual(['Étoile'])
  expect(await find('straße')).toEqual(['STRASSE'])
  expect(await find('НОЧЬ')).toEqual(['Ночь'])
  expect(await find('σοφος σο')).toEqual(['ΣΟΦΟΣ ΣΟΦΟΣ'])
  expect(await find('İZMIR')).toEqual(['İzmir'])
})

test('any part of a word is found, even one letter', async () => {
  await publishAll(['Firefly', 'Butterfly', 'Moth'])
  expect(await find('fly')).toEqual(['Butterfly', 'Firefly'])
  expect(await find('f')).toEqual(['Firefly', 'Butterfly'])
  expect(await find('m o')).toEqual(['Moth'])
})

test('words of fewer than four letters are matched as typed', async () => {
  await publishAll(['Cat', 'Cats', 'Moon'])
  expect(await find('cot')).toEqual([])
  expect(await find('catz')).toEqual(['Cat', 'Cats'])
  expect(await find('mooon')).toEqual(['Moon'])
})

test('pages cover every group once, even with equal titles', async () => {
  const mika = await room.addCreator({ username: 'Star Studio' })
  const other = await room.addCreator()
  for (let n = 0; n < 5; n += 1) {
    await room.publish(other, { title: 'Star' })
    await room.publish(other, { title: 'Lone star' })
    await room.publish(other, { title: 'Tagged', tags: ['star'] })
    await room.publish(mika, { title: 'Tagged' })
    await room.publish(mika, { title: `Star ${n}`, tags: ['star'] })
    await room.publish(other, { title: 'Moon' })
  }
  const complete = await room.catalog.explore({ search: 'STAR', limit: 60 })
  const expected = complete.episodes.map(({ id }) => id)
  expect(new Set(expected).size).toBe(25)
  const groupOf = (title: string) => ['star', 'lone', 'tagg'].indexOf(title.slice(0, 4).toLowerCase())
  const groups = complete.episodes.map(({ title }) => groupOf(title))
  expect(groups).toEqual([...groups].sort())
  for (const limit of [1, 2, 3, 7, 10, 25]) expect(await pageThrough('star', limit, 25)).toEqual(expected)
  const fuzzy = await pageThrough('sttar', 60, 20)
  for (const limit of [1, 6, 20]) expect(await pageThrough('sttar', limit, 20)).toEqual(fuzzy)
})

test('a scan of the list and the index find the same', async () => {
  await publishAll(['Star', 'A star', 'Z'], { tags: ['rare'] })
  const rare = await find('star')
  for (let n = 0; n < 30; n += 1) await publishAll([`Filler ${n}`])
  expect(await find('star')).toEqual(rare)
  expect(await find('r')).toHaveLength(33)
  expect((await find('r')).slice(0, 2)).toEqual(['A star', 'Filler 0'])
})

test('paging continues after the last shown episode even when it was removed', async () => {
  const creator = await room.addCreator()
  for (const title of ['Star 1', 'Star 2', 'Star 3']) await room.publish(creator, { title })
  const first = await room.catalog.explore({ search: 'star', limit: 2 })
  await room.catalog.remove(creator, first.episodes[1]!.id)
  const second = await room.catalog.explore({ search: 'star', limit: 2, cursor: first.nextCursor! })
  expect(second).toMatchObject({ episodes: [{ title: 'Star 3' }], total: 2, nextCursor: null })
})

test('a list cursor is refused by a search, and vice versa', async () => {
  await publishAll(['Star', 'Star'])
  const listed = await room.catalog.explore({ limit: 1 })
  const found = await room.catalog.explore({ limit: 1, search: 'star' })
  const refusal = expect.objectContaining({ code: 'catalog.cursor_invalid', details: { field: 'cursor' } })
  await expect(room.catalog.explore({ search: 'star', cursor: listed.nextCursor! })).rejects.toEqual(refusal)
  await expect(room.catalog.explore({ cursor: found.nextCursor! })).rejects.toEqual(refusal)
})

test('a term of 200 characters is searched for; a longer or invalid one is refused', async () => {
  await publishAll(['Star'])
  for (const search of ['星'.repeat(200), 'a b '.repeat(50), '?'.repeat(200), 'tanabata '.repeat(22)])
    expect(await find(search)).toEqual([])
  for (const search of ['x'.repeat(201), 'a\u0000', '\ud800'])
    await expect(room.catalog.explore({ search })).rejects.toEqual(
      expect.objectContaining({ code: 'catalog.search_invalid', details: { field: 'search' } }),
    )
})

test('every episode of every creator with a matching name is counted, however many there are', async () => {
  const { id } = await room.publish(await room.addCreator(), { title: 'Model' })
  await sql`
    with people as (
      insert into users (id, email, role) select ${newId()} || n, 'c' || n || '@example.com', 'creator'
      from generate_series(1, 300) as n returning id
    ), makers as (
      insert into creators (uid, username, username_key)
      select id, 'Nakamura ' || id, 'nakamura ' || id from people returning uid
    ), media as (
      insert into videos (uid, creator_id, name, size_bytes, state, upload_key_hash, upload_expires_at)
      select 'v' || people.id, people.id, name, size_bytes, state, sha256(people.id::bytea), upload_expires_at
      from people, videos returning uid, creator_id
    )
    insert into episodes (id, creator_id, video_id, title, genre, is_playable, published_at, updated_at)
    select 'e' || media.uid, makers.uid, media.uid, 'Sea', genre, true, published_at, updated_at
    from media join makers on makers.uid = media.creator_id, episodes where episodes.id = ${id}
  `.execute(room.db)
  for (const search of ['nakamura', 'NAKA sea', 'n'])
    expect((await room.catalog.explore({ search })).total, search).toBe(300)
})

test('a term that nearly every name has is counted and ordered like any other', async () => {
  const makers = await Promise.all(Array.from({ length: 11 }, (_, n) => room.addCreator({ username: `Studio ${n}` })))
  for (const maker of makers) for (const title of ['Sea', 'Moon']) await room.publish(maker, { title })
  const mika = await room.addCreator({ username: 'Mika' })
  await room.publish(mika, { title: 'A studio' })
  const cities = ['Moon', 'Sea'].flatMap((title) => Array<string>(11).fill(title))
  expect(await find('studio')).toEqual(['A studio', ...cities])
  expect(await find('d o')).toEqual(['A studio', ...cities])
  expect(await find('udi st')).toEqual(['A studio', ...cities])
  expect(await find('studio mo')).toEqual(cities.slice(0, 11))
  await room.publish(mika, { title: 'Dusk', tags: ['studios'] })
  await room.publish(mika, { title: 'Studio', genre: 'Mecha' })
  expect(await find('studio')).toEqual(['Studio', 'A studio', 'Dusk', ...cities])
  expect(await find('studio', { genre: 'Mecha' })).toEqual(['Studio'])
  await room.creators.edit(makers[0]!, { username: 'Aki' })
  expect((await room.catalog.explore({ search: 'studio' })).total).toBe(23)
  expect(await pageThrough('studio', 7, 23)).toHaveLength(23)
})

test('a cached count follows every change, of any kind and on any node', async () => {
  const second = openDatabase(room.connectionString, () => {})
  try {
    const otherCatalog = createCatalog({ ...room, db: second.db })
    const mika = await room.addCreator({ username: 'Mika' })
    const totals = async (query: ExploreQuery) => {
      const [one, other] = await Promise.all([room.catalog, otherCatalog].map((catalog) => catalog.explore(query)))
      expect(other!.total).toBe(one!.total)
      return one!.total
    }
    expect(await totals({ search: 'a' })).toBe(0)
    const { id } = await room.publish(mika, { title: 'Star' })
    expect(await totals({ search: 'a' })).toBe(1)
    expect(await totals({ search: 'a', trending: true })).toBe(0)
    await sql`update episodes set trending = true where id = ${id}`.execute(room.db)
    expect(await totals({ search: 'a', trending: true })).toBe(1)
    await otherCatalog.edit(mika, id, { title: 'Moon', genre: 'Mecha' })
    expect(await totals({ search: 'star' })).toBe(0)
    expect(await totals({ search: 'mika' })).toBe(1)
    await room.creators.edit(mika, { username: 'Rin' })
    expect(await totals({ search: 'mika' })).toBe(0)
    expect(await totals({ search: 'rin', genre: 'mecha' })).toBe(1)
    await otherCatalog.remove(mika, id)
    expect(await totals({ search: 'rin', genre: 'mecha' })).toBe(0)
  } finally {
    await second.close()
  }
})

async function pageThrough(search: string, limit: number, total: number): Promise<string[]> {
  const seen: string[] = []
  let cursor: string | null | undefined
  do {
    const page = await room.catalog.explore({ search, limit, ...(cursor ? { cursor } : {}) })
    expect(page.total).toBe(total)
    expect(page.episodes.length).toBeLessThanOrEqual(limit)
    seen.push(...page.episodes.map(({ id }) => id))
    cursor = page.nextCursor
  } while (cursor !== null)
  return seen
}
