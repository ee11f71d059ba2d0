import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Account } from '#identity/account.ts'
import { newId } from '#platform/ids.server.ts'
import { transact } from '#platform/transact.server.ts'
import { createTestDatabase } from '#tests/support/data/test-database.server.ts'
import { openTestCatalog, type TestCatalog } from '#tests/support/worlds/test-catalog.server.ts'
import type { Episode } from './episode.ts'
import { endedShare, UP_NEXT_MAX } from './up-next.ts'

let room: TestCatalog
let creator: Account
let day = 0

beforeEach(async () => {
  room = await openTestCatalog(await createTestDatabase())
  creator = await room.addCreator()
  day = 0
})

afterEach(() => room.close())

/** Published after all before. */
async function publish(by: Account, fields = {}): Promise<Episode> {
  day += 1
  room.clock.set(new Date(Date.UTC(2026, 4, day)).toISOString())
  return room.publish(by, { genre: 'Horror', ...fields })
}

async function after(episode: Pick<Episode, 'id'>, nextPart: Pick<Episode, 'id'> | null = null) {
  const found = await room.catalog.upNext.after(episode.id, null, nextPart?.id ?? null)
  return found.map(({ episode: next, reason, term }) => [next.id, reason, term])
}

async function setEnded(counts: [Episode, watches: number, ended: number][]): Promise<void> {
  const given = counts.map(([{ id }, watches, ended]) => ({ id, watches, ended }))
  await transact(room.db, (trx) => room.catalog.upNext.setEndedCounts(trx, given))
}

test('the next part comes first, then the creator’s own, then what is similar, then the newest', async () => {
  const other = await room.addCreator()
  const [older, self, part, newer] = [
    await publish(creator, { genre: 'Romance' }),
    await publish(creator, { genre: 'Romance' }),
    await publish(creator, { genre: 'Romance' }),
    await publish(creator, { genre: 'Romance' }),
  ]
  const similar = await publish(other, { genre: 'romance' })
  const unlike = await publish(other, { genre: 'Mecha' })
  expect(await after(self, part)).toEqual([
    [part.id, 'series', null],
    [newer.id, 'creator', null],
    [older.id, 'creator', null],
    [similar.id, 'similar', 'Romance'],
    [unlike.id, 'newest', null],
  ])
  expect((await after(self)).slice(0, 3)).toEqual([
    [newer.id, 'creator', null],
    [part.id, 'creator', null],
    [older.id, 'creator', null],
  ])
})

test('an episode alone is followed by nothing, and no episode follows itself', async () => {
  const self = await publish(creator)
  expect(await after(self, self)).toEqual([])
})

test('adult, unlisted, private, scheduled and unplayable episodes follow nothing, not even as a next part', async () => {
  const self = await publish(creator)
  const hidden = [
    await publish(creator, { nsfw: true }),
    await publish(creator, { visibility: 'unlisted' }),
    await publish(creator, { visibility: 'private' }),
    await publish(creator, { visibility: 'scheduled', publishAt: new Date('2027-01-01') }),
    await room.publish(creator, { genre: 'Horror' }, 'inprogress'),
  ]
  expect(hidden).toHaveLength(5)
  expect(await after(self)).toEqual([])
  for (const episode of hidden) expect(await after(self, episode)).toEqual([])
})

test('an episode that is hidden is offered no more, and again once it is public', async () => {
  const self = await publish(creator)
  const other = await room.addCreator()
  const similar = await publish(other)
  await room.catalog.edit(other, similar.id, { visibility: 'private' })
  expect(await after(self)).toEqual([])
  await room.catalog.edit(other, similar.id, { visibility: 'public' })
  expect(await after(self)).toEqual([[similar.id, 'similar', 'Horror']])
  await room.catalog.remove(other, similar.id)
  expect(await after(self)).toEqual([])
})

test('similar ones are those watched to the end most, however often they were watched', async () => {
  const [self, ...others] = await publishByOthers(3)
  const [few, many, unwatched] = others as [Episode, Episode, Episode]
  await setEnded([
    [few, 40, 36],
    [many, 4000, 2000],
  ])
  expect(await after(self)).toEqual([
    [few.id, 'similar', 'Horror'],
    [many.id, 'similar', 'Horror'],
    [unwatched.id, 'similar', 'Horror'],
  ])
  await setEnded([[many, 8000, 7900]])
  expect((await after(self)).map(([id]) => id)).toEqual([many.id, few.id, unwatched.id])
})

test('a shared tag counts twice as much as a shared genre, in any case', async () => {
  const self = await publish(creator, { tags: ['Rain', 'bus'] })
  const sameGenre = await publish(await room.addCreator(), {})
  const sameTag = await publish(await room.addCreator(), { genre: 'Comedy', tags: ['rain'] })
  await setEnded([
    [sameGenre, 180, 95],
    [sameTag, 180, 55],
  ])
  expect((await after(self)).slice(0, 2)).toEqual([
    [sameTag.id, 'similar', 'Rain'],
    [sameGenre.id, 'similar', 'Horror'],
  ])
  await room.catalog.edit(creator, self.id, { tags: [] })
  expect((await after(self))[0]).toEqual([sameGenre.id, 'similar', 'Horror'])
})

test('a creator with many similar episodes has one place among them', async () => {
  const self = await publish(creator)
  const busy = await room.addCreator()
  const theirs = [await publish(busy), await publish(busy), await publish(busy)]
  const single = await publish(await room.addCreator())
  await setEnded([...theirs.map((episode): [Episode, number, number] => [episode, 100, 100]), [single, 100, 10]])
  const similar = (await after(self)).filter(([, reason]) => reason === 'similar')
  expect(similar).toHaveLength(2)
  expect(similar[1]).toEqual([single.id, 'similar', 'Horror'])
})

test('a creator with the best 25 of a genre leaves the other places to others', async () => {
  const self = await publish(creator)
  const busy = await room.addCreator()
  const theirs: Episode[] = []
  for (let count = 0; count < 25; count += 1) theirs.push(await publish(busy))
  const others = [await publish(await room.addCreator()), await publish(await room.addCreator())]
  const [second, third] = others as [Episode, Episode]
  await setEnded([
    ...theirs.map((episode): [Episode, number, number] => [episode, 100, 100]),
    [second, 100, 20],
    [third, 100, 10],
  ])
  const similar = (await after(self)).filter(([, reason]) => reason === 'similar')
  expect(similar.map(([id]) => id)).toEqual([expect.toBeOneOf(theirs.map(({ id }) => id)), second.id, third.id])
})

test('equals keep one order, whatever was published last', async () => {
  const [self, ...others] = await publishByOthers(6)
  const before = (await after(self)).filter(([, reason]) => reason === 'similar')
  expect(before).toHaveLength(3)
  for (const { id } of others) await sql`update episodes set published_at = now() where id = ${id}`.execute(room.db)
  expect((await after(self)).filter(([, reason]) => reason === 'similar')).toEqual(before)
})

test('there are at most eight, each once', async () => {
  const [self] = await publishByOthers(9)
  for (let count = 0; count < 5; count += 1) await publish(creator)
  const found = await after(self)
  expect(found).toHaveLength(UP_NEXT_MAX)
  expect(new Set(found.map(([id]) => id)).size).toBe(UP_NEXT_MAX)
})

test('an episode that its viewer may not see has no next ones', async () => {
  const hidden = await publish(creator, { visibility: 'private' })
  const notFound = { code: 'catalog.episode_not_found' }
  await expect(room.catalog.upNext.after(hidden.id, null, null)).rejects.toMatchObject(notFound)
  await expect(room.catalog.upNext.after(newId(), creator, null)).rejects.toMatchObject(notFound)
  expect(await room.catalog.upNext.after(hidden.id, creator, null)).toEqual([])
})

test('the share of a new episode is the same in both places that know it', async () => {
  const episode = await publish(creator, { tags: ['rain'] })
  const { rows } = await sql<{ share: number }>`
    select share from listed_terms where episode_id = ${episode.id}
  `.execute(room.db)
  expect(rows.map(({ share }) => share)).toEqual([0.25, 0.25])
  expect(endedShare({ watches: 0, ended: 0 })).toBe(0.25)
})

test('counts of episodes that are gone are ignored, and shares outlive an edit', async () => {
  const [self, first, second] = (await publishByOthers(2)) as [Episode, Episode, Episode]
  await setEnded([
    [{ ...first, id: newId() }, 5, 5],
    [second, 100, 100],
  ])
  await sql`update episodes set tags = '{rain}' where id = ${second.id}`.execute(room.db)
  expect((await after(self)).map(([id]) => id)).toEqual([second.id, first.id])
})

/** An episode of the creator, and others of the same genre by others. */
async function publishByOthers(count: number): Promise<[Episode, ...Episode[]]> {
  const self = await publish(creator)
  const others: Episode[] = []
  for (let each = 0; each < count; each += 1) others.push(await publish(await room.addCreator()))
  return [self, ...others]
}
