import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Episode } from '#catalog/episode.ts'
import type { Account } from '#identity/account.ts'
import { openDatabase } from '#platform/database.server.ts'
import { newId } from '#platform/ids.server.ts'
import { transact } from '#platform/transact.server.ts'
import { createTestDatabase } from '#tests/support/data/test-database.server.ts'
import { openTestCatalog, type TestCatalog } from '#tests/support/worlds/test-catalog.server.ts'
import { COMMENT_MAX_CHARACTERS } from './comments/comment.ts'
import { ensureStatsOf, lockCountsOf } from './count-rows.server.ts'
import { createEngagement, type Engagement } from './engagement.server.ts'
import { setLike } from './like-rows.server.ts'

const secret = 'a secret for tests, long enough to be one'
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

let room: TestCatalog
let engagement: Engagement
let creator: Account
let episode: Episode

beforeEach(async () => {
  room = await openTestCatalog(await createTestDatabase())
  engagement = createEngagement({ ...room, secret })
  creator = await room.addCreator({ username: 'Mika' })
  episode = await room.publish(creator)
})

afterEach(() => room.close())

const countsOf = async (id = episode.id) => (await engagement.counts.of([id])).get(id)!

function watch(episodeId = episode.id) {
  const visitor = { cookie: null, ip: `192.0.2.${newId()}`, userAgent: firefox, isPrefetch: false }
  return engagement.plays.record({ episodeId, kind: 'watch', visitId: newId() }, visitor, null)
}

async function days(): Promise<object[]> {
  const { rows } = await sql<object>`
    select episode_id as "episodeId", day::text, views, likes, comments from daily_totals
    where views + likes + comments > 0 order by episode_id, day
  `.execute(room.db)
  return rows
}

async function addPeople(count: number, role: 'viewer' | 'creator' = 'viewer'): Promise<Account[]> {
  return Promise.all(Array.from({ length: count }, () => (role === 'viewer' ? room.addViewer() : room.addCreator())))
}

describe('likes', () => {
  test('are a set: a second like and a second removal change nothing', async () => {
    const viewer = await room.addViewer()
    expect(await engagement.likes.add(viewer, episode.id)).toEqual({ likes: 1, liked: true })
    expect(await engagement.likes.add(viewer, episode.id)).toEqual({ likes: 1, liked: true })
    expect(await engagement.likes.add(creator, episode.id)).toEqual({ likes: 2, liked: true })
    expect(await engagement.likes.remove(viewer, episode.id)).toEqual({ likes: 1, liked: false })
    expect(await engagement.likes.remove(viewer, episode.id)).toEqual({ likes: 1, liked: false })
    expect((await countsOf()).likes).toBe(1)
  })

  test('are reported as new once', async () => {
    const { uid } = await room.addViewer()
    await ensureStatsOf(room.db, episode.id)
    const like = (at: Date | null) =>
      transact(room.db, async (trx) => {
        await lockCountsOf(trx, episode.id)
        return await setLike(trx, { episodeId: episode.id, uid }, at)
      })
    expect([await like(new Date()), await like(new Date())]).toMatchObject([{ isNew: true }, { isNew: false }])
    expect([await like(null), await like(null)]).toMatchObject([{ isNew: true }, { isNew: false }])
  })

  test('are only possible on episodes that the person may see', async () => {
    const hidden = await room.publish(creator, {}, 'queued')
    const viewer = await room.addViewer()
    for (const id of [hidden.id, 'unknown', 'not an id']) {
      await expect(engagement.likes.add(viewer, id)).rejects.toMatchObject({ code: 'catalog.episode_not_found' })
    }
    expect(await engagement.likes.add(creator, hidden.id)).toMatchObject({ likes: 1 })
  })

  test('and comments, made concurrently on two nodes, are counted exactly', async () => {
    const second = openDatabase(room.connectionString, () => {})
    try {
      const nodes = [engagement, createEngagement({ ...room, db: second.db, secret })]
      const people = await addPeople(12)
      const other = await room.publish(creator)
      await Promise.all(
        people.flatMap((person, n) => [
          nodes[n % 2]!.likes.add(person, episode.id),
          nodes[(n + 1) % 2]!.likes.add(person, episode.id),
          nodes[n % 2]!.likes.add(person, other.id),
          nodes[n % 2]!.comments.write(person, episode.id, `Comment ${n}`),
          nodes[(n + 1) % 2]!.comments.write(person, other.id, `Another ${n}`),
          watch(),
        ]),
      )
      expect(await countsOf()).toMatchObject({ views: 12, likes: 12, comments: 12 })
      expect(await countsOf(other.id)).toMatchObject({ views: 0, likes: 12, comments: 12 })
      await Promise.all(
        people.slice(0, 5).flatMap((person) => nodes.map((node) => node.likes.remove(person, episode.id))),
      )
      expect((await countsOf()).likes).toBe(7)
    } finally {
      await second.close()
    }
  })

  test('and comments are removed with their person, and the counts follow', async () => {
    const [leaving, staying] = (await addPeople(2)) as [Account, Account]
    for (const person of [leaving, staying]) {
      await engagement.likes.add(person, episode.id)
      await engagement.comments.write(person, episode.id, 'Lovely')
    }
    await sql`delete from users where id = ${leaving.uid}`.execute(room.db)
    expect(await countsOf()).toMatchObject({ likes: 1, comments: 1 })
    expect(await days()).toMatchObject([{ likes: 1, comments: 1 }])
  })

  test('do not prevent the removal of an episode', async () => {
    await engagement.likes.add(creator, episode.id)
    await engagement.comments.write(creator, episode.id, 'Mine')
    await watch()
    await room.catalog.remove(creator, episode.id)
    expect(await days()).toEqual([])
    await expect(engagement.likes.add(creator, episode.id)).rejects.toMatchObject({ code: 'catalog.episode_not_found' })
  })
})

describe('comments', () => {
  test('come newest first, in pages, with the exact total', async () => {
    const people = await addPeople(2, 'creator')
    for (let n = 1; n <= 5; n += 1) {
      room.clock.set(`2026-05-01T12:00:0${Math.ceil(n / 2)}.000Z`)
      await engagement.comments.write(people[n % 2]!, episode.id, `Comment ${n}`)
    }
    const first = await engagement.comments.on(episode.id, null, { limit: 2 })
    const second = await engagement.comments.on(episode.id, null, { limit: 2, cursor: first.nextCursor! })
    const third = await engagement.comments.on(episode.id, null, { limit: 2, cursor: second.nextCursor! })
    const pages = [first, second, third]
    expect(pages.map((page) => page.total)).toEqual([5, 5, 5])
    expect(third.nextCursor).toBeNull()
    const texts = pages.flatMap((page) => page.comments.map((comment) => comment.text))
    expect(texts[0]).toBe('Comment 5')
    expect(new Set(texts).size).toBe(5)
    await expect(engagement.comments.on(episode.id, null, { cursor: 'x' })).rejects.toMatchObject({
      code: 'engagement.cursor_invalid',
    })
  })

  test('are signed with the display name, and never with an email address', async () => {
    const viewer = await room.addViewer()
    const nameless = await room.addCreator()
    for (const person of [viewer, nameless, creator]) await engagement.comments.write(person, episode.id, 'Hello')
    const { comments } = await engagement.comments.on(episode.id, null, {})
    const names = new Map(comments.map(({ author }) => [author.uid, author.username]))
    expect(names).toEqual(
      new Map([
        [viewer.uid, ''],
        [nameless.uid, 'Unnamed creator'],
        [creator.uid, 'Mika'],
      ]),
    )
    expect(JSON.stringify(comments)).not.toContain('@')
  })

  test('are several lines of plain text, at most 2000 characters', async () => {
    const viewer = await room.addViewer()
    const longest = '🌟'.repeat(COMMENT_MAX_CHARACTERS)
    expect((await engagement.comments.write(viewer, episode.id, '  one\r\ntwo ')).text).toBe('one\ntwo')
    expect((await engagement.comments.write(viewer, episode.id, longest)).text).toBe(longest)
    for (const [text, code] of [
      ['', 'engagement.comment_required'],
      [' \n ', 'engagement.comment_required'],
      [`${longest}x`, 'engagement.comment_invalid'],
      ['a\0b', 'engagement.comment_invalid'],
    ] as const) {
      await expect(engagement.comments.write(viewer, episode.id, text)).rejects.toMatchObject({
        code,
        details: { field: 'text' },
      })
    }
    expect((await countsOf()).comments).toBe(2)
  })

  test('are limited to three a minute per person', async () => {
    const [one, another] = (await addPeople(2)) as [Account, Account]
    const results = await Promise.allSettled(
      Array.from({ length: 8 }, (_, n) => engagement.comments.write(one, episode.id, `Comment ${n}`)),
    )
    const refused = results.filter((result) => result.status === 'rejected')
    expect(refused).toHaveLength(5)
    expect(refused[0]!.reason).toMatchObject({
      code: 'engagement.too_many_comments',
      details: { retryAfterSeconds: expect.any(Number) },
    })
    await engagement.comments.write(another, episode.id, 'Still welcome')
    expect((await countsOf()).comments).toBe(4)
  })

  test('can be deleted only by their author, the creator of the episode or an admin', async () => {
    const [author, other] = (await addPeople(2)) as [Account, Account]
    const admin: Account = { ...(await room.addViewer()), role: 'admin' }
    for (const remover of [author, creator, admin]) {
      const { id } = await engagement.comments.write(author, episode.id, 'Hello')
      await expect(engagement.comments.remove(other, id)).rejects.toMatchObject({
        code: 'engagement.comment_not_yours',
      })
      await engagement.comments.remove(remover, id)
      await expect(engagement.comments.remove(remover, id)).rejects.toMatchObject({
        code: 'engagement.comment_not_found',
      })
    }
    expect(await countsOf()).toMatchObject({ comments: 0 })
    expect(await days()).toEqual([])
  })
})

describe('daily totals', () => {
  test('count what happened on each UTC day, and a rebuild gives the same', async () => {
    const other = await room.publish(creator)
    const people = await addPeople(3)
    for (const at of ['2026-04-30T23:59:59.999Z', '2026-05-01T00:00:00.000Z', '2026-05-03T12:00:00.000Z']) {
      room.clock.set(at)
      await Promise.all([watch(), watch(), watch(other.id)])
      const person = people.pop()!
      await engagement.likes.add(person, episode.id)
      const { id } = await engagement.comments.write(person, episode.id, 'Hello')
      await engagement.comments.write(person, other.id, 'Hello there')
      if (people.length === 1) {
        await engagement.comments.remove(person, id)
        await engagement.likes.remove(person, episode.id)
      }
    }
    const followed = await days()
    expect(followed).toHaveLength(6)
    expect(followed.filter((row) => 'episodeId' in row && row.episodeId === episode.id)).toEqual([
      { episodeId: episode.id, day: '2026-04-30', views: 2, likes: 1, comments: 1 },
      { episodeId: episode.id, day: '2026-05-01', views: 2, likes: 0, comments: 0 },
      { episodeId: episode.id, day: '2026-05-03', views: 2, likes: 1, comments: 1 },
    ])
    await sql`update daily_totals set views = views + 7 where episode_id = ${episode.id}`.execute(room.db)
    await sql`delete from daily_totals where episode_id = ${other.id}`.execute(room.db)
    await engagement.counts.rebuildDailyTotals()
    expect(await days()).toEqual(followed)
  })

  test('are rebuilt correctly while people play, like and comment', async () => {
    const people = await addPeople(10)
    await Promise.all([
      ...people.flatMap((person) => [watch(), engagement.likes.add(person, episode.id)]),
      engagement.counts.rebuildDailyTotals(),
      ...people.map((person) => engagement.comments.write(person, episode.id, 'Hello')),
      engagement.counts.rebuildDailyTotals(),
    ])
    expect(await days()).toMatchObject([{ views: 10, likes: 10, comments: 10 }])
  })

  test('compare the last 30 days, today included, with the 30 days before', async () => {
    const happened = ['2026-03-01', '2026-03-03', '2026-04-01', '2026-04-02', '2026-05-01']
    for (const day of happened) {
      room.clock.set(`${day}T08:00:00.000Z`)
      await watch()
    }
    const viewer = await room.addViewer()
    await engagement.likes.add(viewer, episode.id)
    expect(await engagement.counts.totalsOf(creator.uid)).toEqual({
      views: { total: 5, recent: 2, before: 2 },
      likes: { total: 1, recent: 1, before: 0 },
      comments: { total: 0, recent: 0, before: 0 },
    })
    const stranger = await room.addViewer()
    expect(await engagement.counts.totalsOf(stranger.uid)).toMatchObject({ views: { total: 0, recent: 0, before: 0 } })
  })

  test('come with each episode, and add up to those of all', async () => {
    const other = await room.publish(creator, { title: 'Other' })
    const viewer = await room.addViewer()
    await engagement.likes.add(viewer, episode.id)
    await engagement.likes.add(viewer, other.id)
    await engagement.comments.write(viewer, other.id, 'Hello')
    const none = { recent: 0, before: 0 }
    const one = { recent: 1, before: 0 }
    const listed = await room.catalog.findOwn(other.creatorId, [other.id])
    expect(await engagement.counts.addGrowthTo(listed)).toMatchObject([
      { id: other.id, likes: 1, growth: { views: none, likes: one, comments: one } },
    ])
    expect(await engagement.counts.totalsOf(creator.uid)).toMatchObject({
      views: none,
      likes: { recent: 2, before: 0 },
      comments: one,
    })
    expect(await engagement.counts.addGrowthTo([])).toEqual([])
  })
})
