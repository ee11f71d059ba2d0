import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { NewEpisode } from '#catalog/episode.ts'
import type { Account } from '#identity/account.ts'
import { transact } from '#platform/transact.server.ts'
import { openTestCatalog, type TestCatalog } from '#tests/support/test-catalog.server.ts'
import { createTestDatabase } from '#tests/support/test-database.server.ts'
import { SERIES_EPISODES_MAX, SERIES_PER_CREATOR_MAX } from './series.ts'
import { createSeriesQueries } from './series-queries.server.ts'

let room: TestCatalog
let creator: Account
let viewer: Account
let minute = 0

beforeEach(async () => {
  room = await openTestCatalog(await createTestDatabase())
  creator = await room.addCreator({ username: 'Mio Arakawa' })
  viewer = await room.addViewer()
  minute = 0
})

afterEach(() => room.close())

async function publish(title: string, fields: Partial<NewEpisode> = {}): Promise<string> {
  return (await room.publish(creator, { title, ...fields })).id
}

/** A minute later, makes a series of these episodes. */
async function seriesOf(title: string, episodeIds: string[]): Promise<string> {
  minute += 1
  room.clock.set(new Date(Date.UTC(2026, 4, 1, 12, minute)).toISOString())
  const { id } = await room.series.create(creator, { title })
  await room.series.setList(creator, id, { episodeIds })
  return id
}

async function shown(id: string, who: Account | null): Promise<string[]> {
  const { episodes } = await room.series.find(id, who)
  return episodes.map(({ title, seriesNumber }) => `${seriesNumber} ${title}`)
}

describe('a series', () => {
  test('has its episodes in the given order, numbered from 1, and a new list replaces it', async () => {
    const ids = [await publish('One'), await publish('Two'), await publish('Three')]
    const id = await seriesOf('The Vega Line', ids)
    expect(await shown(id, null)).toEqual(['1 One', '2 Two', '3 Three'])
    await room.series.setList(creator, id, { episodeIds: [ids[2]!, ids[0]!] })
    expect(await shown(id, null)).toEqual(['1 Three', '2 One'])
    const [place] = await room.series.withSeriesPositions(null, [await room.catalog.find(ids[1]!, null)])
    expect(place).toMatchObject({ seriesId: null, seriesNumber: null })
  })

  test('is made by creators only, with a title', async () => {
    await expect(room.series.create(viewer, { title: 'Mine' })).rejects.toMatchObject({ code: 'series.creators_only' })
    await expect(room.series.create(creator, { title: '' })).rejects.toMatchObject({ code: 'series.title_required' })
  })

  test('is absent for others until it has a public part', async () => {
    const hidden = await publish('Hidden', { visibility: 'private' })
    const id = await seriesOf('The Vega Line', [hidden])
    expect(await shown(id, creator)).toEqual(['1 Hidden'])
    for (const who of [null, viewer]) {
      await expect(room.series.find(id, who)).rejects.toMatchObject({ code: 'series.not_found' })
      await expect(room.series.edit(viewer, id, { title: 'Mine' })).rejects.toMatchObject({ code: 'series.not_found' })
      expect((await room.series.byCreator(creator.uid, who, {})).series).toEqual([])
    }
    await room.catalog.edit(creator, hidden, { visibility: 'public' })
    expect(await shown(id, null)).toEqual(['1 Hidden'])
    await expect(room.series.edit(viewer, id, { title: 'Mine' })).rejects.toMatchObject({ code: 'series.owner_only' })
  })

  test('leaves out what others may not find, which keeps its number, and shows adult parts as profiles do', async () => {
    const ids = [
      await publish('One', { visibility: 'private' }),
      await publish('Two'),
      await publish('Three', { visibility: 'unlisted' }),
      await publish('Four', { nsfw: true }),
      await publish('Five', { visibility: 'scheduled', publishAt: new Date('2026-06-01') }),
    ]
    const id = await seriesOf('The Vega Line', ids)
    const arcs = [
      { title: 'Departures', from: 1, to: 3 },
      { title: 'Terminus', from: 4, to: 4 },
      { title: 'Secret', from: 5, to: 5 },
    ]
    await room.series.setList(creator, id, { episodeIds: ids, arcs })
    expect(await shown(id, viewer)).toEqual(['2 Two', '4 Four'])
    expect(await room.series.find(id, viewer)).toMatchObject({
      episodeCount: 2,
      arcs: [
        { title: 'Departures', from: 2, to: 2 },
        { title: 'Terminus', from: 4, to: 4 },
      ],
    })
    expect(await room.series.find(id, creator)).toMatchObject({ episodeCount: 5, arcs })
    expect((await room.series.byCreator(creator.uid, null, {})).series).toMatchObject([{ id, episodeCount: 2 }])
  })

  test('without a picture of its own shows the poster of its first public part that is not adult', async () => {
    const findMany: typeof room.catalog.findMany = async (...given) =>
      (await room.catalog.findMany(...given)).map((episode) => ({ ...episode, poster: `of ${episode.title}` }))
    const queries = createSeriesQueries({ ...room, catalog: { ...room.catalog, findMany } })
    const postersOf = async (id: string) =>
      Promise.all([null, viewer, creator].map(async (who) => (await queries.find(id, who)).poster))
    const adult = await publish('Adult', { nsfw: true })
    const parts = [await publish('Private', { visibility: 'private' }), adult, await publish('Third')]
    const id = await seriesOf('The Vega Line', parts)
    expect(await postersOf(id)).toEqual(Array(3).fill('of Third'))
    await room.series.setList(creator, id, { episodeIds: [adult] })
    expect(await postersOf(id)).toEqual([null, null, null])
  })

  test('shows the poster of the part that its creator chose, while everybody may find it', async () => {
    const findMany: typeof room.catalog.findMany = async (...given) =>
      (await room.catalog.findMany(...given)).map((episode) => ({ ...episode, poster: `of ${episode.title}` }))
    const queries = createSeriesQueries({ ...room, catalog: { ...room.catalog, findMany } })
    const shownCover = async (id: string) => {
      const { poster, chosenCoverId } = await queries.find(id, null)
      return { poster, chosenCoverId }
    }
    const [one, two, three] = [await publish('One'), await publish('Two'), await publish('Three')]
    const id = await seriesOf('The Vega Line', [one, two, three])
    await room.series.setCover(creator, id, three)
    await room.series.setCover(creator, id, two)
    const chosen = { poster: 'of Two', chosenCoverId: two }
    const automatic = { poster: 'of One', chosenCoverId: null }
    expect(await shownCover(id)).toEqual(chosen)
    // A new order keeps it.
    await room.series.setList(creator, id, { episodeIds: [three, one, two] })
    await room.series.setList(creator, id, { episodeIds: [one, two, three] })
    expect(await shownCover(id)).toEqual(chosen)
    for (const hidden of [{ visibility: 'private' }, { visibility: 'unlisted' }] as const) {
      await room.catalog.edit(creator, two, hidden)
      expect(await shownCover(id)).toEqual(automatic)
      await room.catalog.edit(creator, two, { visibility: 'public' })
      expect(await shownCover(id)).toEqual(chosen)
    }
    await room.catalog.edit(creator, two, { nsfw: true })
    expect(await shownCover(id)).toEqual(automatic)
    await room.catalog.edit(creator, two, { nsfw: false })
    await room.series.removePoster(creator, id)
    expect(await shownCover(id)).toEqual(automatic)
    // A part that leaves and comes back is a part like any other.
    await room.series.setCover(creator, id, two)
    await room.series.setList(creator, id, { episodeIds: [one] })
    await room.series.setList(creator, id, { episodeIds: [one, two] })
    expect(await shownCover(id)).toEqual(automatic)
  })

  test('takes its cover from its own public parts only, and from its creator', async () => {
    const [one, other] = [await publish('One'), await publish('Other')]
    const hidden = await publish('Hidden', { visibility: 'private' })
    const adult = await publish('Adult', { nsfw: true })
    const id = await seriesOf('The Vega Line', [one, hidden, adult])
    for (const refused of [hidden, adult, other, 'nothing', '']) {
      await expect(room.series.setCover(creator, id, refused)).rejects.toMatchObject({
        code: 'series.cover_not_public',
      })
    }
    await expect(room.series.setCover(viewer, id, one)).rejects.toMatchObject({ code: 'series.owner_only' })
    expect(await room.series.find(id, null)).toMatchObject({ chosenCoverId: null })
  })

  test('closes the gap of a deleted episode, and its arcs follow', async () => {
    const ids = [await publish('One'), await publish('Two'), await publish('Three'), await publish('Four')]
    const id = await seriesOf('The Vega Line', ids)
    const arcs = [
      { title: 'Departures', from: 1, to: 2 },
      { title: 'Terminus', from: 3, to: 4 },
    ]
    await room.series.setList(creator, id, { episodeIds: ids, arcs })
    await room.catalog.remove(creator, ids[1]!)
    expect(await shown(id, null)).toEqual(['1 One', '2 Three', '3 Four'])
    expect((await room.series.find(id, null)).arcs).toEqual([
      { title: 'Departures', from: 1, to: 1 },
      { title: 'Terminus', from: 2, to: 3 },
    ])
    await room.catalog.remove(creator, ids[0]!)
    expect((await room.series.find(id, null)).arcs).toEqual([{ title: 'Terminus', from: 1, to: 2 }])
  })

  test('keeps its arcs at their numbers when a list comes without arcs', async () => {
    const ids = [await publish('One'), await publish('Two'), await publish('Three')]
    const id = await seriesOf('The Vega Line', ids)
    await room.series.setList(creator, id, { episodeIds: ids, arcs: [{ title: 'All', from: 1, to: 3 }] })
    await room.series.setList(creator, id, { episodeIds: ids.slice(1) })
    expect((await room.series.find(id, null)).arcs).toEqual([{ title: 'All', from: 1, to: 2 }])
    await room.series.setList(creator, id, { episodeIds: ids.slice(1), arcs: [] })
    expect((await room.series.find(id, null)).arcs).toEqual([])
  })

  test('refuses an episode twice, an unknown one, one of somebody else and one of another series', async () => {
    const [one, two] = [await publish('One'), await publish('Two')]
    const other = await room.addCreator()
    const foreign = (await room.publish(other, { title: 'Foreign' })).id
    const secret = (await room.publish(other, { title: 'Secret', visibility: 'private' })).id
    const id = await seriesOf('The Vega Line', [one])
    await seriesOf('Another', [two])
    const codeOf = (episodeIds: string[]) =>
      room.series.setList(creator, id, { episodeIds }).then(
        () => 'stored',
        (refusal) => refusal.code,
      )
    expect(await codeOf([one, one])).toBe('series.episode_twice')
    expect(await codeOf([one, 'unknown'])).toBe('catalog.episode_not_found')
    expect(await codeOf([one, secret])).toBe('catalog.episode_not_found')
    expect(await codeOf([one, foreign])).toBe('series.episode_of_other')
    expect(await codeOf([one, two])).toBe('series.episode_taken')
    expect(await shown(id, null)).toEqual(['1 One'])
  })

  test('saves its fields and its list together, or neither', async () => {
    const [one, two] = [await publish('One'), await publish('Two')]
    const id = await seriesOf('The Vega Line', [one])
    await seriesOf('Another', [two])
    const description = 'Eight stops.'
    const taken = room.series.save(creator, id, { title: 'Renamed', description, episodeIds: [one, two] })
    await expect(taken).rejects.toMatchObject({ code: 'series.episode_taken' })
    const untitled = room.series.save(creator, id, { title: '', description, episodeIds: [] })
    await expect(untitled).rejects.toMatchObject({ code: 'series.title_required' })
    expect(await room.series.find(id, null)).toMatchObject({ title: 'The Vega Line', description: '' })
    expect(await shown(id, null)).toEqual(['1 One'])
    const saved = await room.series.save(creator, id, { title: 'Renamed', description, episodeIds: [] })
    expect(saved).toMatchObject({ title: 'Renamed', description, episodes: [] })
  })

  test('gives its episodes back when it is deleted', async () => {
    const one = await publish('One')
    const id = await seriesOf('The Vega Line', [one])
    await expect(room.series.remove(viewer, id)).rejects.toMatchObject({ code: 'series.owner_only' })
    await room.series.remove(creator, id)
    await expect(room.series.find(id, creator)).rejects.toMatchObject({ code: 'series.not_found' })
    expect((await room.catalog.find(one, null)).title).toBe('One')
    expect(await shown(await seriesOf('Another', [one]), null)).toEqual(['1 One'])
  })

  test('takes no picture of more than 5 MB, and none of another person', async () => {
    const id = await seriesOf('The Vega Line', [await publish('One')])
    const image = { size: 5 * 1024 ** 2 + 1, bytes: async () => new Uint8Array() }
    await expect(room.series.setPoster(creator, id, image)).rejects.toMatchObject({ code: 'series.poster_too_large' })
    await expect(room.series.setPoster(viewer, id, image)).rejects.toMatchObject({ code: 'series.owner_only' })
  })

  test('is one of a hundred at most', async () => {
    for (let count = 0; count < SERIES_PER_CREATOR_MAX; count += 1) await room.series.create(creator, { title: 'S' })
    await expect(room.series.create(creator, { title: 'S' })).rejects.toMatchObject({ code: 'series.too_many' })
  })
})

describe('lists of series', () => {
  test('are newest first, in pages, without gaps where series are hidden', async () => {
    const made: string[] = []
    for (const title of ['A', 'B', 'C']) made.push(await seriesOf(title, [await publish(title)]))
    await seriesOf('Empty', [])
    const first = await room.series.byCreator(creator.uid, null, { limit: 2 })
    expect(first.series.map(({ id }) => id)).toEqual([made[2], made[1]])
    const second = await room.series.byCreator(creator.uid, null, { limit: 2, cursor: first.nextCursor! })
    expect(second).toMatchObject({ series: [{ id: made[0] }], nextCursor: null })
    expect((await room.series.own(creator)).map(({ title }) => title)).toEqual(['Empty', 'C', 'B', 'A'])
  })
})

describe('the parts around an episode', () => {
  test('are the next public ones, for its creator too', async () => {
    const ids = [
      await publish('One'),
      await publish('Two', { visibility: 'unlisted' }),
      await publish('Three'),
      await publish('Four', { nsfw: true }),
      await publish('Five'),
    ]
    const id = await seriesOf('The Vega Line', ids)
    for (const who of [null, viewer, creator]) {
      expect(await room.series.neighboursOf(ids[2]!, who)).toEqual({
        series: { id, title: 'The Vega Line' },
        number: 3,
        parts: [1, 3, 4, 5].map((number) => ({ id: ids[number - 1], number })),
        previous: { id: ids[0], number: 1 },
        next: { id: ids[3], number: 4 },
        nextListed: { id: ids[4], number: 5 },
      })
    }
    expect((await room.series.neighboursOf(ids[4]!, null))?.next).toBeNull()
    expect(await room.series.neighboursOf(ids[1]!, null)).toMatchObject({ number: 2, previous: { number: 1 } })
    expect(await room.series.neighboursOf(await publish('Alone'), null)).toBeNull()
  })

  test('are secret around a private episode, and where no part is public', async () => {
    const [hidden, unlisted] = [
      await publish('Hidden', { visibility: 'private' }),
      await publish('Unlisted', { visibility: 'unlisted' }),
    ]
    await seriesOf('The Vega Line', [hidden, unlisted])
    expect(await room.series.neighboursOf(hidden, viewer)).toBeNull()
    expect(await room.series.neighboursOf(unlisted, viewer)).toBeNull()
    expect(await room.series.neighboursOf(unlisted, creator)).toMatchObject({ number: 2, previous: null, next: null })
    const [place] = await room.series.withSeriesPositions(viewer, [await room.catalog.find(unlisted, viewer)])
    expect(place).toMatchObject({ seriesId: null, seriesNumber: null })
  })
})

describe('a change of many episodes', () => {
  test('puts them at the end of a series, or takes them out', async () => {
    const [one, two, three] = [await publish('One'), await publish('Two'), await publish('Three')]
    const id = await seriesOf('The Vega Line', [one])
    const other = await seriesOf('Another', [three])
    const into = await room.series.placing(creator, id)
    const change = { genre: 'Mecha' }
    expect(await room.catalog.changeMany(creator, [one, two, three], change, into)).toEqual({
      changed: 2,
      refused: [{ id: three, code: 'series.episode_taken' }],
    })
    expect(await shown(id, null)).toEqual(['1 One', '2 Two'])
    const genres = [one, two, three].map(async (each) => (await room.catalog.find(each, null)).genre)
    expect(await Promise.all(genres)).toEqual(['Mecha', 'Mecha', 'Drama'])
    await room.catalog.changeMany(creator, [one, three], {}, await room.series.placing(creator, null))
    expect(await shown(id, null)).toEqual(['1 Two'])
    expect(await shown(other, creator)).toEqual([])
    await expect(room.series.placing(viewer, id)).rejects.toMatchObject({ code: 'series.owner_only' })
  })
})

describe('an edit of one episode', () => {
  const moveTo = (seriesId: string | null, seriesNumber?: number) =>
    room.series.moving(creator, { seriesId, seriesNumber })
  /** Two hundred parts without episodes: publishing as many takes long. */
  const fill = (seriesId: string) =>
    transact(room.db, async (trx) => {
      await sql`set local session_replication_role = replica`.execute(trx)
      await sql`
        insert into series_episodes (episode_id, series_id, position)
        select 'part ' || number, ${seriesId}, number from generate_series(1, ${SERIES_EPISODES_MAX}::integer) as number
      `.execute(trx)
    })
  const genreOf = async (id: string) => (await room.catalog.find(id, null)).genre

  test('moves it to the end of another series, out of it, and leaves it where it is', async () => {
    const [one, two, three] = [await publish('One'), await publish('Two'), await publish('Three')]
    const from = await seriesOf('The Vega Line', [one, two])
    const to = await seriesOf('Another', [three])
    await room.catalog.edit(creator, one, { genre: 'Mecha' }, await moveTo(to))
    expect(await shown(from, null)).toEqual(['1 Two'])
    expect(await shown(to, null)).toEqual(['1 Three', '2 One'])
    expect(await genreOf(one)).toBe('Mecha')
    await room.catalog.edit(creator, three, {}, await moveTo(to))
    expect(await shown(to, null)).toEqual(['1 Three', '2 One'])
    await room.catalog.edit(creator, three, {}, await moveTo(null))
    expect(await shown(to, null)).toEqual(['1 One'])
  })

  test('changes nothing where the other series is full, gone, or of somebody else', async () => {
    const [one, two] = [await publish('One'), await publish('Two')]
    const from = await seriesOf('The Vega Line', [one, two])
    const other = await room.addCreator()
    const { id: foreign } = await room.series.create(other, { title: 'Theirs' })
    await expect(moveTo(foreign)).rejects.toMatchObject({ code: 'series.not_found' })
    const gone = await seriesOf('Gone', [])
    const intoGone = await moveTo(gone)
    await room.series.remove(creator, gone)
    const edit = room.catalog.edit(creator, one, { genre: 'Mecha' }, intoGone)
    await expect(edit).rejects.toMatchObject({ code: 'series.not_found' })
    const full = await seriesOf('Full', [])
    await fill(full)
    const intoFull = room.catalog.edit(creator, one, { genre: 'Mecha' }, await moveTo(full))
    await expect(intoFull).rejects.toMatchObject({ code: 'series.episodes_too_many', details: { field: 'seriesId' } })
    expect(await shown(from, null)).toEqual(['1 One', '2 Two'])
    expect(await genreOf(one)).toBe('Drama')
  })

  test('gives it a number in its series or in another one, and arcs keep their parts', async () => {
    const [one, two, three, four] = [
      await publish('One'),
      await publish('Two'),
      await publish('Three'),
      await publish('4'),
    ]
    const from = await seriesOf('The Vega Line', [one, two, three])
    const to = await seriesOf('Another', [four])
    const arcs = [
      { title: 'Departures', from: 1, to: 2 },
      { title: 'Terminus', from: 3, to: 3 },
    ]
    await room.series.setList(creator, from, { episodeIds: [one, two, three], arcs })
    await room.catalog.edit(creator, one, { genre: 'Mecha' }, await room.series.moving(creator, { seriesNumber: 2 }))
    expect(await shown(from, null)).toEqual(['1 Two', '2 One', '3 Three'])
    expect((await room.series.find(from, null)).arcs).toEqual(arcs)
    expect(await genreOf(one)).toBe('Mecha')
    await room.catalog.edit(creator, three, {}, await moveTo(to, 1))
    expect(await shown(to, null)).toEqual(['1 Three', '2 4'])
    expect(await shown(from, null)).toEqual(['1 Two', '2 One'])
    await room.catalog.edit(creator, three, {}, await moveTo(from, 2))
    expect(await shown(from, null)).toEqual(['1 Two', '2 Three', '3 One'])
    expect((await room.series.find(from, null)).arcs).toEqual([{ title: 'Departures', from: 1, to: 3 }])
  })

  test('changes nothing for a number that the series does not have, or without a series', async () => {
    const [one, two] = [await publish('One'), await publish('Two')]
    const from = await seriesOf('The Vega Line', [one])
    const to = await seriesOf('Another', [two])
    for (const place of [{ seriesNumber: 2 }, { seriesId: to, seriesNumber: 3 }, { seriesId: to, seriesNumber: 0 }]) {
      const edit = room.catalog.edit(creator, one, { genre: 'Mecha' }, await room.series.moving(creator, place))
      await expect(edit).rejects.toMatchObject({ code: 'series.number_invalid', details: { field: 'seriesNumber' } })
    }
    const nowhere = room.catalog.edit(creator, one, { genre: 'Mecha' }, await moveTo(null, 1))
    await expect(nowhere).rejects.toMatchObject({ code: 'series.number_without_series' })
    expect(await shown(from, null)).toEqual(['1 One'])
    expect(await shown(to, null)).toEqual(['1 Two'])
    expect(await genreOf(one)).toBe('Drama')
  })

  test('is in one series after two moves at once', async () => {
    const [one, two, three] = [await publish('One'), await publish('Two'), await publish('Three')]
    const all = [await seriesOf('A', [one]), await seriesOf('B', [two]), await seriesOf('C', [three])]
    const moves = [moveTo(all[1]!), moveTo(all[2]!), moveTo(null)]
    await Promise.all(moves.map(async (move) => room.catalog.edit(creator, one, {}, await move)))
    const lists = await Promise.all(all.map((id) => shown(id, creator)))
    expect(lists[0]).toEqual([])
    expect(lists.flat().filter((part) => part.endsWith(' One')).length).toBeLessThan(2)
    expect(lists[1]![0]).toBe('1 Two')
    expect(lists[2]![0]).toBe('1 Three')
    // Two that swap series at once take no locks in opposite order.
    const swap = [
      room.catalog.edit(creator, two, {}, await moveTo(all[2]!)),
      room.catalog.edit(creator, three, {}, await moveTo(all[1]!)),
    ]
    await Promise.all(swap)
    expect((await shown(all[1]!, creator)).map((part) => part.slice(2))).toContain('Three')
    expect((await shown(all[2]!, creator)).map((part) => part.slice(2))).toContain('Two')
  })
})

test('a removed account leaves no series behind', async () => {
  const id = await seriesOf('The Vega Line', [await publish('One')])
  await transact(room.db, async (trx) => {
    const removeSeries = () => room.series.removeAllOf(trx, creator.uid)
    await room.catalog.removeAllOf(trx, creator.uid, [], async () => {}, removeSeries)
  })
  await expect(room.series.find(id, creator)).rejects.toMatchObject({ code: 'series.not_found' })
})
