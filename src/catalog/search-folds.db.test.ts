import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { foldText } from '#platform/folded-text.ts'
import { transact } from '#platform/transact.server.ts'
import { cuesOfTexts } from '#tests/support/media/subtitle-files.ts'
import { setUpSearchedRoom } from '#tests/support/worlds/searched-room.server.ts'
import type { TestCatalog } from '#tests/support/worlds/test-catalog.server.ts'

let room: TestCatalog
const { publishAll, find } = setUpSearchedRoom((opened) => {
  room = opened
})

async function say(title: string, texts: string[]): Promise<string> {
  const { id } = await room.publish(await room.addCreator(), { title })
  const text = { subtitleId: `ja-${id}`, episodeId: id, language: 'ja', lines: cuesOfTexts(texts) }
  await transact(room.db, (trx) => room.catalog.lines.set(trx, text))
  return id
}

async function keysOf(texts: string[]): Promise<string[]> {
  const { rows } = await sql<{ keys: string[] }>`
    select array(select search_key(text) from unnest(${texts}::text[]) with ordinality as given (text, at) order by at) as keys
  `.execute(room.db)
  return rows[0]!.keys
}

test('the database folds every character like browsers do, but for small letters of Cherokee, which it makes capital', async () => {
  const characters = Array.from({ length: 0x20000 }, (_, code) => code)
    .filter((code) => code > 0 && (code < 0xd800 || code > 0xdfff))
    .map((code) => String.fromCodePoint(code))
    .filter((character) => !/\p{Script=Cherokee}/u.test(character))
  // Browsers and databases learn the characters of a new version of Unicode at different times.
  const { rows } = await sql<{ character: string; key: string }>`
    select character, search_key(character) as key from unnest(${characters}::text[]) as given (character)
    where unicode_assigned(character)
  `.execute(room.db)
  expect(rows.length).toBeGreaterThan(50_000)
  expect(rows.filter(({ character, key }) => foldText(character) !== key)).toEqual([])
  const texts = [
    'ｶﾞﾝﾀﾞﾑの夜',
    'ΣΟΦΟΣ ΣΟΦΟΣ',
    '\u1112\u1161\u11ab',
    'e\u0323\u0301',
    'か\u200d\u3099',
    'ワ\u3099',
    'ŉ ǰ ﷺ',
  ]
  expect(await keysOf(texts)).toEqual(texts.map(foldText))
})

describe('a search', () => {
  test.each([
    ['ｶﾞﾝﾀﾞﾑ', 'ガンダムの夜'],
    ['がんだむ', 'ガンダムの夜'],
    ['ガンダム', 'がんだむの夜'],
    ['ガンダム', 'ｶﾞﾝﾀﾞﾑの夜'],
    ['deja vu', 'Pokémon déjà vu'],
    ['DÉJÀ', 'Pokemon deja vu'],
    ['ｋａｚｅ', 'Kaze'],
    ['kaze', 'Ｋａｚｅ'],
    ['film', 'Ein ﬁlm'],
    ['strasse', 'Die Straße'],
    ['lodz', 'Łódź'],
    ["howl's", 'Howl’s Castle'],
    ['㍿', '株式会社ほし'],
  ])('for %s finds %s, by its title, tag, creator and line', async (search, text) => {
    await room.publish(await room.addCreator(), { title: text })
    await room.publish(await room.addCreator(), { title: 'Tagged', tags: [text] })
    await room.publish(await room.addCreator({ username: text }), { title: 'Made' })
    await say('Said', ['…', `${text}!`])
    expect(await find(search)).toEqual([text, 'Made', 'Tagged', 'Said'])
    expect([...(await room.catalog.explore({ search })).lines!.values()]).toMatchObject([{ text: `${text}!`, from: 2 }])
  })

  test('keeps marks of kana and the long vowel mark apart', async () => {
    await publishAll(['かき', 'がき', 'スター', 'スタ'])
    expect(await find('カキ')).toEqual(['かき'])
    expect(await find('ガ')).toEqual(['がき'])
    expect(await find('すたー')).toEqual(['スター'])
  })

  test('has what is written as typed first in each group', async () => {
    await publishAll(['ガンダム A', 'がんだむ B', 'ｶﾞﾝﾀﾞﾑ C', '夜のガンダム', '夜のがんだむ Z'])
    await publishAll(['Tag 1'], { tags: ['ガンダム'] })
    await publishAll(['Tag 2'], { tags: ['がんだむ'] })
    await say('Said 1', ['ガンダム'])
    await say('Said 2', ['ガンダム', 'がんだむ'])
    const inKatakana = [
      'ガンダム A',
      'がんだむ B',
      'ｶﾞﾝﾀﾞﾑ C',
      '夜のガンダム',
      '夜のがんだむ Z',
      'Tag 1',
      'Tag 2',
      'Said 1',
      'Said 2',
    ]
    const inHiragana = [
      'がんだむ B',
      'ガンダム A',
      'ｶﾞﾝﾀﾞﾑ C',
      '夜のがんだむ Z',
      '夜のガンダム',
      'Tag 2',
      'Tag 1',
      'Said 2',
      'Said 1',
    ]
    expect(await find('ガンダム')).toEqual(inKatakana)
    expect(await find('がんだむ')).toEqual(inHiragana)
    const { lines, episodes } = await room.catalog.explore({ search: 'がんだむ' })
    expect(episodes.flatMap(({ id }) => lines!.get(id)?.text ?? [])).toEqual(['がんだむ', 'ガンダム'])
    for (const limit of [1, 2, 4]) expect(await pageThrough('がんだむ', limit)).toEqual(inHiragana)
  })

  test('has plain letters as typed before letters with accents', async () => {
    await publishAll(['Résumé 1', 'Resume 2', 'Résumé 3', 'My résumé', 'My resume 2'])
    expect(await find('resume')).toEqual(['Resume 2', 'Résumé 1', 'Résumé 3', 'My resume 2', 'My résumé'])
    expect(await find('RÉSUMÉ')).toEqual(['Résumé 1', 'Résumé 3', 'Resume 2', 'My résumé', 'My resume 2'])
  })

  test('orders and pages a term of nearly every title alike', async () => {
    const titles = Array.from(
      { length: 36 },
      (_, n) => `${n % 3 === 0 ? 'The ' : ''}${n % 4 === 0 ? 'Stár' : 'Star'} ${10 + n}`,
    )
    await publishAll(titles)
    const rankOf = (title: string) => (title.startsWith('The') ? 2 : 0) + (title.includes('Star') ? 0 : 1)
    const numberOf = (title: string) => Number(title.slice(-2))
    const expected = titles.toSorted((one, other) => rankOf(one) - rankOf(other) || numberOf(one) - numberOf(other))
    for (const limit of [5, 24]) expect(await pageThrough('star', limit)).toEqual(expected)
  })

  test('finds the lines of an episode however they are written, in the order of the film', async () => {
    const id = await say('Altair', ['ガンダム', 'なし', 'がんだむ', 'ｶﾞﾝﾀﾞﾑ\nの夜'])
    const found = await room.catalog.lines.of(id, null, { search: 'がんだむ' })
    expect(found.lines.map(({ text, from }) => `${from} ${text}`)).toEqual(['1 ガンダム', '3 がんだむ', '4 ｶﾞﾝﾀﾞﾑ の夜'])
  })

  test('for a lone accent, which shows nothing, is none', async () => {
    const id = await say('Altair', ['déjà'])
    expect(await find('\u0301')).toEqual(['Altair'])
    expect(await find('Altair \u0301')).toEqual(['Altair'])
    expect((await room.catalog.lines.of(id, null, { search: '\u0301' })).total).toBe(1)
  })

  test('follows a creator who is renamed in other kana', async () => {
    const creator = await room.addCreator({ username: 'ガンダム' })
    await room.publish(creator, { title: 'Altair' })
    await room.publish(await room.addCreator({ username: 'がんだむ組' }), { title: 'Vega' })
    expect(await find('がんだむ')).toEqual(['Vega', 'Altair'])
    await room.creators.edit(creator, { username: 'がんだむ' })
    expect(await find('がんだむ')).toEqual(['Altair', 'Vega'])
  })

  test('takes a title and tags that become many times as long', async () => {
    const title = 'ﷺ'.repeat(120)
    await publishAll([title, `x${'㌖'.repeat(119)}`], { tags: ['ﷺ'.repeat(40), '㌖'.repeat(40)] })
    const page = await room.catalog.explore({ search: 'صلى', limit: 1 })
    const next = await room.catalog.explore({ search: 'صلى', limit: 1, cursor: page.nextCursor! })
    expect([page.total, page.episodes[0]?.title, next.episodes.length]).toEqual([2, title, 1])
    expect(await find('きろめーとる')).toHaveLength(2)
  })
})

test('moderators find titles however they are written, listed and not', async () => {
  const creator = await room.addCreator()
  await room.publish(creator, { title: 'ガンダム' })
  await room.publish(creator, { title: 'ｶﾞﾝﾀﾞﾑ', nsfw: true })
  await room.publish(creator, { title: 'Star' })
  const { episodes } = await room.catalog.moderation.page({ search: 'がんだむ' })
  expect(new Set(episodes.map(({ title }) => title))).toEqual(new Set(['ガンダム', 'ｶﾞﾝﾀﾞﾑ']))
})

async function pageThrough(search: string, limit: number): Promise<string[]> {
  const titles: string[] = []
  for (let cursor: string | undefined | null; cursor !== null; ) {
    const page = await room.catalog.explore({ search, limit, ...(cursor && { cursor }) })
    titles.push(...page.episodes.map(({ title }) => title))
    cursor = page.nextCursor
  }
  return titles
}
