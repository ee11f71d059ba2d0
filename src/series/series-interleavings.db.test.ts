import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Visibility } from '#catalog/audience.ts'
import type { Account } from '#identity/account.ts'
import { isRefusal } from '#platform/refusal.ts'
import { transact } from '#platform/transact.server.ts'
import { removeEpisodesOf } from '#tests/support/data/remove-account.ts'
import { createTestDatabase } from '#tests/support/data/test-database.server.ts'
import { openTestCatalog, type TestCatalog } from '#tests/support/worlds/test-catalog.server.ts'
import type { Series } from './series.ts'

let room: TestCatalog

beforeEach(async () => {
  room = await openTestCatalog(await createTestDatabase())
})

afterEach(() => room.close())

/** Settles these changes, started together. Those refused are expected; anything else thrown is not. */
async function together(changes: Promise<unknown>[]): Promise<void> {
  for (const { status, reason } of (await Promise.allSettled(changes)).map((each) => ({ reason: null, ...each })))
    if (status === 'rejected' && !isRefusal(reason)) throw reason
}

async function publishMany(creator: Account, count: number): Promise<string[]> {
  const ids: string[] = []
  for (let at = 0; at < count; at += 1) ids.push((await room.publish(creator, { title: `Episode ${at}` })).id)
  return ids
}

async function makeSeries(creator: Account): Promise<string> {
  return (await room.series.create(creator, { title: 'The Vega Line' })).id
}

async function idsOf(id: string, who: Account): Promise<string[]> {
  return (await room.series.find(id, who)).episodes.map((episode) => episode.id)
}

test('of lists written at once, one is there as a whole, with its arcs', async () => {
  const creator = await room.addCreator()
  const ids = await publishMany(creator, 6)
  const id = await makeSeries(creator)
  const rotated = ids.map((_, at) => [...ids.slice(at), ...ids.slice(0, at)].slice(0, at + 1))
  const arcsOf = (list: string[]) => [{ title: `${list.length} parts`, from: 1, to: list.length }]
  await Promise.all(rotated.map((list) => room.series.setList(creator, id, { episodeIds: list, arcs: arcsOf(list) })))
  const stored = await room.series.find(id, creator)
  const list = stored.episodes.map((episode) => episode.id)
  expect(rotated).toContainEqual(list)
  expect(stored.arcs).toEqual(arcsOf(list))
})

test('of two series that take the same episode at once, one has it and the other is refused', async () => {
  const creator = await room.addCreator()
  const ids = await publishMany(creator, 4)
  const [one, two] = [await makeSeries(creator), await makeSeries(creator)]
  const settled = await Promise.allSettled([
    room.series.setList(creator, one, { episodeIds: ids }),
    room.series.setList(creator, two, { episodeIds: [...ids].reverse() }),
  ])
  const refused = settled.filter((each) => each.status === 'rejected')
  expect(refused.map(({ reason }) => reason.code)).toEqual(['series.episode_taken'])
  expect([await idsOf(one, creator), await idsOf(two, creator)].map((list) => list.length).sort()).toEqual([0, 4])
})

test('a list that is written while its episodes are deleted has none of them in the end', async () => {
  const creator = await room.addCreator()
  const ids = await publishMany(creator, 6)
  const id = await makeSeries(creator)
  await room.series.setList(creator, id, { episodeIds: ids })
  const [gone, kept] = [ids.slice(0, 3), ids.slice(3)]
  await together([
    ...gone.map((each) => room.catalog.remove(creator, each)),
    room.series.setList(creator, id, { episodeIds: [...ids].reverse() }),
    room.series.setList(creator, id, { episodeIds: [...kept].reverse() }),
  ])
  expect((await idsOf(id, creator)).toSorted()).toEqual(kept.toSorted())
})

/** Removes an account with what is its own, as the listeners of the removal do. */
function removeAccount(creator: Account): Promise<void> {
  return transact(room.db, async (trx) => {
    await sql`select from users where id = ${creator.uid} for update`.execute(trx)
    await room.creators.lockProfile(trx, creator.uid)
    await removeEpisodesOf(room, trx, creator.uid)
    await sql`delete from users where id = ${creator.uid}`.execute(trx)
  })
}

test('an account that is removed while its lists are written leaves nothing behind', async () => {
  const creator = await room.addCreator()
  const ids = await publishMany(creator, 4)
  const id = await makeSeries(creator)
  const removal = removeAccount(creator)
  const writes = [ids, [...ids].reverse()].map((episodeIds) => room.series.setList(creator, id, { episodeIds }))
  await together([removal, ...writes, room.series.create(creator, { title: 'Another' })])
  const left = await sql`select id from series union all select episode_id from series_episodes`.execute(room.db)
  expect(left.rows).toEqual([])
})

test.each(['a bulk change', 'the removal of the account'])(
  '%s waits for series before it locks the explore index',
  async (kind) => {
    const creator = await room.addCreator()
    const ids = await publishMany(creator, 2)
    const id = await makeSeries(creator)
    const [work] = await transact(room.db, async (trx) => {
      await sql`select from series where id = ${id} for update`.execute(trx)
      const removes = kind === 'the removal of the account'
      const blocked = removes ? removeAccount(creator) : room.series.editEpisodes(creator, ids, { genre: 'Mecha' }, id)
      await expect.poll(countWaiting).toBe(1)
      await sql`lock table listed_counts in share row exclusive mode nowait`.execute(trx)
      // In a list: it is awaited once this transaction is over.
      return [blocked]
    })
    await work
  },
)

test('an episode does not go into a series that is removed while the edit waits for it', async () => {
  const creator = await room.addCreator()
  const [episode = ''] = await publishMany(creator, 1)
  const id = await makeSeries(creator)
  const [edit] = await transact(room.db, async (trx) => {
    await sql`select from series where id = ${id} for update`.execute(trx)
    const waitingEdit = room.series.editEpisode(creator, episode, { genre: 'Mecha' }, { seriesId: id })
    await expect.poll(countWaiting).toBe(1)
    await sql`delete from series where id = ${id}`.execute(trx)
    // In a list: it is awaited once this transaction is over.
    return [expect(waitingEdit).rejects.toMatchObject({ code: 'series.not_found', details: { field: 'seriesId' } })]
  })
  await edit
  expect((await room.catalog.find(episode, null)).genre).toBe('Drama')
})

/** Statements that wait for a lock. */
async function countWaiting(): Promise<number> {
  const { rows } = await sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(room.db)
  return rows.length
}

/** Numbers from a seed, the same in each run. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** Faults of a series as its creator sees it. */
function wrongNumbers({ episodes }: Series, creator: Account): string[] {
  const foreign = episodes.filter((episode) => episode.creatorId !== creator.uid)
  const gaps = episodes.filter((episode, at) => episode.seriesNumber !== at + 1)
  return [...foreign.map(({ id }) => `foreign ${id}`), ...gaps.map(({ id }) => `gap before ${id}`)]
}

/** Where the answers for others differ from the public parts of a series. */
async function leaksOf({ id, creatorId, episodes }: Series, viewer: Account): Promise<string[]> {
  const audiences = await room.catalog.audiencesOf(episodes.map((episode) => episode.id))
  const isPublic = (part: { id: string }) => audiences.get(part.id)?.audience === 'everyone'
  const shown = episodes.filter(isPublic).map((episode) => `${episode.seriesNumber} ${episode.id}`)
  const seen = await room.series.find(id, viewer).catch(() => null)
  const answer = (seen?.episodes ?? []).map((episode) => `${episode.seriesNumber} ${episode.id}`)
  const listed = (await room.series.byCreator(creatorId, null, {})).series.some((each) => each.id === id)
  const around = await Promise.all(episodes.map((episode) => room.series.neighboursOf(episode.id, viewer)))
  const numbers = episodes.filter(isPublic).map((episode) => episode.seriesNumber)
  const ends = (seen?.arcs ?? []).flatMap(({ from, to }) => [from, to])
  return [
    ...(answer.join() === shown.join() ? [] : [`shows ${answer} instead of ${shown}`]),
    ...(listed === shown.length > 0 ? [] : [`listed with ${shown.length} public parts: ${listed}`]),
    ...around
      .flatMap((each) => each?.parts ?? [])
      .filter((part) => !isPublic(part))
      .map((part) => `names ${part.id}`),
    ...ends.filter((end) => !numbers.includes(end)).map((end) => `arc reaches ${end}`),
  ]
}

test.each([1, 2])(
  'random changes by two creators leave complete lists, and show others public parts only (%i)',
  async (seed) => {
    const random = randomFrom(seed)
    const viewer = await room.addViewer()
    const people: { creator: Account; episodes: string[]; series: string[] }[] = []
    for (let at = 0; at < 2; at += 1) {
      const creator = await room.addCreator()
      const series = [await makeSeries(creator), await makeSeries(creator)]
      people.push({ creator, episodes: await publishMany(creator, 6), series })
    }
    const pick = <T>(list: T[]): T => list[random(list.length)]!
    const choices: Visibility[] = ['public', 'unlisted', 'private']

    function change(): Promise<unknown> {
      const { creator, episodes, series } = pick(people)
      const kind = random(10)
      if (kind < 4) {
        // Sometimes with an episode of the other creator.
        const pool = random(5) === 0 ? people.flatMap((each) => each.episodes) : episodes
        const episodeIds = pool.filter(() => random(2) === 0).sort(() => random(3) - 1)
        const arcs = episodeIds.length > 1 ? [{ title: 'Arc', from: 1, to: 1 + random(episodeIds.length) }] : []
        return room.series.setList(creator, pick(series), { episodeIds, ...(random(2) === 0 && { arcs }) })
      }
      if (kind < 7) return room.catalog.edit(creator, pick(episodes), { visibility: pick(choices) })
      if (kind < 8) return room.catalog.remove(creator, pick(episodes))
      const seriesId = random(3) === 0 ? null : pick(series)
      const chosen = episodes.filter(() => random(2) === 0)
      return room.series.editEpisodes(creator, chosen, {}, seriesId)
    }

    const seen: string[] = []
    const wrong: string[] = []
    for (let round = 0; round < 12; round += 1) {
      await together(Array.from({ length: 4 }, change))
      for (const { creator, series } of people) {
        for (const id of series) {
          const own = await room.series.find(id, creator)
          seen.push(...own.episodes.map((episode) => `${round} ${episode.id}`))
          wrong.push(...wrongNumbers(own, creator), ...(await leaksOf(own, viewer)))
        }
      }
    }
    expect(wrong).toEqual([])
    // An episode is in at most one series at a time, and there were some.
    expect(new Set(seen).size).toBe(seen.length)
    expect(seen.length).toBeGreaterThan(0)
  },
)
