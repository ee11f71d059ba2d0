import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Database, openDatabase } from '#platform/database.server.ts'
import { newId } from '#platform/ids.server.ts'
import { queryDatabase } from '#tests/support/data/query-database.server.ts'
import { publishEpisode } from '#tests/support/data/ready-video.server.ts'
import { createPerson, type Person } from '#tests/support/http/person.ts'
import { createTestHoshi, type TestHoshi } from '#tests/support/worlds/test-hoshi.ts'
import { findVisit, newAmong, newByCreator, recordVisit } from './following-visit-rows.server.ts'

let site: TestHoshi
let database: Database
let mika: Person
let fan: Person

beforeAll(async () => {
  // Nothing is announced here but by `announce`.
  site = await createTestHoshi()
  database = openDatabase(site.connectionString, () => {})
})
afterAll(async () => {
  await database?.close()
  await site?.close()
})

beforeEach(async () => {
  mika = await createPerson(site.url, 'creator', `Mika ${newId().slice(0, 12)}`)
  fan = await createPerson(site.url, 'viewer')
  await fan.call('PUT', `/api/v1/creators/${mika.account.uid}/follow`)
  await query('update follows set followed_at = $1 where follower_uid = $2', at('09:00'), fan.account.uid)
})

const query = <Row extends object>(statement: string, ...values: unknown[]) =>
  queryDatabase<Row>(site.connectionString, statement, values)
const at = (time: string) => new Date(`2026-05-01T${time}:00.000Z`)
const visit = (time: string) => recordVisit(database.db, fan.account.uid, at(time))

async function announce(time: string): Promise<string> {
  const { id } = await publishEpisode(site, mika)
  await query('update announced_episodes set announced_at = $1 where episode_id = $2', at(time), id)
  return id
}

/** The number of new episodes since a visit, and the ids among the given ones that are new. */
async function newSince(since: Date | null, ids: string[]) {
  const given = { followerUid: fan.account.uid, since }
  const numbers = await newByCreator(database.db, given, [mika.account.uid])
  const among = await newAmong(database.db, given, ids)
  return { number: numbers.get(mika.account.uid) ?? 0, ids: ids.filter((id) => among.has(id)) }
}

test('a visit ends half an hour after its last page, and the next one counts from there', async () => {
  expect(await findVisit(database.db, fan.account.uid)).toBe(null)
  expect(await visit('10:00')).toBe(null)
  expect(await visit('10:20')).toBe(null)
  // Within half an hour of the last page, whenever the visit began.
  expect(await visit('10:50')).toBe(null)
  expect(await visit('12:00')).toEqual(at('10:50'))
  expect(await visit('12:30')).toEqual(at('10:50'))
  expect(await visit('13:01')).toEqual(at('12:30'))
  expect(await findVisit(database.db, fan.account.uid)).toEqual(at('13:01'))
})

test('an episode is new when it was announced after the visit before, whatever was read', async () => {
  const [old, seen, fresh] = [await announce('08:00'), await announce('09:30'), await announce('11:00')]
  const ids = [old, seen, fresh]
  // Without a visit before, since the creator is followed.
  expect(await newSince(null, ids)).toEqual({ number: 2, ids: [seen, fresh] })
  await query('update notifications set read_at = now() where recipient_uid = $1', fan.account.uid)
  expect(await newSince(at('10:00'), ids)).toEqual({ number: 1, ids: [fresh] })
  expect(await newSince(at('08:30'), ids)).toEqual({ number: 2, ids: [seen, fresh] })
  expect(await newSince(at('12:00'), ids)).toEqual({ number: 0, ids: [] })
})

test('only what everybody can find is new, and only of creators that are followed', async () => {
  const [hidden, shown] = [await announce('11:00'), await announce('11:10')]
  await mika.call('PATCH', `/api/v1/episodes/${hidden}`, { visibility: 'unlisted' })
  expect(await newSince(at('10:00'), [hidden, shown])).toEqual({ number: 1, ids: [shown] })
  await fan.call('DELETE', `/api/v1/creators/${mika.account.uid}/follow`)
  expect(await newSince(at('10:00'), [hidden, shown])).toEqual({ number: 0, ids: [] })
})

test('the last visit goes with the account', async () => {
  await visit('10:00')
  await fan.call('DELETE', '/api/v1/me', { password: fan.password, now: true })
  expect(await query('select from following_visits where uid = $1', fan.account.uid)).toEqual([])
})
