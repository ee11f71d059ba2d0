import { describe, expect, test } from 'vitest'
import type { Episode, NewEpisode } from '#catalog/episode.ts'
import type { Account } from '#identity/account.ts'
import { transact } from '#platform/transact.server.ts'
import { cuesOfTexts } from '#tests/support/media/subtitle-files.ts'
import { setUpSearchedRoom } from '#tests/support/worlds/searched-room.server.ts'
import type { TestCatalog } from '#tests/support/worlds/test-catalog.server.ts'
import { LINE_MATCHES_MAX } from './line.ts'

let room: TestCatalog
const { find, publishAll } = setUpSearchedRoom((opened) => {
  room = opened
})

/** Publishes an episode in which these lines are said, a second each from 0:01. */
async function say(texts: string[], fields: Partial<NewEpisode> = {}, by?: Account): Promise<Episode> {
  const episode = await room.publish(by ?? (await room.addCreator()), fields)
  await setLines(episode, texts)
  return episode
}

async function setLines(episode: Pick<Episode, 'id'>, texts: string[], language = 'en'): Promise<void> {
  const lines = cuesOfTexts(texts)
  const text = { subtitleId: `${language}-${episode.id}`, episodeId: episode.id, language, lines }
  await transact(room.db, (trx) => room.catalog.lines.set(trx, text))
}

describe('the lines of an episode', () => {
  test('come in the order of the film, in every language, in pages', async () => {
    const episode = await say(['One', 'Two', 'Three'])
    await setLines(episode, ['一', '二'], 'ja')
    const first = await room.catalog.lines.of(episode.id, null, { limit: 3 })
    const second = await room.catalog.lines.of(episode.id, null, { limit: 3, cursor: first.nextCursor! })
    expect([...first.lines, ...second.lines].map(({ text, language }) => `${language} ${text}`)).toEqual([
      'en One',
      'ja 一',
      'en Two',
      'ja 二',
      'en Three',
    ])
    expect([first.total, second.nextCursor]).toEqual([5, null])
    expect(first.lines[0]).toEqual({ subtitleId: `en-${episode.id}`, language: 'en', from: 1, to: 2, text: 'One' })
  })

  test('are found by all words of a search in one line, whatever their case', async () => {
    const episode = await say([
      'You said the last one WAITS!',
      'It waited.',
      'I said nothing',
      'さいごのは、まつって言った！',
    ])
    const found = async (search: string) =>
      (await room.catalog.lines.of(episode.id, null, { search })).lines.map(({ text }) => text)
    expect(await found('wait')).toEqual(['You said the last one WAITS!', 'It waited.'])
    expect(await found('said waits')).toEqual(['You said the last one WAITS!'])
    expect(await found('まつ')).toEqual(['さいごのは、まつって言った！'])
    expect(await found('100%')).toEqual([])
    expect(await found('_')).toEqual([])
  })

  test('take their place again when a text has others', async () => {
    const episode = await say(['One'])
    await setLines(episode, ['Two'])
    expect((await room.catalog.lines.of(episode.id, null, {})).lines).toMatchObject([{ text: 'Two' }])
    await transact(room.db, (trx) => room.catalog.lines.remove(trx, `en-${episode.id}`))
    expect((await room.catalog.lines.of(episode.id, null, {})).total).toBe(0)
  })

  test('are kept for searches up to 5,000 lines and 100,000 characters of a text', async () => {
    const long = await say(Array.from({ length: 5001 }, () => 'x'))
    expect((await room.catalog.lines.of(long.id, null, {})).total).toBe(5000)
    const episode = await say(Array.from({ length: 102 }, (_, at) => `${at} ${'x'.repeat(990)}`))
    expect((await room.catalog.lines.of(episode.id, null, {})).total).toBe(100)
  })

  test('are refused without the episode, and with a cursor of another list', async () => {
    const { id } = await say(['One'])
    await expect(room.catalog.lines.of('unknown', null, {})).rejects.toMatchObject({
      code: 'catalog.episode_not_found',
    })
    for (const cursor of ['x', Buffer.from(`1~${id}~x`).toString('base64url'), '']) {
      await expect(room.catalog.lines.of(id, null, { cursor })).rejects.toMatchObject({
        code: 'catalog.cursor_invalid',
      })
    }
    const search = 'x'.repeat(201)
    await expect(room.catalog.lines.of(id, null, { search })).rejects.toMatchObject({ code: 'catalog.search_invalid' })
  })
})

describe('a search of Explore', () => {
  test('finds what is said after what is called so, with the line', async () => {
    await publishAll(['Kettle', 'The kettle', 'Tea'])
    const said = await say(['Nothing', 'Put the KETTLE on.', 'The kettle!'], { title: 'Morning' })
    await say(['A cup'], { title: 'Evening' })
    const page = await room.catalog.explore({ search: 'kettle' })
    expect(page.episodes.map(({ title }) => title)).toEqual(['Kettle', 'The kettle', 'Morning'])
    expect(page.total).toBe(3)
    expect(page.lines).toEqual(new Map([[said.id, { text: 'Put the KETTLE on.', language: 'en', from: 2 }]]))
  })

  test('finds an episode once, by its title before its lines', async () => {
    const episode = await say(['Kettle'], { title: 'Kettle' })
    await setLines(episode, ['Kettle'], 'ja')
    expect(await find('kettle')).toEqual(['Kettle'])
    expect((await room.catalog.explore({ search: 'kettle' })).lines).toEqual(new Map())
  })

  test('finds Japanese by its letters', async () => {
    await say(['さいごのは、まつって言った！'], { title: 'Altair' })
    for (const search of ['まつ', '言', 'さいごのは']) expect(await find(search)).toEqual(['Altair'])
    expect(await find('まてつ')).toEqual([])
  })

  test('needs all words in one line', async () => {
    await say(['The last one waits', 'and the train leaves'], { title: 'Altair' })
    expect(await find('last waits')).toEqual(['Altair'])
    expect(await find('last leaves')).toEqual([])
  })

  test('corrects a word only where nothing is called or said so', async () => {
    await publishAll(['Kettle'])
    expect(await find('kettel')).toEqual(['Kettle'])
    await say(['He said kettel.'], { title: 'Morning' })
    expect(await find('kettel')).toEqual(['Morning'])
  })

  test('finds no lines of episodes that Explore does not list, or its filters leave out', async () => {
    await say(['Kettle'], { title: 'Adult', nsfw: true })
    await say(['Kettle'], { title: 'Private', visibility: 'private' })
    await say(['Kettle'], { title: 'Action', genre: 'Action' })
    expect(await find('kettle')).toEqual(['Action'])
    expect(await find('kettle', { genre: 'Drama' })).toEqual([])
    expect(await find('kettle', { trending: true })).toEqual([])
  })

  test('goes on by pages from titles to lines', async () => {
    await publishAll(['Kettle 1', 'Kettle 2'])
    for (const title of ['C', 'A', 'B']) await say(['The kettle'], { title })
    const pages: string[][] = []
    const lineCounts: unknown[] = []
    for (let cursor: string | undefined | null; cursor !== null; ) {
      const page = await room.catalog.explore({ search: 'kettle', limit: 2, ...(cursor && { cursor }) })
      pages.push(page.episodes.map(({ title }) => title))
      lineCounts.push([page.total, page.lines?.size])
      cursor = page.nextCursor
    }
    expect(pages).toEqual([['Kettle 1', 'Kettle 2'], ['A', 'B'], ['C']])
    expect(lineCounts).toEqual([
      [5, 0],
      [5, 2],
      [5, 1],
    ])
  })

  test('finds at most 200 episodes by a line', async () => {
    const creator = await room.addCreator()
    for (let n = 0; n <= LINE_MATCHES_MAX; n += 1) await say(['The kettle'], { title: `Day ${n}` }, creator)
    expect((await room.catalog.explore({ search: 'kettle' })).total).toBe(LINE_MATCHES_MAX)
  })
})
