import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Episode } from '#catalog/episode.ts'
import type { Account } from '#identity/account.ts'
import { newId } from '#platform/ids.server.ts'
import { transact } from '#platform/transact.server.ts'
import type { TestCatalog } from '#tests/support/worlds/test-catalog.server.ts'
import { setUpWatchedRoom } from '#tests/support/worlds/watched-room.server.ts'
import type { Engagement } from '../engagement.server.ts'
import { figureNames, noFigures } from './analytics.ts'

let room: TestCatalog
let engagement: Engagement
let creator: Account
let first: Episode
let second: Episode

const { createVisitor, watched } = setUpWatchedRoom((opened) => {
  ;({ room, engagement, creator, first, second } = opened)
})

const today = { from: '2026-05-01', to: '2026-05-01' }

describe('figures of known plays', () => {
  test('divide views, add up watch time and visitors, and compare with the days before', async () => {
    room.clock.set('2026-04-30T12:00:00.000Z')
    await createVisitor()(first)
    room.clock.set('2026-05-01T12:00:00.000Z')
    const [ann, ben] = [createVisitor(), createVisitor()]
    const annWatches = await ann(first)
    await ann(first, { kind: 'preview' })
    await ann(second)
    const benWatches = await ben(first)
    await watched(first, annWatches, 95, 9.5)
    await watched(first, benWatches, 50, 5.25)
    const viewer = await room.addViewer()
    await engagement.likes.add(viewer, first.id)
    await engagement.comments.write(viewer, second.id, 'Lovely')

    const report = await engagement.analytics.read(creator, { ...today, compare: true })
    const figures = { watched: 3, previewed: 1, watchSeconds: 14.75, visitors: 2, likes: 1, comments: 1 }
    expect(report.totals).toEqual({ ...noFigures, ...figures })
    expect(report.days).toEqual([{ day: '2026-05-01', ...noFigures, ...figures }])
    const figuresBefore = { ...noFigures, watched: 1, visitors: 1 }
    expect(report.daysBefore).toEqual([{ day: '2026-04-30', ...figuresBefore }])
    expect(report.before).toEqual(figuresBefore)
    expect(report.episodes).toMatchObject([
      {
        id: first.id,
        title: 'First',
        watched: 2,
        previewed: 1,
        watchSeconds: 14.75,
        visitors: 2,
        likes: 1,
        comments: 0,
      },
      { id: second.id, title: 'Second', watched: 1, previewed: 0, watchSeconds: 0, visitors: 1, likes: 0, comments: 1 },
    ])
    expect(report.completion).toEqual([
      { reached: 25, count: 2, share: 2 / 3 },
      { reached: 50, count: 2, share: 2 / 3 },
      { reached: 75, count: 1, share: 1 / 3 },
      { reached: 95, count: 1, share: 1 / 3 },
    ])
    expect(report.retention).toBeNull()
  })

  test('cover every day of the range, also one without anything', async () => {
    await createVisitor()(first)
    const report = await engagement.analytics.read(creator, { from: '2026-04-29', to: '2026-05-02' })
    expect(report.days.map(({ day, watched }) => [day, watched])).toEqual([
      ['2026-04-29', 0],
      ['2026-04-30', 0],
      ['2026-05-01', 1],
      ['2026-05-02', 0],
    ])
    expect(report.before).toBeNull()
    expect((await engagement.analytics.read(creator, {})).days).toHaveLength(28)
  })

  test('name where people came from, by host for those from outside and in embedded players', async () => {
    await createVisitor()(first, { source: 'explore' })
    await createVisitor()(first, { source: 'explore', kind: 'preview' })
    await createVisitor()(second, { source: 'next', host: 'example.org' })
    await createVisitor()(first, { source: 'embed', host: 'example.org' })
    await createVisitor()(first, { source: 'embed' })
    await createVisitor()(first, { source: 'outside', host: 'WWW.Example.org' })
    await createVisitor()(second, { source: 'outside', host: 'no host <b>' })
    await createVisitor()(second)
    expect((await engagement.analytics.read(creator, today)).sources).toEqual([
      { source: 'explore', views: 2 },
      { source: 'outside', views: 2 },
      { source: 'next', views: 1 },
      { source: 'embed', views: 1 },
      { source: 'embed', host: 'example.org', views: 1 },
      { source: 'outside', host: 'example.org', views: 1 },
    ])
  })

  test('name the hundred hosts with the most views, and count the others as outside', async () => {
    await createVisitor()(first, { source: 'outside' })
    await sql`update daily_totals set views = 150, from_outside = 150`.execute(room.db)
    await sql`
      insert into daily_hosts (episode_id, day, host, views)
      select ${first.id}, '2026-05-01', n || '.example.org', case when n <= 20 then 2 else 1 end
      from generate_series(1, 120) as n
    `.execute(room.db)
    const { sources } = await engagement.analytics.read(creator, today)
    const named = sources.filter((source) => source.host !== undefined)
    expect([named.length, named[19]!.views, named[20]!.views]).toEqual([100, 2, 1])
    expect(sources.find((source) => source.host === undefined)).toEqual({ source: 'outside', views: 30 })
  })

  test('keep the first source of a visit', async () => {
    const visitId = newId()
    const visitor = createVisitor()
    await visitor(first, { visitId, source: 'profile' })
    await visitor(first, { visitId, source: 'search' })
    expect((await engagement.analytics.read(creator, today)).sources).toEqual([{ source: 'profile', views: 1 }])
  })

  test('count a visitor once a day on the channel and on each episode, and again the next day', async () => {
    const visitor = createVisitor()
    room.clock.set('2026-05-01T23:50:00.000Z')
    await visitor(first)
    await visitor(second)
    room.clock.set('2026-05-02T00:10:00.000Z')
    await visitor(second, { kind: 'preview' })
    const report = await engagement.analytics.read(creator, { from: '2026-05-01', to: '2026-05-02' })
    expect(report.days.map(({ visitors }) => visitors)).toEqual([1, 1])
    expect(report.totals.visitors).toBe(2)
    expect(report.episodes.map(({ title, visitors }) => [title, visitors])).toEqual([
      ['Second', 2],
      ['First', 1],
    ])
  })

  test('stay exact under many concurrent visitors of both episodes', async () => {
    const visitors = Array.from({ length: 40 }, createVisitor)
    await Promise.all(visitors.flatMap((visit) => [visit(first), visit(second, { kind: 'preview' })]))
    await Promise.all(visitors.map((visit) => visit(second, { kind: 'preview' })))
    const { totals } = await engagement.analytics.read(creator, today)
    expect(totals.watched + totals.previewed).toBe(120)
    const { rows } = await sql<{ visitors: number }>`
      select count(distinct visitor_hash) as visitors from plays
    `.execute(room.db)
    expect(totals.visitors).toBe(rows[0]!.visitors)
  })

  test('are those of one episode when it is asked for, and of nobody else', async () => {
    await createVisitor()(first)
    await createVisitor()(second)
    const report = await engagement.analytics.read(creator, { ...today, episodeId: first.id })
    expect(report.totals).toEqual({ ...noFigures, watched: 1, visitors: 1 })
    expect(report.episodes.map(({ id }) => id)).toEqual([first.id])
    const other = await room.addCreator()
    await expect(engagement.analytics.read(other, { ...today, episodeId: first.id })).rejects.toMatchObject({
      code: 'catalog.episode_not_found',
    })
    expect((await engagement.analytics.read(other, today)).totals).toEqual(noFigures)
  })

  test('lose a like that is taken back and an episode that is deleted', async () => {
    await createVisitor()(first)
    const viewer = await room.addViewer()
    await engagement.likes.add(viewer, second.id)
    await engagement.likes.remove(viewer, second.id)
    await room.catalog.remove(creator, first.id)
    const report = await engagement.analytics.read(creator, today)
    expect(report.totals).toEqual({ ...noFigures, visitors: 1 })
    expect(report.episodes.map(({ title }) => title)).toEqual(['Second'])
  })
})

describe('follows', () => {
  const change = (followerUid: string, isGain: boolean) =>
    engagement.analytics
      .markFollower(followerUid, [creator.uid])
      .then((mark) =>
        transact(room.db, (trx) =>
          engagement.analytics.countFollowChange(trx, { creatorUids: [creator.uid], isGain, ...mark }),
        ),
      )

  test('are one gain and one loss per person and day', async () => {
    const [ann, ben] = [await room.addViewer(), await room.addViewer()]
    for (const isGain of [true, false, true, false]) await change(ann.uid, isGain)
    await change(ben.uid, true)
    room.clock.set('2026-05-02T12:00:00.000Z')
    await change(ann.uid, true)
    const { days } = await engagement.analytics.read(creator, { from: '2026-05-01', to: '2026-05-02' })
    expect(days.map(({ followed, unfollowed }) => [followed, unfollowed])).toEqual([
      [2, 1],
      [1, 0],
    ])
  })
})

test.each([
  ['a first day after the last', { from: '2026-05-02', to: '2026-05-01' }],
  ['more than 366 days', { from: '2025-05-01', to: '2026-05-02' }],
  ['what is no day', { from: '2026-02-30', to: '2026-03-01' }],
])('refuses %s', async (_, query) => {
  await expect(engagement.analytics.read(creator, query)).rejects.toMatchObject({ code: 'engagement.range_invalid' })
})

test('the daily totals of an account are those of its days, and stay when they are rebuilt', async () => {
  const visitId = await createVisitor()(first, { source: 'landing' })
  await watched(first, visitId, 95, 9, [[0, 9]])
  room.clock.set('2026-05-03T12:00:00.000Z')
  await createVisitor()(second)
  const before = await engagement.analytics.dailyTotalsOf(creator)
  expect(before).toEqual([
    { day: '2026-05-01', ...noFigures, watched: 1, watchSeconds: 9, visitors: 1 },
    { day: '2026-05-03', ...noFigures, watched: 1, visitors: 1 },
  ])
  const range = { from: '2026-05-01', to: '2026-05-03' }
  const report = await engagement.analytics.read(creator, range)
  await engagement.counts.rebuildDailyTotals()
  expect(await engagement.analytics.read(creator, range)).toEqual(report)
  expect(Object.keys(before[0]!)).toEqual(['day', ...figureNames])
})

test('what tells visitors apart is gone after the next day', async () => {
  const visitId = await createVisitor()(first)
  await watched(first, visitId, 25)
  const left = async () => {
    const { rows } = await sql<{ marks: number }>`
      select (select count(*) from episode_visitors) + (select count(*) from channel_visitors)
        + (select count(*) from watch_reports) + (select count(*) from visitor_days) as marks
    `.execute(room.db)
    return rows[0]!.marks
  }
  expect(await left()).toBe(4)
  room.clock.set('2026-05-03T00:00:00.000Z')
  await engagement.cleanUp()
  expect(await left()).toBe(0)
})

test('a table that cannot be cleaned up keeps no other from it', async () => {
  await watched(first, await createVisitor()(first), 25)
  await sql`
    create function refuse() returns trigger language plpgsql as 'begin raise exception ''refused''; end'
  `.execute(room.db)
  for (const table of ['visitor_days', 'episode_visitors'])
    await sql`create trigger refuse before delete on ${sql.table(table)} execute function refuse()`.execute(room.db)
  room.clock.set('2026-05-03T00:00:00.000Z')
  await expect(engagement.cleanUp()).rejects.toThrow('2 of 3 steps failed.')
  const { rows } = await sql`
    select (select count(*) from visitor_days) as keys, (select count(*) from episode_visitors) as "ofEpisodes",
      (select count(*) from channel_visitors) as "ofChannels", (select count(*) from watch_reports) as reports
  `.execute(room.db)
  expect(rows).toEqual([{ keys: 1, ofEpisodes: 1, ofChannels: 0, reports: 0 }])
})
