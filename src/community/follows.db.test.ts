import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Database, openDatabase } from '#platform/database.server.ts'
import { newId } from '#platform/ids.server.ts'
import { queryDatabase } from '#tests/support/data/query-database.server.ts'
import { publishEpisode } from '#tests/support/data/ready-video.server.ts'
import { createPerson, createStranger, type Person } from '#tests/support/http/person.ts'
import { eventually } from '#tests/support/run/eventually.ts'
import { createTestHoshi, type TestHoshi } from '#tests/support/worlds/test-hoshi.ts'

let site: TestHoshi
let other: TestHoshi
let database: Database
let mika: Person
let viewer: Person
let stranger: Pick<Person, 'call'>

beforeAll(async () => {
  site = await createTestHoshi()
  other = await createTestHoshi({ beside: site })
  database = openDatabase(site.connectionString, () => {})
  mika = await createPerson(site.url, 'creator', 'Mika')
  viewer = await createPerson(site.url, 'viewer')
  stranger = createStranger(site.url)
})

afterAll(async () => {
  await database?.close()
  await other?.close()
  await site?.close()
})

const query = <Row extends object>(statement: string, ...values: unknown[]) =>
  queryDatabase<Row>(site.connectionString, statement, values)
const followPath = (person: Person) => `/api/v1/creators/${person.account.uid}/follow`
const jsonOf = async (response: Response) => (await response.json()) as Record<string, unknown>
const bodyOf = async (person: Pick<Person, 'call'>, method: string, path: string) =>
  jsonOf(await person.call(method, path))
const idsIn = (page: Record<string, unknown>, list: string) =>
  (page[list] as { id?: string; uid?: string }[]).map(({ id, uid }) => id ?? uid)

describe('following', () => {
  test('is a set, with the number of followers and one’s own state, which the profile shows', async () => {
    const creator = await createPerson(site.url, 'creator', 'Set')
    const path = followPath(creator)
    expect(await bodyOf(viewer, 'PUT', path)).toEqual({ followers: 1, following: true })
    expect(await bodyOf(viewer, 'PUT', path)).toEqual({ followers: 1, following: true })
    expect(await bodyOf(mika, 'PUT', path)).toEqual({ followers: 2, following: true })
    const profile = `/api/v1/creators/${creator.account.uid}`
    expect(await bodyOf(viewer, 'GET', profile)).toMatchObject({ followers: 2, following: true })
    expect(await bodyOf(creator, 'GET', profile)).toMatchObject({ followers: 2, following: false })
    const anonymous = await bodyOf(stranger, 'GET', profile)
    expect([anonymous.followers, 'following' in anonymous]).toEqual([2, false])
    expect(await bodyOf(viewer, 'DELETE', path)).toEqual({ followers: 1, following: false })
    expect(await bodyOf(viewer, 'DELETE', path)).toEqual({ followers: 1, following: false })
  })

  test('oneself is refused, and so are people without a profile', async () => {
    for (const method of ['PUT', 'DELETE']) {
      const self = await mika.call(method, followPath(mika))
      expect([self.status, (await jsonOf(self)).code]).toEqual([409, 'community.follow_self'])
      for (const uid of [viewer.account.uid, newId(), 'not~an~id']) {
        const refused = await mika.call(method, `/api/v1/creators/${uid}/follow`)
        expect([refused.status, (await jsonOf(refused)).code]).toEqual([404, 'creators.not_found'])
      }
    }
  })

  test('from another site is refused', async () => {
    const headers = { Origin: 'https://elsewhere.example' }
    expect((await viewer.call('PUT', followPath(mika), undefined, headers)).status).toBe(403)
  })
})

describe('the feed', () => {
  test('has the listed episodes of followed creators, newest first, and nobody else’s', async () => {
    const person = await createPerson(site.url, 'viewer')
    const [first, second, ignored] = await Promise.all(
      ['First', 'Second', 'Ignored'].map((name) => createPerson(site.url, 'creator', name)),
    )
    await person.call('PUT', followPath(first!))
    await person.call('PUT', followPath(second!))
    const ids: string[] = []
    for (const creator of [first!, second!, first!]) ids.unshift((await publishEpisode(site, creator)).id)
    await publishEpisode(site, ignored!)
    await publishEpisode(site, first!, { nsfw: true })
    await publishEpisode(site, first!, { visibility: 'unlisted' })
    await publishEpisode(site, second!, { visibility: 'private' })
    const page = await bodyOf(person, 'GET', '/api/v1/me/following')
    expect([idsIn(page, 'episodes'), page.nextCursor]).toEqual([ids, null])
    const start = await bodyOf(person, 'GET', '/api/v1/me/following?limit=2')
    const rest = await bodyOf(person, 'GET', `/api/v1/me/following?limit=2&cursor=${start.nextCursor}`)
    expect([...idsIn(start, 'episodes'), ...idsIn(rest, 'episodes')]).toEqual(ids)
    expect(rest.nextCursor).toBeNull()
    expect((await person.call('GET', '/api/v1/me/following?cursor=x')).status).toBe(422)
  })

  test('knows how many creators a person follows', async () => {
    const fan = await createPerson(site.url, 'viewer')
    const { community } = site.hoshi.rooms
    expect(await community.followedCount(fan.account)).toBe(0)
    await fan.call('PUT', followPath(mika))
    expect(await community.followedCount(fan.account)).toBe(1)
  })

  test('reaches episodes behind any number of newer ones by others', async () => {
    const person = await createPerson(site.url, 'viewer')
    const quiet = await createPerson(site.url, 'creator', 'Quiet')
    const busy = await createPerson(site.url, 'creator', 'Busy')
    const ids = [await publishEpisode(site, quiet), await publishEpisode(site, quiet)].map(({ id }) => id).reverse()
    await query(
      `with made as (
        insert into videos (uid, creator_id, name, size_bytes, state, is_published, upload_key_hash, upload_expires_at)
        select 'busy' || n, $1, 'clip.mp4', 1, 'ready', true, sha256(('busy' || n)::bytea), now()
        from generate_series(1, 1100) as n returning uid
      )
      insert into episodes (id, creator_id, video_id, title, genre, is_playable, published_at, updated_at)
      select uid, $1, uid, 'A star', 'Drama', true, now() + interval '1 hour', now() from made`,
      busy.account.uid,
    )
    await person.call('PUT', followPath(quiet))
    expect(idsIn(await bodyOf(person, 'GET', '/api/v1/me/following'), 'episodes')).toEqual(ids)
    const start = await bodyOf(person, 'GET', '/api/v1/me/following?limit=1')
    const rest = await bodyOf(person, 'GET', `/api/v1/me/following?limit=1&cursor=${start.nextCursor}`)
    expect([...idsIn(start, 'episodes'), ...idsIn(rest, 'episodes')]).toEqual(ids)
  })

  test('is empty for somebody who follows nobody', async () => {
    const person = await createPerson(site.url, 'viewer')
    expect(await bodyOf(person, 'GET', '/api/v1/me/following')).toEqual({ episodes: [], nextCursor: null })
    const none = { creators: [], nextCursor: null }
    expect(await bodyOf(person, 'GET', '/api/v1/me/followed-creators')).toEqual(none)
  })

  test('the followed creators are listed as their profiles, the last one first', async () => {
    const person = await createPerson(site.url, 'viewer')
    const names = ['A', 'B', 'C']
    const uids: string[] = []
    for (const name of names) {
      const creator = await createPerson(site.url, 'creator', `Listed ${name}`)
      await person.call('PUT', followPath(creator))
      uids.unshift(creator.account.uid)
      for (const genre of names.slice(0, uids.length - 1)) {
        const { id } = await publishEpisode(site, creator, { genre })
        await person.call('POST', `/api/v1/episodes/${id}/views`, { kind: 'watch', visitId: id })
      }
    }
    const start = await bodyOf(person, 'GET', '/api/v1/me/followed-creators?limit=2')
    const rest = await bodyOf(person, 'GET', `/api/v1/me/followed-creators?limit=2&cursor=${start.nextCursor}`)
    expect([...idsIn(start, 'creators'), ...idsIn(rest, 'creators')]).toEqual(uids)
    expect(start).toMatchObject({
      creators: [
        { episodeCount: 2, totalViews: 2, genres: ['A', 'B'] },
        { episodeCount: 1, totalViews: 1, genres: ['A'] },
      ],
    })
    expect(rest).toMatchObject({
      creators: [{ episodeCount: 0, totalViews: 0, genres: [], followers: 1, following: true, username: 'Listed A' }],
      nextCursor: null,
    })
    const lost = await person.call('GET', '/api/v1/me/followed-creators?cursor=x')
    expect([lost.status, (await jsonOf(lost)).code]).toEqual([422, 'community.cursor_invalid'])
  })
})

test('counts stay equal to rows while people on two nodes follow, unfollow and delete their accounts', async () => {
  const sites = [site, other]
  const people = await Promise.all(
    Array.from({ length: 10 }, (_, n) => createPerson(sites[n % 2]!.url, 'creator', `Creator ${n}`)),
  )
  const leaving = people.slice(0, 4)
  const pairs = people.flatMap((from) => people.filter((to) => to !== from).map((to) => ({ from, to })))
  let seed = 7
  const random = () => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed
  }
  const calls = [...pairs, ...pairs, ...pairs].sort(() => (random() % 2 === 0 ? 1 : -1))
  const statuses = await Promise.all([
    ...calls.map(async ({ from, to }) => {
      const isFollowing = random() % 3 > 0
      return (await from.call(isFollowing ? 'PUT' : 'DELETE', followPath(to))).status
    }),
    ...leaving.map(
      async (person) => (await person.call('DELETE', '/api/v1/me', { password: person.password, now: true })).status,
    ),
  ])
  // Signed out by the deletion of one's own account, or the creator has left.
  expect(statuses.filter((status) => ![200, 202, 401, 404].includes(status))).toEqual([])
  expect(statuses.slice(-leaving.length)).toEqual([202, 202, 202, 202])
  const wrong = await query(`
    select uid from creators left join follow_counts on creator_uid = uid
    where coalesce(followers, 0) <> (select count(*) from follows where creator_uid = uid)`)
  expect(wrong).toEqual([])
  const groups = await query(`
    select id from notifications
    where kind = 'follower' and count <> (select count(*) from follows where notification_id = notifications.id)`)
  expect(groups).toEqual([])
  const gone = leaving.map(({ account }) => account.uid)
  const left = await query('select from follows where follower_uid = any($1) or creator_uid = any($1)', gone)
  const leftCounts = await query('select from follow_counts where creator_uid = any($1)', gone)
  expect([left, leftCounts]).toEqual([[], []])
})

test.each([
  ['an unfollow', (fan: Person, creator: Person) => fan.call('DELETE', followPath(creator))],
  [
    'the removal of a follower',
    (fan: Person) => fan.call('DELETE', '/api/v1/me', { password: fan.password, now: true }),
  ],
])('%s on a day without counts waits for the profile before it locks a follow, and counts', async (_, leave) => {
  const creator = await createPerson(site.url, 'creator', `Left ${newId().slice(0, 12)}`)
  const fan = await createPerson(site.url, 'viewer')
  await fan.call('PUT', followPath(creator))
  const { uid } = creator.account
  await query('delete from channel_days where creator_uid = $1', uid)
  const left = await database.db.transaction().execute(async (trx) => {
    // As the removal of the creator's account begins, which goes on with the follows.
    await sql`select from creators where uid = ${uid} for update`.execute(trx)
    const answer = leave(fan, creator)
    await eventually('it waits for a lock', async () => {
      const { rows } = await sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
      `.execute(database.db)
      return rows.length > 0
    })
    await sql`select from follows where creator_uid = ${uid} for update nowait`.execute(trx)
    return { answer }
  })
  expect((await left.answer).ok).toBe(true)
  expect(await query('select followed, unfollowed from channel_days where creator_uid = $1', uid)).toEqual([
    { followed: 0, unfollowed: 1 },
  ])
})
