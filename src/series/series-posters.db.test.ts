import { describe, expect, test } from 'vitest'
import type { Account } from '#identity/account.ts'
import { setUpSeriesRoom } from '#tests/support/worlds/series-room.server.ts'
import type { TestCatalog } from '#tests/support/worlds/test-catalog.server.ts'
import { createSeriesQueries } from './series-queries.server.ts'

let room: TestCatalog
let creator: Account
let viewer: Account
const { publish, seriesOf } = setUpSeriesRoom((opened) => {
  room = opened.room
  creator = opened.creator
  viewer = opened.viewer
})

describe('a series', () => {
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

  test('takes no picture of more than 5 MB, and none of another person', async () => {
    const id = await seriesOf('The Vega Line', [await publish('One')])
    const image = { size: 5 * 1024 ** 2 + 1, bytes: async () => new Uint8Array() }
    await expect(room.series.setPoster(creator, id, image)).rejects.toMatchObject({ code: 'series.poster_too_large' })
    await expect(room.series.setPoster(viewer, id, image)).rejects.toMatchObject({ code: 'series.owner_only' })
  })
})
