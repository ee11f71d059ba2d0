import { sql } from 'kysely'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Episode } from '#catalog/episode.ts'
import type { Account } from '#identity/account.ts'
import { newId } from '#platform/ids.server.ts'
import type { TestCatalog } from '#tests/support/worlds/test-catalog.server.ts'
import { setUpTrendingRoom, UNPLAYED } from '#tests/support/worlds/trending-room.server.ts'
import type { Engagement } from './engagement.server.ts'

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

let room: TestCatalog
let engagement: Engagement
let creator: Account
const { play, publishMany, trending, trendingOf } = setUpTrendingRoom((opened) => {
  room = opened.room
  engagement = opened.engagement
  creator = opened.creator
})

async function watchBy(
  viewers: (Account | null)[],
  episode: Episode,
  kind: 'watch' | 'preview' = 'watch',
): Promise<void> {
  const results = await Promise.all(
    viewers.map((viewer, n) =>
      engagement.plays.record(
        { episodeId: episode.id, kind, visitId: newId() },
        { cookie: null, ip: `10.4.0.${n}`, userAgent: firefox, isPrefetch: false },
        viewer,
      ),
    ),
  )
  expect(results.filter(({ counted }) => !counted)).toEqual([])
}

describe('an episode is trending', () => {
  test('with at least ten plays in the last seven days, today included', async () => {
    await publishMany(UNPLAYED)
    const [nine, ten, over, tooLate] = (await publishMany(4)) as [Episode, Episode, Episode, Episode]
    await play(nine, 9)
    await play(ten, 10, '2026-04-25')
    await play(over, 4, '2026-04-25')
    await play(over, 6, '2026-05-01')
    await play(tooLate, 500, '2026-04-24')
    await play(tooLate, 9, '2026-05-01')
    expect(await trendingOf([nine, ten, over, tooLate])).toEqual([false, true, true, false])
    expect((await room.catalog.explore({ trending: true })).total).toBe(2)
  })

  test('while its plays weigh more than those of the first episode without a slot', async () => {
    await publishMany(UNPLAYED)
    const all = await publishMany(4)
    const [fresh, older, many, last] = all as [Episode, Episode, Episode, Episode]
    await play(fresh, 20, '2026-05-01')
    await play(older, 25, '2026-04-30')
    await play(many, 100, '2026-04-25')
    await play(last, 33, '2026-04-28')
    // 140, 150, 100 and 132.
    expect(await trendingOf(all)).toEqual([true, true, false, true])
    await play(many, 5, '2026-05-01')
    expect(await trendingOf(all)).toEqual([true, true, true, false])
  })

  test('regardless of its length and of the number of its creator’s uploads', async () => {
    await publishMany(UNPLAYED)
    const other = await room.addCreator()
    const [short, long] = [await room.publish(creator), await room.publish(other)]
    await sql`
      update videos set duration_seconds = case when uid = ${long.videoId} then 600 else 5 end
    `.execute(room.db)
    for (const episode of [short, long]) await play(episode, 12)
    expect(await trendingOf([short, long])).toEqual([true, true])
  })

  test('until others overtake it or its plays are a week old', async () => {
    const [episode] = (await publishMany(1)) as [Episode]
    await play(episode, 10)
    expect(await trendingOf([episode])).toEqual([true])
    room.clock.set('2026-05-07T23:59:59.999Z')
    expect(await trendingOf([episode])).toEqual([true])
    room.clock.set('2026-05-08T00:00:00.000Z')
    expect(await trendingOf([episode])).toEqual([false])
    expect((await room.catalog.explore({ trending: true })).total).toBe(0)
  })

  test('together with its equals, or not at all', async () => {
    await publishMany(UNPLAYED - 1)
    const all = await publishMany(4)
    for (const episode of all) await play(episode, 10)
    expect(await trendingOf(all)).toEqual([false, false, false, false])
    await play(all[2]!, 1)
    expect(await trendingOf(all)).toEqual([false, false, true, false])
    await room.catalog.remove(creator, all[0]!.id)
    expect(await trendingOf(all)).toEqual([false, true, true, true])
  })
})

describe('an episode is never trending', () => {
  test('when it is adult or unplayable, and it takes no slot', async () => {
    const adult = await publishMany(2, { nsfw: true })
    const unready = await room.publish(creator, {}, 'inprogress')
    const [open] = (await publishMany(1)) as [Episode]
    for (const episode of [...adult, unready]) await play(episode, 100)
    await play(open, 10)
    expect(await trendingOf([...adult, unready, open])).toEqual([false, false, false, true])
  })

  test('once it is marked as adult, even if its flag is set again', async () => {
    const [episode] = (await publishMany(1)) as [Episode]
    await play(episode, 10)
    expect(await trendingOf([episode])).toEqual([true])
    await room.catalog.edit(creator, episode.id, { nsfw: true })
    expect((await room.catalog.find(episode.id, null)).trending).toBe(false)
    await sql`update episodes set trending = true`.execute(room.db)
    expect(await trending()).toEqual(new Set())
    await room.catalog.edit(creator, episode.id, { nsfw: false })
    expect(await trendingOf([episode])).toEqual([true])
  })

  test('because of previews or plays by its own creator, which still count as views', async () => {
    const [previewed, own, watched] = (await publishMany(3)) as [Episode, Episode, Episode]
    const strangers = Array.from({ length: 12 }, () => null)
    await watchBy(strangers, previewed, 'preview')
    await watchBy(strangers.slice(3), own)
    await watchBy([creator], own)
    await watchBy(strangers.slice(3), watched)
    await watchBy([await room.addCreator()], watched)
    expect(await trendingOf([previewed, own, watched])).toEqual([false, false, true])
    const counted = await engagement.counts.addTo([previewed, own, watched])
    expect(counted.map(({ views }) => views)).toEqual([12, 10, 10])
    await engagement.counts.rebuildDailyTotals()
    expect(await trendingOf([previewed, own, watched])).toEqual([false, false, true])
  })

  test('without plays, and an empty site has none', async () => {
    expect(await engagement.trending.refresh()).toBe(0)
    await publishMany(1)
    expect(await engagement.trending.refresh()).toBe(0)
  })
})

describe('the watches that make an episode trending', () => {
  test('are those of the last seven days, without previews and those of its creator', async () => {
    const [hot, quiet] = (await publishMany(2)) as [Episode, Episode]
    await play(hot, 100, '2026-04-24')
    await play(hot, 4, '2026-04-25')
    await play(hot, 6)
    await watchBy([null, null, await room.addCreator()], hot)
    await watchBy([null], hot, 'preview')
    await watchBy([creator], hot)
    await play(quiet, 9)
    expect(await trendingOf([hot, quiet])).toEqual([true, false])
    const found = await room.catalog.explore({})
    expect(await engagement.trending.watches(found.episodes)).toEqual(new Map([[hot.id, 13]]))
  })

  test('are read with one query for a list, and with none for a list without any', async () => {
    const all = await publishMany(3)
    const [first, second] = all as [Episode, Episode]
    await play(first, 12)
    await play(second, 34)
    const selectSpy = vi.spyOn(room.db, 'getExecutor')
    onTestFinished(() => selectSpy.mockRestore())
    expect(await engagement.trending.watches(all)).toEqual(new Map())
    expect(selectSpy).not.toHaveBeenCalled()
    const flagged = all.map((episode) => ({ ...episode, trending: true }))
    expect(await engagement.trending.watches(flagged)).toEqual(
      new Map([
        [first.id, 12],
        [second.id, 34],
      ]),
    )
    expect(selectSpy).toHaveBeenCalledTimes(1)
  })
})
