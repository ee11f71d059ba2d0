import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Episode, NewEpisode } from '#catalog/episode.ts'
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
const { publish, watchTo, passMinutes, historyTitles } = setUpLibraryRoom((opened) => {
  room = opened.room
  engagement = opened.engagement
  library = opened.library
  creator = opened.creator
  viewer = opened.viewer
})

const titlesOf = ({ episodes }: LibraryPage) => episodes.map((episode) => episode.title)

describe('positions', () => {
  test('put an episode in front of the history and into Continue Watching', async () => {
    const [one, two] = [await publish('One'), await publish('Two')]
    await watchTo(10, one)
    await watchTo(20.5, two)
    await watchTo(30, one)
    const { episodes, total, nextCursor } = await library.continueWatching(viewer, {})
    expect(episodes.map(({ title, positionSeconds }) => [title, positionSeconds])).toEqual([
      ['One', 30],
      ['Two', 20.5],
    ])
    expect({ total, nextCursor }).toEqual({ total: 2, nextCursor: null })
    expect(episodes[0]!.at).toEqual(room.clock.now())
    expect(await historyTitles()).toEqual(['One', 'Two'])
  })

  test('at 95 percent leave Continue Watching, stay in the history, and return when it is watched again', async () => {
    const episode = await publish('One')
    await watchTo(95, episode)
    expect(await library.continueWatching(viewer, {})).toEqual({ episodes: [], total: 0, nextCursor: null })
    expect(await historyTitles()).toEqual(['One'])
    await watchTo(94.9, episode)
    expect(titlesOf(await library.continueWatching(viewer, {}))).toEqual(['One'])
  })

  test('at the start are nothing to continue', async () => {
    await watchTo(0, await publish('One'))
    expect((await library.continueWatching(viewer, {})).total).toBe(0)
    expect(await historyTitles()).toEqual(['One'])
  })

  test('past the end are refused', async () => {
    const episode = await publish('One')
    await expect(watchTo(100.01, episode)).rejects.toMatchObject({
      code: 'library.position_past_end',
      details: { field: 'positionSeconds' },
    })
    await watchTo(100, episode)
    const unmeasured = await room.publish(creator, { title: 'Unmeasured' })
    await expect(watchTo(1, unmeasured)).rejects.toMatchObject({ code: 'library.position_past_end' })
  })

  test('of an earlier moment do not replace a later one', async () => {
    const episode = await publish('One')
    await watchTo(50, episode)
    passMinutes(-2)
    await watchTo(10, episode)
    expect((await library.history(viewer, {})).episodes[0]).toMatchObject({ positionSeconds: 50 })
  })

  test('tell which episodes were watched to the end', async () => {
    const [begun, finished, other] = [await publish('One'), await publish('Two'), await publish('Three')]
    await watchTo(94, begun)
    await watchTo(95, finished)
    const ids = [begun.id, finished.id, other.id]
    expect(await library.finishedAmong(viewer, ids)).toEqual(new Set([finished.id]))
    expect(await library.finishedAmong(creator, ids)).toEqual(new Set())
    expect(await library.finishedAmong(null, ids)).toEqual(new Set())
  })

  test('belong to one person', async () => {
    const episode = await publish('One')
    await watchTo(50, episode)
    expect(await library.withPositions(viewer, [episode])).toMatchObject([{ positionSeconds: 50 }])
    expect(await library.withPositions(creator, [episode])).toMatchObject([{ positionSeconds: null }])
    expect(await library.withPositions(null, [episode])).toEqual([episode])
    expect((await library.history(creator, {})).total).toBe(0)
  })

  test('are refused for what the person may not see, as for what does not exist', async () => {
    const { id } = await publish('One', { visibility: 'private' })
    for (const unseen of [id, 'unknown', '/']) {
      const refused = { code: 'catalog.episode_not_found' }
      await expect(library.reportPosition(viewer, unseen, 1)).rejects.toMatchObject(refused)
      await expect(library.keepForLater(viewer, unseen)).rejects.toMatchObject(refused)
    }
    await library.reportPosition(creator, id, 1)
    expect((await library.continueWatching(creator, {})).total).toBe(1)
  })
})

describe('a counted watch', () => {
  test('adds to the history and keeps the position', async () => {
    const [one, two] = [await publish('One'), await publish('Two')]
    await watchTo(50, one)
    await watchTo(10, two)
    passMinutes(1)
    await library.recordWatch(viewer, one.id)
    expect((await library.history(viewer, {})).episodes).toMatchObject([
      { title: 'One', positionSeconds: 50, at: room.clock.now() },
      { title: 'Two' },
    ])
    await library.recordWatch(creator, two.id)
    expect((await library.history(creator, {})).episodes).toMatchObject([{ title: 'Two', positionSeconds: 0 }])
  })

  test('of a deleted episode is refused', async () => {
    const { id } = await publish('One')
    await room.catalog.remove(creator, id)
    await expect(library.recordWatch(viewer, id)).rejects.toMatchObject({ code: 'catalog.episode_not_found' })
  })
})

describe('Watch Later', () => {
  test('keeps an episode once, the last added first, with its position', async () => {
    const [one, two] = [await publish('One'), await publish('Two')]
    await library.keepForLater(viewer, one.id)
    passMinutes(1)
    await library.keepForLater(viewer, two.id)
    passMinutes(1)
    await library.keepForLater(viewer, one.id)
    await watchTo(50, one)
    expect((await library.watchLater(viewer, {})).episodes).toMatchObject([
      { title: 'Two', positionSeconds: null },
      { title: 'One', positionSeconds: 50 },
    ])
    expect(await library.inWatchLater(viewer, [one.id, 'unknown'])).toEqual(new Set([one.id]))
    expect(await library.inWatchLater(creator, [one.id])).toEqual(new Set())
    expect(await library.inWatchLater(null, [one.id])).toEqual(new Set())
    await library.removeFromLater(viewer, one.id)
    await library.removeFromLater(viewer, one.id)
    expect(titlesOf(await library.watchLater(viewer, {}))).toEqual(['Two'])
  })
})

describe('every list', () => {
  const lists = ['continueWatching', 'history', 'watchLater', 'likes'] as const

  async function fill(titles: string[], fields: Partial<NewEpisode> = {}): Promise<Episode[]> {
    const episodes: Episode[] = []
    for (const title of titles) {
      const episode = await publish(title, fields)
      await watchTo(50, episode)
      await library.keepForLater(viewer, episode.id)
      await engagement.likes.add(viewer, episode.id)
      episodes.push(episode)
    }
    return episodes
  }

  test.each(lists)('%s is paged by a cursor, with an exact total', async (list) => {
    await fill(['One', 'Two', 'Three'])
    const first = await library[list](viewer, { limit: 2 })
    expect(titlesOf(first)).toEqual(['Three', 'Two'])
    const second = await library[list](viewer, { limit: 2, cursor: first.nextCursor! })
    expect(titlesOf(second)).toEqual(['One'])
    expect([first.total, second.total, second.nextCursor]).toEqual([3, 3, null])
    await expect(library[list](viewer, { cursor: 'nowhere' })).rejects.toMatchObject({ code: 'catalog.cursor_invalid' })
  })

  test.each(lists)('%s pages through entries of one instant without loss', async (list) => {
    await fill(['One', 'Two', 'Three'])
    const at = room.clock.now()
    await sql`update watched_episodes set watched_at = ${at}`.execute(room.db)
    await sql`update watch_later set added_at = ${at}`.execute(room.db)
    await sql`update likes set liked_at = ${at}`.execute(room.db)
    const first = await library[list](viewer, { limit: 1 })
    const second = await library[list](viewer, { limit: 1, cursor: first.nextCursor! })
    const third = await library[list](viewer, { limit: 1, cursor: second.nextCursor! })
    expect(third.nextCursor).toBeNull()
    const titles = [first, second, third].flatMap(titlesOf)
    expect(titles.sort()).toEqual(['One', 'Three', 'Two'])
  })

  test.each(lists)('%s has unlisted and adult episodes, and nothing that the person may not see', async (list) => {
    const [hidden, gone] = await fill(['Hidden', 'Gone'])
    await fill(['Unlisted'], { visibility: 'unlisted' })
    await fill(['Adult'], { nsfw: true })
    await room.catalog.edit(creator, hidden!.id, { visibility: 'private' })
    await room.catalog.remove(creator, gone!.id)
    const page = await library[list](viewer, {})
    expect(titlesOf(page)).toEqual(['Adult', 'Unlisted'])
    expect(page.total).toBe(2)
    const inTheFuture = new Date(room.clock.now().getTime() + 60_000)
    await room.catalog.edit(creator, hidden!.id, { visibility: 'scheduled', publishAt: inTheFuture })
    expect((await library[list](viewer, {})).total).toBe(2)
    await room.catalog.edit(creator, hidden!.id, { visibility: 'public' })
    expect((await library[list](viewer, {})).total).toBe(3)
  })
})

test('what is stored about a person is complete, and goes with the account', async () => {
  const episode = await publish('One')
  await watchTo(50, episode)
  const at = room.clock.now()
  await library.keepForLater(viewer, episode.id)
  await library.pauseHistory(viewer, true)
  expect(await library.storedBy(viewer.uid)).toEqual({
    history: [{ episodeId: episode.id, positionSeconds: 50, isFinished: false, watchedAt: at }],
    historyPausedAt: at,
    watchLater: [{ episodeId: episode.id, addedAt: at }],
  })
  await sql`delete from users where id = ${viewer.uid}`.execute(room.db)
  expect(await library.storedBy(viewer.uid)).toEqual({ history: [], historyPausedAt: null, watchLater: [] })
  await expect(library.keepForLater(viewer, episode.id)).rejects.toMatchObject({ code: 'identity.sign_in_required' })
})
