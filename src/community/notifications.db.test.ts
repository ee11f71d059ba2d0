import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#platform/ids.server.ts'
import { type EventStream, openEventStream } from '#tests/support/event-stream.ts'
import { eventually } from '#tests/support/eventually.ts'
import { createPerson, type Person } from '#tests/support/person.ts'
import { queryDatabase } from '#tests/support/query-database.server.ts'
import { publishEpisode } from '#tests/support/ready-video.server.ts'
import { createTestHoshi, type TestHoshi } from '#tests/support/test-hoshi.ts'

interface Told {
  id: string
  kind: string
  read: boolean
  episode?: { id: string; title: string }
  creator?: { username: string }
  comment?: { id: string; text: string; held: boolean }
  count?: number
}

let site: TestHoshi
/** A second process, which runs no jobs. */
let other: TestHoshi

beforeAll(async () => {
  site = await createTestHoshi()
  other = await createTestHoshi({ environment: { ROLE: 'web' }, beside: site })
})

afterAll(async () => {
  await other?.close()
  await site?.close()
})

const query = <Row extends object>(statement: string, ...values: unknown[]) =>
  queryDatabase<Row>(site.connectionString, statement, values)
const listOf = async (person: Person, path = '/api/v1/me/notifications') =>
  (await (await person.call('GET', path)).json()) as {
    notifications: Told[]
    unread: number
    nextCursor: string | null
  }
const follow = (person: Person, creator: Person) => person.call('PUT', `/api/v1/creators/${creator.account.uid}/follow`)
const unfollow = (person: Person, creator: Person) =>
  person.call('DELETE', `/api/v1/creators/${creator.account.uid}/follow`)
const change = (creator: Person, id: string, changes: object) =>
  creator.call('PATCH', `/api/v1/episodes/${id}`, changes)
const comment = (person: Person, id: string, text: string) =>
  person.call('POST', `/api/v1/episodes/${id}/comments`, { text })
const settle = (person: Person, changes: object) => person.call('PATCH', '/api/v1/me/notification-settings', changes)
const readUpTo = (person: Person, upTo: string) => person.call('POST', '/api/v1/me/notifications/read', { upTo })

/** Waits until a person has this many notifications. */
const waitForNotifications = (person: Person, number: number) =>
  eventually(`there are ${number} notifications`, async () => {
    const list = await listOf(person)
    return list.notifications.length === number && list
  })

/** Waits until the jobs so far have run. */
async function jobsDone(): Promise<void> {
  await eventually('no job of the community waits', async () => {
    const waiting = await query(`select from pgboss.job where name like 'community.tell%' and state < 'completed'`)
    return waiting.length === 0
  })
}

async function cast(): Promise<{ creator: Person; fan: Person }> {
  const creator = await createPerson(site.url, 'creator', `Creator ${newId().slice(0, 12)}`)
  const fan = await createPerson(other.url, 'viewer')
  return { creator, fan }
}

describe('a new episode', () => {
  test('notifies followers and nobody else, once it is public', async () => {
    const { creator, fan } = await cast()
    const passerBy = await createPerson(site.url, 'viewer')
    await follow(fan, creator)
    const { id } = await publishEpisode(site, creator, { title: 'Paper boats' })
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
    const { id } = await publishEpisode(site, creator, { visibility: 'private' })
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
    const { id } = await publishEpisode(site, creator, { nsfw: true })
    await jobsDone()
    expect((await listOf(fan)).notifications).toEqual([])
    await change(creator, id, { nsfw: false })
    expect((await waitForNotifications(fan, 1)).notifications).toMatchObject([{ kind: 'episode', episode: { id } }])
  })

  test('leaves every bell while it is private, and for ever when it is deleted', async () => {
    const { creator, fan } = await cast()
    await follow(fan, creator)
    const { id } = await publishEpisode(site, creator)
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
    const { id } = await publishEpisode(site, creator)
    const announced = () =>
      query<{ number: number }>('select count(*)::int as number from notifications where episode_id = $1', id)
    await eventually('everyone is notified', async () => (await announced())[0]!.number === 2251)
    await jobsDone()
    expect(await announced()).toEqual([{ number: 2251 }])
    const profile = await (await fan.call('GET', `/api/v1/creators/${creator.account.uid}`)).json()
    expect(profile).toMatchObject({ followers: 2501, following: true })
  })
})

describe('comments and likes', () => {
  test('notify the creator, with the words of the comment, but not about their own', async () => {
    const { creator, fan } = await cast()
    const { id } = await publishEpisode(site, creator, { title: 'Rain' })
    await comment(creator, id, 'Mine')
    await comment(fan, id, 'The rain at the end!')
    const { notifications } = await waitForNotifications(creator, 1)
    expect(notifications).toMatchObject([
      {
        kind: 'comment',
        episode: { id, title: 'Rain' },
        comment: { text: 'The rain at the end!', author: { uid: fan.account.uid, username: '' } },
      },
    ])
    expect(notifications[0]!.creator).toBeUndefined()
  })

  test('leave the bell with the comment', async () => {
    const { creator, fan } = await cast()
    const { id } = await publishEpisode(site, creator)
    const { id: commentId } = (await (await comment(fan, id, 'Oh')).json()) as { id: string }
    await waitForNotifications(creator, 1)
    await fan.call('DELETE', `/api/v1/comments/${commentId}`)
    expect(await listOf(creator)).toMatchObject({ notifications: [], unread: 0 })
  })

  test('a reply tells the author of the comment, and the creator too unless they are the same person', async () => {
    const { creator, fan } = await cast()
    const { id: episodeId } = await publishEpisode(site, creator)
    const author = await createPerson(site.url, 'viewer')
    const replyTo = async (person: Person) => {
      const { id } = (await (await comment(person, episodeId, `By ${person.email}`)).json()) as { id: string }
      const answer = { text: `To ${person.email}`, parentId: id }
      expect((await author.call('POST', `/api/v1/episodes/${episodeId}/comments`, answer)).status).toBe(201)
    }
    await replyTo(fan)
    expect((await waitForNotifications(fan, 1)).notifications).toMatchObject([
      { kind: 'reply', episode: { id: episodeId } },
    ])
    expect((await waitForNotifications(creator, 2)).notifications).toMatchObject([
      { kind: 'comment' },
      { kind: 'comment' },
    ])
    await replyTo(creator)
    expect((await waitForNotifications(creator, 3)).notifications).toMatchObject([
      { kind: 'reply', comment: { text: `To ${creator.email}` } },
      { kind: 'comment' },
      { kind: 'comment' },
    ])
  })

  test('a hidden comment is in nobody’s bell, a held one in the creator’s only', async () => {
    const { creator, fan } = await cast()
    const { id: episodeId } = await publishEpisode(site, creator)
    const { id: parentId } = (await (await comment(fan, episodeId, 'First')).json()) as { id: string }
    const spammer = await createPerson(site.url, 'viewer')
    const send = async (text: string) => {
      const response = await spammer.call('POST', `/api/v1/episodes/${episodeId}/comments`, { text, parentId })
      return (await response.json()) as { id: string; held: boolean }
    }
    const { id: heldId, held } = await send('https://a.example https://b.example https://c.example')
    expect(held).toBe(true)
    const { id: hiddenId } = await send('Rude')
    await waitForNotifications(fan, 1)
    expect((await creator.call('PUT', `/api/v1/comments/${hiddenId}/hide`)).status).toBe(200)
    await jobsDone()
    expect(await listOf(fan)).toMatchObject({ notifications: [], unread: 0 })
    expect(await listOf(spammer)).toMatchObject({ notifications: [], unread: 0 })
    expect(await listOf(creator)).toMatchObject({
      notifications: [{ kind: 'comment', comment: { id: heldId, held: true } }, { comment: { text: 'First' } }],
      unread: 2,
    })
    // A comment that the creator was notified of is hidden before it is let through, and leaves the bell until then.
    await creator.call('PUT', `/api/v1/comments/${heldId}/hide`)
    expect((await listOf(creator)).unread).toBe(1)
    // Once the held one is let through, the author of the parent is notified, and the creator sees it too.
    expect((await creator.call('DELETE', `/api/v1/comments/${heldId}/hide`)).status).toBe(200)
    expect((await waitForNotifications(fan, 1)).notifications).toMatchObject([
      { kind: 'reply', comment: { id: heldId } },
    ])
    await jobsDone()
    expect(await listOf(creator)).toMatchObject({
      notifications: [{ comment: { id: heldId, held: false } }, { comment: { text: 'First' } }],
      unread: 2,
    })
  })

  test('one that an edit makes wait is told again, and a deleted one leaves', async () => {
    const { creator, fan } = await cast()
    const { id } = await publishEpisode(site, creator)
    const { id: commentId } = (await (await comment(fan, id, 'Harmless')).json()) as { id: string }
    const [told] = (await waitForNotifications(creator, 1)).notifications
    await readUpTo(creator, told!.id)
    const text = 'https://a.example https://b.example https://c.example'
    expect((await fan.call('PATCH', `/api/v1/comments/${commentId}`, { text })).status).toBe(200)
    await jobsDone()
    expect(await listOf(creator)).toMatchObject({
      notifications: [{ kind: 'comment', read: false, comment: { id: commentId, text, held: true } }],
      unread: 1,
    })
    expect((await creator.call('DELETE', `/api/v1/comments/${commentId}`)).status).toBe(204)
    expect(await listOf(creator)).toMatchObject({ notifications: [], unread: 0 })
  })

  test('a held reply to the creator is told once, also when it is let through', async () => {
    const { creator, fan } = await cast()
    const { id: episodeId } = await publishEpisode(site, creator)
    const { id: parentId } = (await (await comment(creator, episodeId, 'Mine')).json()) as { id: string }
    const text = 'https://a.example https://b.example https://c.example'
    const response = await fan.call('POST', `/api/v1/episodes/${episodeId}/comments`, { text, parentId })
    const { id } = (await response.json()) as { id: string }
    await waitForNotifications(creator, 1)
    await creator.call('DELETE', `/api/v1/comments/${id}/hide`)
    await jobsDone()
    expect(await listOf(creator)).toMatchObject({
      notifications: [{ kind: 'comment', comment: { id, held: false } }],
      unread: 1,
    })
  })

  test('announce the first like, the tenth and the hundredth, each once', async () => {
    const { creator, fan } = await cast()
    const { id } = await publishEpisode(site, creator)
    const like = (person: Person, method: string) => person.call(method, `/api/v1/episodes/${id}/like`)
    await like(fan, 'PUT')
    expect((await waitForNotifications(creator, 1)).notifications).toMatchObject([
      { kind: 'milestone', count: 1, episode: { id } },
    ])
    await like(fan, 'DELETE')
    await like(fan, 'PUT')
    await query(
      `with made as (
        insert into users (id, email) select $1 || n, $1 || n || '@example.com' from generate_series(1, 8) as n returning id
      )
      insert into likes (episode_id, uid, liked_at) select $1, id, now() from made`,
      id,
    )
    await like(creator, 'PUT')
    const { notifications } = await waitForNotifications(creator, 2)
    expect(notifications).toMatchObject([{ count: 10 }, { count: 1 }])
    await jobsDone()
    expect((await listOf(creator)).notifications).toHaveLength(2)
  })
})

describe('new followers', () => {
  test('are one notification until it is read, which those who stop following leave', async () => {
    const { creator, fan } = await cast()
    const second = await createPerson(site.url, 'creator', `Second ${creator.account.uid.slice(0, 8)}`)
    await follow(fan, creator)
    await follow(second, creator)
    const group = await listOf(creator)
    expect(group).toMatchObject({
      notifications: [{ kind: 'follower', count: 2, creator: { uid: second.account.uid } }],
      unread: 1,
    })
    await unfollow(second, creator)
    const alone = (await listOf(creator)).notifications
    expect(alone).toMatchObject([{ id: group.notifications[0]!.id, count: 1 }])
    expect(alone[0]!.creator).toBeUndefined()
    await readUpTo(creator, alone[0]!.id)
    await follow(second, creator)
    expect((await listOf(creator)).notifications).toMatchObject([
      { count: 1, read: false },
      { count: 1, read: true },
    ])
    await unfollow(fan, creator)
    await unfollow(second, creator)
    expect((await listOf(creator)).notifications).toEqual([])
  })
})

describe('the list', () => {
  test('is paged, newest first, and read up to a place', async () => {
    const { creator, fan } = await cast()
    const { id } = await publishEpisode(site, creator)
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
    await site.hoshi.rooms.community.cleanUp()
    expect((await listOf(creator)).notifications).toEqual([])
    expect(await unfollow(fan, creator).then((response) => response.json())).toEqual({ followers: 0, following: false })
  })
})

describe('settings', () => {
  test('are everything and no mails at first, and each kind can be turned off', async () => {
    const { creator, fan } = await cast()
    const all = { episode: true, reply: true, comment: true, milestone: true, follower: true, decision: true }
    const read = async () => (await creator.call('GET', '/api/v1/me/notification-settings')).json()
    expect(await read()).toEqual({ ...all, digest: 'off' })
    const silent = { comment: false, milestone: false, follower: false }
    expect(await (await settle(creator, silent)).json()).toEqual({ ...all, ...silent, digest: 'off' })
    expect(await (await settle(creator, { digest: 'weekly' })).json()).toEqual({ ...all, ...silent, digest: 'weekly' })
    expect(await read()).toEqual({ ...all, ...silent, digest: 'weekly' })
    const { id } = await publishEpisode(site, creator)
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
    const { id } = await publishEpisode(site, creator, { title: 'Live' })
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
    const { id: seenId } = await publishEpisode(site, creator)
    await first.waitForEvent(isUnread(1))
    const cursor = first.lastEventId()
    first.close()
    const { id: missedId } = await publishEpisode(site, creator)
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
  const { id } = await publishEpisode(site, creator)
  await waitForNotifications(fan, 1)
  const { community } = site.hoshi.rooms
  expect(await community.followsOf(fan.account.uid)).toMatchObject([{ creatorId: creator.account.uid }])
  expect(await community.notificationsOf(fan.account.uid)).toMatchObject([{ kind: 'episode', episodeId: id }])
  await fan.call('DELETE', '/api/v1/me', { password: fan.password })
  const rest = await query(
    `select from follows where follower_uid = $1 union all select from notifications where recipient_uid = $1
     union all select from notification_settings where uid = $1`,
    fan.account.uid,
  )
  expect(rest).toEqual([])
  expect((await listOf(creator)).notifications).toEqual([])
})
