import { describe, expect, test } from 'vitest'
import type { Account } from '#identity/account.ts'
import { transact } from '#platform/transact.server.ts'
import { removeEpisodesOf } from '#tests/support/data/remove-account.ts'
import { setUpSeriesRoom } from '#tests/support/worlds/series-room.server.ts'
import type { TestCatalog } from '#tests/support/worlds/test-catalog.server.ts'
import { SERIES_PER_CREATOR_MAX } from './series.ts'

let room: TestCatalog
let creator: Account
let viewer: Account
const { publish, seriesOf, shown } = setUpSeriesRoom((opened) => {
  room = opened.room
  creator = opened.creator
  viewer = opened.viewer
})

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

test('a removed account leaves no series behind', async () => {
  const id = await seriesOf('The Vega Line', [await publish('One')])
  await transact(room.db, (trx) => removeEpisodesOf(room, trx, creator.uid))
  await expect(room.series.find(id, creator)).rejects.toMatchObject({ code: 'series.not_found' })
})
