import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Episode } from '#catalog/episode.ts'
import type { Account } from '#identity/account.ts'
import { openDatabase } from '#platform/database.server.ts'
import { newId } from '#platform/ids.server.ts'
import { playedRoomSecret, setUpPlayedRoom } from '#tests/support/worlds/played-room.server.ts'
import type { TestCatalog } from '#tests/support/worlds/test-catalog.server.ts'
import { createEngagement, type Engagement } from './engagement.server.ts'

let room: TestCatalog
let engagement: Engagement
let creator: Account
let episode: Episode

const { report, newSession, newSessions } = setUpPlayedRoom((opened) => {
  ;({ room, engagement, creator, episode } = opened)
})

test('plays without a cookie count at most 20 times per network, episode and hour; repeats use none', async () => {
  for (let n = 0; n < 20; n += 1) {
    expect(await report(`visit-${n}`)).toMatchObject({ views: n + 1, counted: true })
    expect(await report(`visit-${n}`)).toMatchObject({ views: n + 1, counted: false })
  }
  expect(await report('one-more')).toEqual({ views: 20, counted: false, visitorCookie: null })
  expect(await report('one-more', { ip: '198.51.100.1' })).toMatchObject({ counted: true })
  const cookie = await newSession()
  expect(await report('with-cookie', { cookie })).toMatchObject({ counted: true })
  const other = await room.publish(creator)
  expect(await report('elsewhere', { episodeId: other.id })).toMatchObject({ counted: true })
  await sql`update rate_limits set ends_at = now() - interval '1 second'`.execute(room.db)
  expect(await report('an-hour-later')).toMatchObject({ counted: true })
})

test('addresses of one IPv6 subscriber share their 20 plays; the prefix length is configurable', async () => {
  const from = (index: number) => `2001:db8:1:${(0x1200 + index).toString(16)}::7`
  const results = await Promise.all(
    Array.from({ length: 30 }, (_, index) => report(`visit-${index}`, { ip: from(index) })),
  )
  expect(results.filter((result) => result.counted)).toHaveLength(20)
  const finer = createEngagement({ ...room, secret: playedRoomSecret, ipv6PrefixBits: 64 })
  expect(await report('finer', { ip: from(1), by: finer })).toMatchObject({ counted: true })
})

test('one network counts 60 plays of an episode an hour, however many sessions come concurrently', async () => {
  const second = openDatabase(room.connectionString, () => {})
  try {
    const nodes = [engagement, createEngagement({ ...room, db: second.db, secret: playedRoomSecret })]
    const cookies = await newSessions(200)
    const results = await Promise.all(
      cookies.map((cookie, index) => report(`visit-${index}`, { cookie, by: nodes[index % 2]! })),
    )
    expect(results.filter((result) => result.counted)).toHaveLength(60)
    expect(await engagement.counts.totalViews([episode.id])).toBe(60)
    const cookie = cookies[results.findIndex((result) => !result.counted)]!
    expect(await report('again', { cookie })).toEqual({ views: 60, counted: false, visitorCookie: null })
    const other = await room.publish(creator)
    expect(await report('again', { cookie, episodeId: other.id })).toMatchObject({ counted: true })
    expect(await report('again', { viewer: await room.addViewer() })).toMatchObject({ counted: false })
    expect(await report('elsewhere', { cookie, ip: '198.51.100.1' })).toMatchObject({ views: 61, counted: true })
    await sql`update rate_limits set ends_at = now() - interval '1 second'`.execute(room.db)
    expect(await report('later', { viewer: await room.addViewer() })).toMatchObject({ views: 62, counted: true })
  } finally {
    await second.close()
  }
})

test('20 of a network’s plays may be previews, and further ones use up none of its watches', async () => {
  const cookies = await newSessions(100)
  const previews = await Promise.all(
    cookies.map((cookie, index) => report(`hover-${index}`, { cookie, kind: 'preview' })),
  )
  expect(previews.filter((result) => result.counted)).toHaveLength(20)
  const watches = await Promise.all(cookies.map((cookie, index) => report(`visit-${index}`, { cookie })))
  expect(watches.filter((result) => result.counted)).toHaveLength(40)
})

test('a signed-in person is one visitor a day in all browsers: 200 concurrent reports count once', async () => {
  const second = openDatabase(room.connectionString, () => {})
  try {
    const nodes = [engagement, createEngagement({ ...room, db: second.db, secret: playedRoomSecret })]
    const viewer = await room.addViewer()
    const results = await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        report(newId(), { viewer, ip: `10.3.0.${index}`, by: nodes[index % 2]! }),
      ),
    )
    expect(results.filter((result) => result.counted)).toHaveLength(1)
    expect(new Set(results.map((result) => result.visitorCookie))).toEqual(new Set([null]))
    expect(await report(newId(), { viewer: await room.addViewer() })).toMatchObject({ views: 2, counted: true })
    room.clock.set('2026-05-02T00:00:00.000Z')
    expect(await report(newId(), { viewer })).toMatchObject({ views: 3, counted: true })
    expect(await report(newId(), { viewer, by: nodes[1]! })).toMatchObject({ views: 3, counted: false })
  } finally {
    await second.close()
  }
})

test('signed-in people without a session do not fall under the 20 plays without a cookie', async () => {
  const viewers = await Promise.all(Array.from({ length: 30 }, () => room.addViewer()))
  const results = await Promise.all(viewers.map((viewer) => report(newId(), { viewer })))
  expect(results.every((result) => result.counted)).toBe(true)
})

test('the key for hashing signed-in people is removed when its day is over', async () => {
  await report('visit-1', { viewer: await room.addViewer() })
  const days = async () => (await sql`select day::text from visitor_days`.execute(room.db)).rows
  await engagement.cleanUp()
  expect(await days()).toEqual([{ day: '2026-05-01' }])
  room.clock.set('2026-05-02T00:00:00.000Z')
  await engagement.cleanUp()
  expect(await days()).toEqual([])
})

test('the log has the number of plays over each limit, and nothing about who made them', async () => {
  const lines: object[] = []
  const by = createEngagement({ ...room, secret: playedRoomSecret, log: { info: (details) => lines.push(details) } })
  await Promise.all(Array.from({ length: 25 }, (_, index) => report(`visit-${index}`, { by })))
  const cuts = lines.flatMap((line) => ('cut' in line ? (line.cut as { plays: number }[]) : []))
  const about = { episodeId: episode.id, limit: 'network_without_session', plays: expect.any(Number) }
  expect(cuts).toEqual(cuts.map(() => about))
  expect(cuts.reduce((sum, cut) => sum + cut.plays, 0)).toBe(5)
  expect(await report('visit-0', { by })).toMatchObject({ counted: false })
  expect(lines).toHaveLength(cuts.length)
})

test('previews count once per visit, at most 10 per visitor, episode and hour, besides the watch', async () => {
  const cookie = await newSession()
  for (let n = 0; n < 10; n += 1) {
    expect(await report(`hover-${n}`, { cookie, kind: 'preview' })).toMatchObject({ views: n + 1, counted: true })
    expect(await report(`hover-${n}`, { cookie, kind: 'preview' })).toMatchObject({ counted: false })
  }
  expect(await report('hover-10', { cookie, kind: 'preview' })).toMatchObject({ views: 10, counted: false })
  expect(await report('visit-1', { cookie })).toMatchObject({ views: 11, counted: true })
})
