import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Episode } from '#catalog/episode.ts'
import type { Account } from '#identity/account.ts'
import { transact } from '#platform/transact.server.ts'
import type { TestCatalog } from '#tests/support/worlds/test-catalog.server.ts'
import { setUpWatchedRoom } from '#tests/support/worlds/watched-room.server.ts'
import type { Engagement } from '../engagement.server.ts'
import { WATCH_REPORTS_MAX } from './watch-report.ts'

let room: TestCatalog
let engagement: Engagement
let creator: Account
let first: Episode
let second: Episode

const { createVisitor, watched } = setUpWatchedRoom((opened) => {
  ;({ room, engagement, creator, first, second } = opened)
})

const today = { from: '2026-05-01', to: '2026-05-01' }

describe('a report of a watch', () => {
  test('counts only what exceeds the earlier ones of the visit', async () => {
    const visitId = await createVisitor()(first)
    await watched(first, visitId, 25, 2.5, [[0, 2.5]])
    await watched(first, visitId, 75, 7, [[0, 7]])
    await watched(first, visitId, 50, 5, [[0, 5]])
    await Promise.all([1, 2, 3].map(() => watched(first, visitId, 75, 7, [[0, 7]])))
    const report = await engagement.analytics.read(creator, { ...today, episodeId: first.id })
    expect(report.totals.watchSeconds).toBe(7)
    expect(report.completion.map(({ count }) => count)).toEqual([1, 1, 1, 0])
    expect(report.retention).toEqual([1, 1, 1, 1, 1, 1, 1, 0, 0, 0])
  })

  test('of several visits makes the share of each second', async () => {
    const visitor = createVisitor()
    await watched(first, await visitor(first), 95, 10, [[0, 10]])
    const jumps: [number, number][] = [
      [0, 1],
      [8.2, 9.9],
    ]
    await watched(first, await createVisitor()(first), 95, 2.7, jumps)
    await createVisitor()(first)
    await createVisitor()(first)
    const { retention } = await engagement.analytics.read(creator, { ...today, episodeId: first.id })
    expect(retention).toEqual([0.5, 0.25, 0.25, 0.25, 0.25, 0.25, 0.25, 0.25, 0.5, 0.5])
  })

  test('is never longer than the video', async () => {
    const visitId = await createVisitor()(first)
    await watched(first, visitId, 95, 500, [[0, 400]])
    const report = await engagement.analytics.read(creator, { ...today, episodeId: first.id })
    expect(report.totals.watchSeconds).toBe(10)
    expect(report.retention).toEqual(Array(10).fill(1))
  })

  test('counts no more seconds than twice the time since the play allows, and ten', async () => {
    await sql`update videos set duration_seconds = 600`.execute(room.db)
    const visitId = await createVisitor()(first)
    const secondsOf = async () => {
      const { totals, retention } = await engagement.analytics.read(creator, { ...today, episodeId: first.id })
      return [totals.watchSeconds, retention!.filter((share) => share > 0).length]
    }
    room.clock.set('2026-05-01T12:00:01.000Z')
    await watched(first, visitId, 95, 600, [[0, 600]])
    expect(await secondsOf()).toEqual([12, 0])
    room.clock.set('2026-05-01T12:01:00.000Z')
    await watched(first, visitId, 25, 130, [[0, 130]])
    expect(await secondsOf()).toEqual([130, 130])
    // Stretches of several reports are limited together.
    await watched(first, visitId, 25, 130, [[200, 330]])
    expect(await secondsOf()).toEqual([130, 130])
    room.clock.set('2026-05-01T12:05:00.000Z')
    await watched(first, visitId, 95, 600, [[0, 600]])
    expect(await secondsOf()).toEqual([600, 600])
    const { completion } = await engagement.analytics.read(creator, today)
    expect(completion.map(({ count }) => count)).toEqual([1, 1, 1, 1])
  })

  test('that a clock behind that of the play stamped still counts', async () => {
    const visitId = await createVisitor()(first)
    room.clock.set('2026-05-01T11:59:58.000Z')
    await watched(first, visitId, 95, 9.5, [[0, 9.5]])
    expect((await engagement.analytics.read(creator, today)).totals.watchSeconds).toBe(9.5)
  })

  test('without a counted watch adds nothing', async () => {
    await watched(first, 'unknown', 95, 10)
    await watched(first, await createVisitor()(first, { kind: 'preview' }), 95, 10)
    await watched(first, await createVisitor()(second), 95, 10)
    const { totals, completion } = await engagement.analytics.read(creator, today)
    expect(totals.watchSeconds).toBe(0)
    expect(completion.map(({ count }) => count)).toEqual([0, 0, 0, 0])
  })

  test('of a watch from before there were sources adds nothing, and fails no other report', async () => {
    const [old, fresh] = [await createVisitor()(first), await createVisitor()(second)]
    await sql`update plays set source = null where visit_id = ${old}`.execute(room.db)
    await engagement.counts.rebuildDailyTotals()
    await Promise.all([watched(first, fresh, 25), watched(first, old, 50, 5), watched(second, fresh, 95, 9)])
    const { totals, completion } = await engagement.analytics.read(creator, today)
    expect(totals.watchSeconds).toBe(9)
    expect(completion).toEqual([25, 50, 75, 95].map((reached) => ({ reached, count: 1, share: 1 })))
  })

  test('still counts when the totals of its day were rebuilt from nothing', async () => {
    const visitId = await createVisitor()(first)
    await sql`delete from daily_totals`.execute(room.db)
    await engagement.counts.rebuildDailyTotals()
    await watched(first, visitId, 95, 9)
    expect((await engagement.analytics.read(creator, today)).totals.watchSeconds).toBe(9)
  })

  test('counts for the day of the play, until a day later', async () => {
    room.clock.set('2026-05-01T23:59:00.000Z')
    const visitId = await createVisitor()(first)
    room.clock.set('2026-05-02T00:05:00.000Z')
    await watched(first, visitId, 50, 5)
    await engagement.cleanUp()
    await watched(first, visitId, 50, 6)
    room.clock.set('2026-05-03T00:00:00.000Z')
    await engagement.cleanUp()
    await watched(first, visitId, 95, 10)
    const { days } = await engagement.analytics.read(creator, { from: '2026-05-01', to: '2026-05-03' })
    expect(days.map(({ watchSeconds }) => watchSeconds)).toEqual([6, 0, 0])
  })

  test('adds nothing beyond the most reports of one watch, whether they come together or one by one', async () => {
    const [together, single] = [await createVisitor()(first), await createVisitor()(second)]
    const seconds = Array.from({ length: WATCH_REPORTS_MAX + 1 }, (_, index) => (index + 1) / 10)
    for (const each of seconds) await watched(second, single, 25, each)
    // The first is stored alone, the others in one batch.
    await Promise.all(seconds.map(() => watched(first, together, 25, 1)))
    await Promise.all([watched(first, together, 95, 9), watched(second, single, 95, 9)])
    const { episodes, completion } = await engagement.analytics.read(creator, today)
    const secondsOf = new Map(episodes.map(({ title, watchSeconds }) => [title, watchSeconds]))
    expect([secondsOf.get('First'), secondsOf.get('Second')]).toEqual([1, 2])
    expect(completion.map(({ count }) => count)).toEqual([2, 0, 0, 0])
    const { rows } = await sql`select distinct reports from watch_reports`.execute(room.db)
    expect(rows).toEqual([{ reports: WATCH_REPORTS_MAX }])
  })

  test('waits for no lock when it adds nothing', async () => {
    const full = await createVisitor()(first)
    await watched(first, full, 25)
    await sql`update watch_reports set reports = ${WATCH_REPORTS_MAX}`.execute(room.db)
    const answered: string[] = []
    await transact(room.db, async (trx) => {
      await sql`select from episode_stats for update`.execute(trx)
      for (const visitId of ['unknown', full]) {
        await watched(first, visitId, 50)
        answered.push(visitId)
      }
    })
    expect(answered).toEqual(['unknown', full])
  })

  test('of an episode that this viewer may not see is refused', async () => {
    const hidden = await room.publish(creator, { visibility: 'private' })
    await expect(watched(hidden, 'visit', 25)).rejects.toMatchObject({ code: 'catalog.episode_not_found' })
    await expect(watched(first, 'no id!', 25)).rejects.toMatchObject({ code: 'engagement.visit_id_invalid' })
  })
})
