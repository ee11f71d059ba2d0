import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Episode } from '#catalog/episode.ts'
import type { Account } from '#identity/account.ts'
import { openDatabase } from '#platform/database.server.ts'
import { newId } from '#platform/ids.server.ts'
import { firefox, playedRoomSecret, setUpPlayedRoom } from '#tests/support/worlds/played-room.server.ts'
import type { TestCatalog } from '#tests/support/worlds/test-catalog.server.ts'
import { createEngagement, type Engagement } from './engagement.server.ts'
import type { PlayKind } from './play.ts'

let room: TestCatalog
let engagement: Engagement
let creator: Account
let episode: Episode

const { report, newSession } = setUpPlayedRoom((opened) => {
  ;({ room, engagement, creator, episode } = opened)
})

async function storedPlays(): Promise<Record<string, unknown>[]> {
  const { rows } = await sql<Record<string, unknown>>`
    select kind, day::text, played_at as "playedAt", visit_id as "visitId" from plays
    where episode_id = ${episode.id} order by visit_id
  `.execute(room.db)
  return rows
}

test('the first watch of a newcomer counts, sets lastViewed and starts a session', async () => {
  const result = await report('visit-1')
  expect(result).toMatchObject({ views: 1, counted: true })
  expect(result.visitorCookie).toMatch(/^[\w-]+\.\d+\.[\w-]+$/)
  expect((await engagement.counts.of([episode.id])).get(episode.id)).toEqual({
    views: 1,
    likes: 0,
    comments: 0,
    lastViewed: new Date('2026-05-01T12:00:00.000Z'),
  })
})

test('a reload with the session’s cookie does not count again and sets no new one', async () => {
  const { visitorCookie } = await report('visit-1')
  expect(await report('visit-2', { cookie: visitorCookie })).toEqual({ views: 1, counted: false, visitorCookie: null })
})

test('the same visit never counts twice on an episode, with a cookie, without one, or as the other kind', async () => {
  await report('visit-1')
  const cookie = await newSession()
  for (const change of [{}, { cookie }, { kind: 'preview' as const }, { ip: '198.51.100.1' }])
    expect(await report('visit-1', change)).toMatchObject({ views: 1, counted: false })
})

test('a newcomer’s report repeated after a lost response gets the same session', async () => {
  const lost = await report('visit-1')
  const again = await report('visit-1')
  expect(again.counted).toBe(false)
  expect(await report('visit-2', { cookie: again.visitorCookie })).toMatchObject({ counted: false })
  expect(again.visitorCookie).toBe(lost.visitorCookie)
})

test('repeating somebody else’s visit id gets no session', async () => {
  await report('visit-1')
  expect((await report('visit-1', { ip: '198.51.100.1' })).visitorCookie).toBeNull()
})

test('one session counts once on each episode', async () => {
  const cookie = await newSession()
  const other = await room.publish(creator)
  expect(await report('visit-1', { cookie })).toMatchObject({ counted: true, visitorCookie: null })
  expect(await report('visit-1', { cookie, episodeId: other.id })).toMatchObject({ views: 1, counted: true })
})

test('an expired session is replaced by a new one, which counts', async () => {
  const { visitorCookie } = await report('visit-1')
  room.clock.set('2026-05-02T12:00:00.000Z')
  const next = await report('visit-2', { cookie: visitorCookie })
  expect(next).toMatchObject({ views: 2, counted: true })
  expect(next.visitorCookie).not.toBe(visitorCookie)
})

test('a forged cookie is no session and is replaced', async () => {
  const result = await report('visit-1', { cookie: 'aaaaaaaaaaaaaaaaaaaaaa.9999999999.forged' })
  expect(result).toMatchObject({ counted: true, visitorCookie: expect.any(String) })
})

test('fifty identical concurrent reports on two nodes count exactly once', async () => {
  const second = openDatabase(room.connectionString, () => {})
  try {
    const nodes = [engagement, createEngagement({ ...room, db: second.db, secret: playedRoomSecret })]
    const cookie = await newSession()
    for (const change of [{ cookie }, { cookie: null }]) {
      const before = await engagement.counts.totalViews([episode.id])
      const visitId = newId()
      const results = await Promise.all(
        Array.from({ length: 50 }, (_, index) => report(visitId, { ...change, by: nodes[index % 2]! })),
      )
      expect(results.filter((result) => result.counted)).toHaveLength(1)
      expect(new Set(results.map((result) => result.views))).toEqual(new Set([before + 1]))
      expect(await engagement.counts.totalViews([episode.id])).toBe(before + 1)
    }
  } finally {
    await second.close()
  }
})

test('many concurrent visitors on several episodes and two nodes are all counted, and the plays add up', async () => {
  const second = openDatabase(room.connectionString, () => {})
  try {
    const nodes = [engagement, createEngagement({ ...room, db: second.db, secret: playedRoomSecret })]
    const episodes = [episode, await room.publish(creator), await room.publish(creator)]
    const reports = Array.from({ length: 300 }, (_, index) =>
      report(`visit-${index}`, {
        episodeId: episodes[index % 3]!.id,
        ip: `10.0.0.${index}`,
        by: nodes[(index >> 2) % 2]!,
      }),
    )
    expect((await Promise.all(reports)).every((result) => result.counted)).toBe(true)
    const counted = await engagement.counts.addTo(episodes)
    expect(counted.map((each) => each.views)).toEqual([100, 100, 100])
    const { rows } = await sql`
      select 1 from episode_stats where views <> (select count(*) from plays where plays.episode_id = episode_stats.episode_id)
    `.execute(room.db)
    expect(rows).toEqual([])
  } finally {
    await second.close()
  }
})

test('prefetching and bots count nothing and get no session', async () => {
  await report('visit-1')
  const bot = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'
  for (const change of [{ isPrefetch: true }, { userAgent: bot }])
    expect(await report(newId(), change)).toEqual({ views: 1, counted: false, visitorCookie: null })
})

test('each play is stored with its kind and its UTC day, and without an IP address', async () => {
  const cookie = await newSession()
  room.clock.set('2026-05-01T23:59:59.999Z')
  await report('a', { cookie })
  room.clock.set('2026-05-02T00:00:00.000Z')
  await report('b', { cookie, kind: 'preview' })
  expect(await storedPlays()).toEqual([
    { kind: 'watch', day: '2026-05-01', playedAt: new Date('2026-05-01T23:59:59.999Z'), visitId: 'a' },
    { kind: 'preview', day: '2026-05-02', playedAt: new Date('2026-05-02T00:00:00.000Z'), visitId: 'b' },
  ])
  const { rows } = await sql<{ all: string }>`
    select (select string_agg(plays::text, ' ') from plays) || (select coalesce(string_agg(key, ' '), '') from rate_limits) as all
  `.execute(room.db)
  expect(rows[0]!.all).not.toContain('192.0.2')
})

test('plays of an episode that only its creator sees are refused as not found, and do not count for its creator', async () => {
  const hidden = await room.publish(creator, {}, 'inprogress')
  for (const episodeId of [hidden.id, newId(), 'a\u0000b', ''])
    await expect(report('visit-1', { episodeId })).rejects.toMatchObject({ code: 'catalog.episode_not_found' })
  const known = { cookie: null, ip: '192.0.2.7', userAgent: firefox, isPrefetch: false }
  const kept = await room.publish(creator, { visibility: 'private' })
  for (const { id } of [hidden, kept])
    expect(await engagement.plays.record({ episodeId: id, kind: 'watch', visitId: 'v' }, known, creator)).toEqual({
      views: 0,
      counted: false,
      visitorCookie: null,
    })
})

test('an invalid visit id or kind is refused with its field', async () => {
  for (const visitId of ['', 'x'.repeat(65), 'a b', 'a\u0000'])
    await expect(report(visitId)).rejects.toMatchObject({
      code: 'engagement.visit_id_invalid',
      details: { field: 'visitId' },
    })
  await expect(report('v', { kind: 'stare' as PlayKind })).rejects.toMatchObject({
    code: 'engagement.kind_unknown',
    details: { field: 'kind' },
  })
})

test('removing an episode removes its counts and plays, and concurrent reports for another episode still count', async () => {
  const other = await room.publish(creator)
  for (let round = 0; round < 6; round += 1) {
    const doomed = await room.publish(creator)
    if (round % 2 === 0) await report(`early-${round}`, { episodeId: doomed.id, ip: `10.1.0.${round}` })
    const reports = Array.from({ length: 20 }, (_, index) =>
      report(`r${round}-${index}`, {
        episodeId: index % 2 === 0 ? doomed.id : other.id,
        ip: `10.2.${round}.${index}`,
      }).catch((error) => error.code),
    )
    const removed = room.catalog.remove(creator, doomed.id)
    const results = await Promise.all(reports)
    await removed
    const ofOther = results.filter((_, index) => index % 2 === 1)
    expect(ofOther.map(({ counted }) => counted)).toEqual(Array(10).fill(true))
    const ofDoomed = results.filter((_, index) => index % 2 === 0)
    expect(ofDoomed).toHaveLength(10)
    for (const result of ofDoomed) expect([true, 'catalog.episode_not_found']).toContain(result.counted ?? result)
    expect(await engagement.counts.totalViews([doomed.id])).toBe(0)
  }
  expect(await engagement.counts.totalViews([other.id])).toBe(60)
  const { rows } = await sql`select 1 from plays where episode_id not in (select id from episodes)`.execute(room.db)
  expect(rows).toEqual([])
})

test('counts are joined in the requested order, and are zero for an unwatched episode', async () => {
  const quiet = await room.publish(creator)
  await report('visit-1')
  const counted = await engagement.counts.addTo([{ id: quiet.id }, { id: episode.id }, { id: quiet.id }])
  expect(counted.map((each) => [each.id, each.views, each.lastViewed === null])).toEqual([
    [quiet.id, 0, true],
    [episode.id, 1, false],
    [quiet.id, 0, true],
  ])
  expect(await engagement.counts.totalViews([quiet.id, episode.id])).toBe(1)
  expect(await engagement.counts.totalViews([])).toBe(0)
  expect(await engagement.counts.addTo([])).toEqual([])
})

test('a failure rejects only the reports of that moment and stores none of them; they can be repeated', async () => {
  await sql`alter table plays rename to plays_away`.execute(room.db)
  const failed = await Promise.allSettled([report('visit-1'), report('visit-2')])
  expect(failed.map((each) => each.status)).toEqual(['rejected', 'rejected'])
  await sql`alter table plays_away rename to plays`.execute(room.db)
  expect(await engagement.counts.totalViews([episode.id])).toBe(0)
  expect(await report('visit-1')).toMatchObject({ views: 1, counted: true })
})
