import { describe, expect, test } from 'vitest'
import { publishEpisode } from '#tests/support/data/ready-video.server.ts'
import { type EventStream, openEventStream } from '#tests/support/http/event-stream.ts'
import { createPerson } from '#tests/support/http/person.ts'
import { eventually } from '#tests/support/run/eventually.ts'
import {
  change,
  comment,
  follow,
  listOf,
  readUpTo,
  settle,
  setUpNotifications,
  unfollow,
  waitForNotifications,
} from '#tests/support/worlds/notifications.ts'

const fixture = setUpNotifications()
const { cast, jobsDone, query } = fixture

describe('a new episode', () => {
  test('notifies followers and nobody else, once it is public', async () => {
    const { creator, fan } = await cast()
    const passerBy = await createPerson(fixture.site.url, 'viewer')
    await follow(fan, creator)
    const { id } = await publishEpisode(fixture.site, creator, { title: 'Paper boats' })
    const { notifications, unread } = await waitForNotifications(fan, 1)
    expect(notifications).toEqual([
      {
        id: expect.any(String),
        kind: 'episode',
        createdAt: expect.any(String),
        read: false,
        episode: { id, title: 'Paper boats' },
        creator: expect.objectContaining({ uid: creator.account.uid, avatarUrl: '', founderBadge: false }),
      },
    ])
    expect(unread).toBe(1)
    expect((await listOf(passerBy)).notifications).toEqual([])
  })

  test('notifies when it becomes public for the first time, and never again', async () => {
    const { creator, fan } = await cast()
    await follow(fan, creator)
    const { id } = await publishEpisode(fixture.site, creator, { visibility: 'private' })
    await jobsDone()
    expect((await listOf(fan)).notifications).toEqual([])
    await change(creator, id, { visibility: 'public' })
    const first = (await waitForNotifications(fan, 1)).notifications
    await readUpTo(fan, first[0]!.id)
    for (const visibility of ['unlisted', 'public', 'private', 'public']) await change(creator, id, { visibility })
    await jobsDone()
    const later = await listOf(fan)
    expect(later).toMatchObject({ notifications: [{ id: first[0]!.id, read: true }], unread: 0 })
  })

  test('marked NSFW notifies nobody until the mark is cleared', async () => {
    const { creator, fan } = await cast()
    await follow(fan, creator)
    const { id } = await publishEpisode(fixture.site, creator, { nsfw: true })
    await jobsDone()
    expect((await listOf(fan)).notifications).toEqual([])
    await change(creator, id, { nsfw: false })
    expect((await waitForNotifications(fan, 1)).notifications).toMatchObject([{ kind: 'episode', episode: { id } }])
  })

  test('leaves every bell while it is private, and for ever when it is deleted', async () => {
    const { creator, fan } = await cast()
    await follow(fan, creator)
    const { id } = await publishEpisode(fixture.site, creator)
    await waitForNotifications(fan, 1)
    for (const visibility of ['private', 'unlisted']) {
      await change(creator, id, { visibility })
      expect(await listOf(fan)).toMatchObject({ notifications: [], unread: 0 })
      await change(creator, id, { visibility: 'public' })
      expect(await listOf(fan)).toMatchObject({ notifications: [{ kind: 'episode' }], unread: 1 })
    }
    await creator.call('DELETE', `/api/v1/episodes/${id}`)
    expect(await listOf(fan)).toEqual({ notifications: [], unread: 0, nextCursor: null })
    expect(await query('select from notifications where recipient_uid = $1', fan.account.uid)).toEqual([])
  })

  test('reaches thousands of followers, except those who do not want it, without delaying its publication', async () => {
    const { creator, fan } = await cast()
    await follow(fan, creator)
    await query(
      `with made as (
        insert into users (id, email) select 'fan' || n, 'fan' || n || '@example.com' from generate_series(1, 2500) as n
        returning id
      ), muted as (
        insert into notification_settings (uid, episode) select id, false from made where id like '%7' returning uid
      )
      insert into follows (follower_uid, creator_uid, followed_at) select id, $1, now() from made`,
      creator.account.uid,
    )
    const { id } = await publishEpisode(fixture.site, creator)
    const announced = () =>
      query<{ number: number }>('select count(*)::int as number from notifications where episode_id = $1', id)
    await eventually('everyone is notified', async () => (await announced())[0]!.number === 2251)
    await jobsDone()
    expect(await announced()).toEqual([{ number: 2251 }])
    const profile = await (await fan.call('GET', `/api/v1/creators/${creator.account.uid}`)).json()
    expect(profile).toMatchObject({ followers: 2501, following: true })
  })
})

describe('the list', () => {
  test('is paged, newest first, and read up to a place', async () => {
    const { creator, fan } = await cast()
    const { id } = await publishEpisode(fixture.site, creator)
    for (const text of ['one', 'two', 'three']) {
      await comment(fan, id, text)
      await jobsDone()
    }
    await waitForNotifications(creator, 3)
    const start = await listOf(creator, '/api/v1/me/notifications?limit=2')
    const rest = await listOf(creator, `/api/v1/me/notifications?limit=2&cursor=${start.nextCursor}`)
    const texts = [...start.notifications, ...rest.notifications].map((listed) => listed.comment?.text)
    expect([texts, rest.nextCursor]).toEqual([['three', 'two', 'one'], null])
    for (let repeat = 0; repeat < 2; repeat += 1) {
      expect((await readUpTo(creator, start.notifications[1]!.id)).status).toBe(204)
      const marked = await listOf(creator)
      expect([marked.unread, marked.notifications.map((listed) => listed.read)]).toEqual([1, [false, true, true]])
    }
  })

  test('refuses a place that is not one’s own, and a broken cursor', async () => {
    const { creator, fan } = await cast()
    await follow(fan, creator)
    const [listed] = (await listOf(creator)).notifications
    for (const upTo of [listed!.id, 'nothing', 'not~an~id']) {
      const refused = await readUpTo(fan, upTo)
      expect([refused.status, await refused.json()]).toEqual([
        404,
        expect.objectContaining({ code: 'community.notification_not_found', field: 'upTo' }),
      ])
    }
    const broken = await fan.call('GET', '/api/v1/me/notifications?cursor=x')
    expect([broken.status, await broken.json()]).toEqual([
      422,
      expect.objectContaining({ code: 'community.cursor_invalid' }),
    ])
  })

  test('deletes what is older than ninety days', async () => {
    const { creator, fan } = await cast()
    await follow(fan, creator)
    const [old] = (await listOf(creator)).notifications
    await query(`update notifications set created_at = now() - interval '91 days' where id = $1`, old!.id)
    await fixture.site.hoshi.rooms.community.cleanUp()
    expect((await listOf(creator)).notifications).toEqual([])
    expect(await unfollow(fan, creator).then((response) => response.json())).toEqual({ followers: 0, following: false })
  })
})

describe('settings', () => {
  test('are everything and no mails at first, and each kind can be turned off', async () => {
    const { creator, fan } = await cast()
    const all = {
      episode: true,
      reply: true,
      comment: true,
      milestone: true,
      follower: true,
      decision: true,
      subtitle: true,
    }
    const read = async () => (await creator.call('GET', '/api/v1/me/notification-settings')).json()
    expect(await read()).toEqual({ ...all, digest: 'off' })
    const silent = { comment: false, milestone: false, follower: false }
    expect(await (await settle(creator, silent)).json()).toEqual({ ...all, ...silent, digest: 'off' })
    expect(await (await settle(creator, { digest: 'weekly' })).json()).toEqual({ ...all, ...silent, digest: 'weekly' })
    expect(await read()).toEqual({ ...all, ...silent, digest: 'weekly' })
    const { id } = await publishEpisode(fixture.site, creator)
    await follow(fan, creator)
    await comment(fan, id, 'Hello?')
    await fan.call('PUT', `/api/v1/episodes/${id}/like`)
    await jobsDone()
    expect((await listOf(creator)).notifications).toEqual([])
    expect(await unfollow(fan, creator).then((response) => response.json())).toEqual({ followers: 0, following: false })
  })

  test('refuse unknown kinds and values', async () => {
    const { fan } = await cast()
    for (const wrong of [{ digest: 'hourly' }, { comment: 'yes' }, { everything: true }])
      expect((await settle(fan, wrong)).status).toBe(422)
  })
})

describe('the live bell', () => {
  const live = '/api/v1/me/notifications/live'
  const isUnread = (count: number) => (event: { event: string; data: Record<string, unknown> }) =>
    event.event === 'unread' && event.data.count === count

  test('moves on another node when something is announced, read or turned private', async () => {
    const { creator, fan } = await cast()
    await follow(fan, creator)
    const bell: EventStream = await openEventStream(fan, live)
    await bell.waitForEvent(isUnread(0))
    const { id } = await publishEpisode(fixture.site, creator, { title: 'Live' })
    const received = await bell.waitForEvent(({ event }) => event === 'notification')
    expect(received.data).toMatchObject({ kind: 'episode', read: false, episode: { id, title: 'Live' } })
    await bell.waitForEvent(isUnread(1))
    const moved = (from: number, count: number) => bell.events.slice(from).some(isUnread(count))
    let seen = bell.events.length
    await change(creator, id, { visibility: 'private' })
    await expect.poll(() => moved(seen, 0)).toBe(true)
    seen = bell.events.length
    await change(creator, id, { visibility: 'public' })
    await expect.poll(() => moved(seen, 1)).toBe(true)
    seen = bell.events.length
    await readUpTo(fan, received.data.id as string)
    await expect.poll(() => moved(seen, 0)).toBe(true)
    bell.close()
  })

  test('resumes after the last event with what is newer', async () => {
    const { creator, fan } = await cast()
    await follow(fan, creator)
    const first = await openEventStream(fan, live)
    const { id: seenId } = await publishEpisode(fixture.site, creator)
    await first.waitForEvent(isUnread(1))
    const cursor = first.lastEventId()
    first.close()
    const { id: missedId } = await publishEpisode(fixture.site, creator)
    await waitForNotifications(fan, 2)
    const again = await openEventStream(fan, live, { 'Last-Event-ID': cursor })
    await again.waitForEvent(isUnread(2))
    const ids = again.events.flatMap(({ data }) => (data.episode as { id: string } | undefined)?.id ?? [])
    expect([ids, ids.includes(seenId)]).toEqual([[missedId], false])
    again.close()
  })

  test('is limited to ten streams for each person', async () => {
    const { fan } = await cast()
    const open = await Promise.all(Array.from({ length: 10 }, () => openEventStream(fan, live)))
    const refused = await fan.call('GET', live)
    expect([refused.status, await refused.json()]).toEqual([
      429,
      expect.objectContaining({ code: 'community.too_many_streams' }),
    ])
    for (const stream of open) stream.close()
  })
})

test('the export has follows, notifications and settings, and nothing is left of a deleted account', async () => {
  const { creator, fan } = await cast()
  await follow(fan, creator)
  await settle(fan, { digest: 'daily' })
  const { id } = await publishEpisode(fixture.site, creator)
  await waitForNotifications(fan, 1)
  const { community } = fixture.site.hoshi.rooms
  expect(await community.followsOf(fan.account.uid)).toMatchObject([{ creatorId: creator.account.uid }])
  expect(await community.notificationsOf(fan.account.uid)).toMatchObject([{ kind: 'episode', episodeId: id }])
  await fan.call('DELETE', '/api/v1/me', { password: fan.password, now: true })
  const rest = await query(
    `select from follows where follower_uid = $1 union all select from notifications where recipient_uid = $1
     union all select from notification_settings where uid = $1`,
    fan.account.uid,
  )
  expect(rest).toEqual([])
  expect((await listOf(creator)).notifications).toEqual([])
})
