import { describe, expect, test } from 'vitest'
import type { Engagement } from '#engagement/engagement.server.ts'
import type { Account } from '#identity/account.ts'
import { setUpLibraryRoom } from '#tests/support/worlds/library-room.server.ts'
import type { TestCatalog } from '#tests/support/worlds/test-catalog.server.ts'
import type { Library } from './library.server.ts'
import type { LibraryPage } from './library.ts'

let room: TestCatalog
let engagement: Engagement
let library: Library
let creator: Account
let viewer: Account
const { publish, watchTo, historyTitles } = setUpLibraryRoom((opened) => {
  room = opened.room
  engagement = opened.engagement
  library = opened.library
  creator = opened.creator
  viewer = opened.viewer
})

const titlesOf = ({ episodes }: LibraryPage) => episodes.map((episode) => episode.title)

describe('a paused history', () => {
  test('takes in nothing and leaves positions as they are, until it goes on', async () => {
    const [one, two] = [await publish('One'), await publish('Two')]
    await watchTo(50, one)
    await library.pauseHistory(viewer, true)
    const since = await library.historyPausedAt(viewer)
    await watchTo(60, one)
    await watchTo(10, two)
    await library.recordWatch(viewer, two.id)
    await library.pauseHistory(viewer, true)
    expect(await library.historyPausedAt(viewer)).toEqual(since)
    expect((await library.history(viewer, {})).episodes).toMatchObject([{ title: 'One', positionSeconds: 50 }])
    await library.pauseHistory(viewer, false)
    expect(await library.historyPausedAt(viewer)).toBeNull()
    await watchTo(10, two)
    expect(await historyTitles()).toEqual(['Two', 'One'])
  })

  test('is that of one person', async () => {
    await library.pauseHistory(creator, true)
    await watchTo(50, await publish('One'))
    expect(await historyTitles()).toEqual(['One'])
  })
})

describe('removing from the history', () => {
  test('removes the position, and can be taken back in its place', async () => {
    const [one, two] = [await publish('One'), await publish('Two')]
    await watchTo(50, one)
    await watchTo(10, two)
    const removed = await library.removeFromHistory(viewer, one.id)
    expect(removed).toMatchObject({ episodeId: one.id, positionSeconds: 50 })
    expect(await library.removeFromHistory(viewer, one.id)).toBeNull()
    expect(await library.removeFromHistory(viewer, '/')).toBeNull()
    expect(titlesOf(await library.continueWatching(viewer, {}))).toEqual(['Two'])
    await library.restoreToHistory(viewer, removed!)
    expect((await library.history(viewer, {})).episodes).toMatchObject([
      { title: 'Two' },
      { title: 'One', positionSeconds: 50, at: removed!.watchedAt },
    ])
  })

  test('is not taken back over a later watch, nor with a time to come', async () => {
    const [one, two] = [await publish('One'), await publish('Two')]
    await watchTo(50, one)
    const removed = (await library.removeFromHistory(viewer, one.id))!
    await watchTo(70, one)
    await library.restoreToHistory(viewer, removed)
    const tomorrow = new Date('2026-05-02T12:00:00.000Z')
    await library.restoreToHistory(viewer, { episodeId: two.id, positionSeconds: 500, watchedAt: tomorrow })
    const { episodes } = await library.history(viewer, {})
    expect(episodes.find(({ id }) => id === one.id)).toMatchObject({ positionSeconds: 70 })
    expect(episodes.find(({ id }) => id === two.id)).toMatchObject({ positionSeconds: 100, at: room.clock.now() })
  })

  test('of everything takes all positions, also of what is no longer visible, and no likes', async () => {
    const [one, two] = [await publish('One'), await publish('Two')]
    await watchTo(50, one)
    await watchTo(50, two)
    await engagement.likes.add(viewer, one.id)
    await library.keepForLater(viewer, one.id)
    await room.catalog.edit(creator, two.id, { visibility: 'private' })
    await library.clearHistory(viewer)
    await room.catalog.edit(creator, two.id, { visibility: 'public' })
    expect((await library.history(viewer, {})).total).toBe(0)
    expect((await library.likes(viewer, {})).total).toBe(1)
    expect((await library.watchLater(viewer, {})).total).toBe(1)
  })

  test('by a search removes what it finds', async () => {
    await watchTo(50, await publish('Rain'))
    await watchTo(50, await publish('Snow'))
    await library.clearHistory(viewer, 'rain')
    expect(await historyTitles()).toEqual(['Snow'])
  })
})

describe('a search in the history', () => {
  test('finds each word in the title or in the creator’s name, in any case', async () => {
    await watchTo(1, await publish('Salt on the Handlebars'))
    await watchTo(1, await publish('Die STRASSE'))
    const other = await room.addCreator({ username: 'Rafa' })
    const theirs = await room.publish(other, { title: 'Salt 100%' })
    await watchTo(0, theirs)
    expect(await historyTitles('salt')).toEqual(['Salt 100%', 'Salt on the Handlebars'])
    expect(await historyTitles('straße')).toEqual(['Die STRASSE'])
    expect(await historyTitles('ｓålt')).toEqual(['Salt 100%', 'Salt on the Handlebars'])
    // A search without visible characters is none.
    expect(await historyTitles('\u0301')).toEqual(await historyTitles(''))
    expect(await historyTitles(' arakawa  SALT ')).toEqual(['Salt on the Handlebars'])
    expect(await historyTitles('%')).toEqual(['Salt 100%'])
    expect(await historyTitles('pepper')).toEqual([])
    expect((await library.history(viewer, { search: 'salt', limit: 1 })).total).toBe(2)
  })

  test('of more than 200 characters is refused', async () => {
    await expect(library.history(viewer, { search: 'x'.repeat(201) })).rejects.toMatchObject({
      code: 'catalog.search_invalid',
    })
  })
})
