import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Account } from '#identity/account.ts'
import { transact } from '#platform/transact.server.ts'
import { setUpSeriesRoom } from '#tests/support/worlds/series-room.server.ts'
import type { TestCatalog } from '#tests/support/worlds/test-catalog.server.ts'
import { SERIES_EPISODES_MAX } from './series.ts'

let room: TestCatalog
let creator: Account
let viewer: Account
const { publish, seriesOf, shown } = setUpSeriesRoom((opened) => {
  room = opened.room
  creator = opened.creator
  viewer = opened.viewer
})

describe('a change of many episodes', () => {
  test('puts them at the end of a series, or takes them out', async () => {
    const [one, two, three] = [await publish('One'), await publish('Two'), await publish('Three')]
    const id = await seriesOf('The Vega Line', [one])
    const other = await seriesOf('Another', [three])
    expect(await room.series.editEpisodes(creator, [one, two, three], { genre: 'Mecha' }, id)).toEqual({
      changed: 2,
      refused: [{ id: three, code: 'series.episode_taken' }],
    })
    expect(await shown(id, null)).toEqual(['1 One', '2 Two'])
    const genres = [one, two, three].map(async (each) => (await room.catalog.find(each, null)).genre)
    expect(await Promise.all(genres)).toEqual(['Mecha', 'Mecha', 'Drama'])
    await room.series.editEpisodes(creator, [one, three], {}, null)
    expect(await shown(id, null)).toEqual(['1 Two'])
    expect(await shown(other, creator)).toEqual([])
    await expect(room.series.editEpisodes(viewer, [one], {}, id)).rejects.toMatchObject({ code: 'series.owner_only' })
  })
})

describe('an edit of one episode', () => {
  const move = (id: string, seriesId: string | null, seriesNumber?: number) =>
    room.series.editEpisode(creator, id, { genre: 'Mecha' }, { seriesId, seriesNumber })
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
    await move(one, to)
    expect(await shown(from, null)).toEqual(['1 Two'])
    expect(await shown(to, null)).toEqual(['1 Three', '2 One'])
    expect(await genreOf(one)).toBe('Mecha')
    await move(three, to)
    expect(await shown(to, null)).toEqual(['1 Three', '2 One'])
    await move(three, null)
    expect(await shown(to, null)).toEqual(['1 One'])
  })

  test('changes nothing where the other series is full, gone, or of somebody else', async () => {
    const [one, two] = [await publish('One'), await publish('Two')]
    const from = await seriesOf('The Vega Line', [one, two])
    const other = await room.addCreator()
    const { id: foreign } = await room.series.create(other, { title: 'Theirs' })
    await expect(move(one, foreign)).rejects.toMatchObject({ code: 'series.not_found' })
    const gone = await seriesOf('Gone', [])
    await room.series.remove(creator, gone)
    await expect(move(one, gone)).rejects.toMatchObject({ code: 'series.not_found' })
    const full = await seriesOf('Full', [])
    await fill(full)
    await expect(move(one, full)).rejects.toMatchObject({
      code: 'series.episodes_too_many',
      details: { field: 'seriesId' },
    })
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
    await room.series.editEpisode(creator, one, { genre: 'Mecha' }, { seriesNumber: 2 })
    expect(await shown(from, null)).toEqual(['1 Two', '2 One', '3 Three'])
    expect((await room.series.find(from, null)).arcs).toEqual(arcs)
    expect(await genreOf(one)).toBe('Mecha')
    await move(three, to, 1)
    expect(await shown(to, null)).toEqual(['1 Three', '2 4'])
    expect(await shown(from, null)).toEqual(['1 Two', '2 One'])
    await move(three, from, 2)
    expect(await shown(from, null)).toEqual(['1 Two', '2 Three', '3 One'])
    expect((await room.series.find(from, null)).arcs).toEqual([{ title: 'Departures', from: 1, to: 3 }])
  })

  test('changes nothing for a number that the series does not have, or without a series', async () => {
    const [one, two] = [await publish('One'), await publish('Two')]
    const from = await seriesOf('The Vega Line', [one])
    const to = await seriesOf('Another', [two])
    for (const place of [{ seriesNumber: 2 }, { seriesId: to, seriesNumber: 3 }, { seriesId: to, seriesNumber: 0 }]) {
      const edit = room.series.editEpisode(creator, one, { genre: 'Mecha' }, place)
      await expect(edit).rejects.toMatchObject({ code: 'series.number_invalid', details: { field: 'seriesNumber' } })
    }
    const nowhere = move(one, null, 1)
    await expect(nowhere).rejects.toMatchObject({ code: 'series.number_without_series' })
    expect(await shown(from, null)).toEqual(['1 One'])
    expect(await shown(to, null)).toEqual(['1 Two'])
    expect(await genreOf(one)).toBe('Drama')
  })

  test('is in one series after two moves at once', async () => {
    const [one, two, three] = [await publish('One'), await publish('Two'), await publish('Three')]
    const all = [await seriesOf('A', [one]), await seriesOf('B', [two]), await seriesOf('C', [three])]
    await Promise.all([move(one, all[1]!), move(one, all[2]!), move(one, null)])
    const lists = await Promise.all(all.map((id) => shown(id, creator)))
    expect(lists[0]).toEqual([])
    expect(lists.flat().filter((part) => part.endsWith(' One')).length).toBeLessThan(2)
    expect(lists[1]![0]).toBe('1 Two')
    expect(lists[2]![0]).toBe('1 Three')
    // Two that swap series at once take no locks in opposite order.
    const swap = [move(two, all[2]!), move(three, all[1]!)]
    await Promise.all(swap)
    expect((await shown(all[1]!, creator)).map((part) => part.slice(2))).toContain('Three')
    expect((await shown(all[2]!, creator)).map((part) => part.slice(2))).toContain('Two')
  })
})
