import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Episode, NewEpisode } from '#catalog/episode.ts'
import { createEngagement, type Engagement } from '#engagement/engagement.server.ts'
import type { Account } from '#identity/account.ts'
import { openTestCatalog, type TestCatalog } from '#tests/support/test-catalog.server.ts'
import { createTestDatabase } from '#tests/support/test-database.server.ts'
import { createLibrary, type Library } from './library.server.ts'
import type { LibraryPage } from './library.ts'

let room: TestCatalog
let engagement: Engagement
let library: Library
let creator: Account
let viewer: Account
let minute = 0

beforeEach(async () => {
  room = await openTestCatalog(await createTestDatabase())
  engagement = createEngagement({ ...room, secret: 'a secret for tests, long enough to be one' })
  library = createLibrary({ ...room, engagement })
  creator = await room.addCreator({ username: 'Mio Arakawa' })
  viewer = await room.addViewer()
  minute = 0
})

afterEach(() => room.close())

/** Publishes an episode of 100 seconds. */
async function publish(title: string, fields: Partial<NewEpisode> = {}): Promise<Episode> {
  const episode = await room.publish(creator, { title, ...fields })
  await sql`update videos set duration_seconds = 100 where uid = ${episode.videoId}`.execute(room.db)
  return episode
}

/** A minute later, reports a position of this person. */
async function watchTo(positionSeconds: number, { id }: Pick<Episode, 'id'>, who = viewer): Promise<void> {
  passMinute()
  await library.reportPosition(who, id, positionSeconds)
}

function passMinute(): void {
  minute += 1
  room.clock.set(new Date(Date.UTC(2026, 4, 1, 12, minute)).toISOString())
}

const titlesOf = ({ episodes }: LibraryPage) => episodes.map((episode) => episode.title)
const historyTitles = async (search?: string) => titlesOf(await library.history(viewer, { search }))

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
    minute -= 2
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
    passMinute()
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
    await engagement.like(viewer, one.id)
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

describe('Watch Later', () => {
  test('keeps an episode once, the last added first, with its position', async () => {
    const [one, two] = [await publish('One'), await publish('Two')]
    await library.keepForLater(viewer, one.id)
    passMinute()
    await library.keepForLater(viewer, two.id)
    passMinute()
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
      await engagement.like(viewer, episode.id)
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
