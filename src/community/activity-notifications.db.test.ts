import { describe, expect, test } from 'vitest'
import { publishEpisode } from '#tests/support/data/ready-video.server.ts'
import { createPerson, type Person } from '#tests/support/http/person.ts'
import {
  comment,
  follow,
  listOf,
  readUpTo,
  setUpNotifications,
  unfollow,
  waitForNotifications,
} from '#tests/support/worlds/notifications.ts'

const fixture = setUpNotifications()
const { cast, jobsDone, query } = fixture

describe('comments and likes', () => {
  test('notify the creator, with the words of the comment, but not about their own', async () => {
    const { creator, fan } = await cast()
    const { id } = await publishEpisode(fixture.site, creator, { title: 'Rain' })
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
    const { id } = await publishEpisode(fixture.site, creator)
    const { id: commentId } = (await (await comment(fan, id, 'Oh')).json()) as { id: string }
    await waitForNotifications(creator, 1)
    await fan.call('DELETE', `/api/v1/comments/${commentId}`)
    expect(await listOf(creator)).toMatchObject({ notifications: [], unread: 0 })
  })

  test('a reply tells the author of the comment, and the creator too unless they are the same person', async () => {
    const { creator, fan } = await cast()
    const { id: episodeId } = await publishEpisode(fixture.site, creator)
    const author = await createPerson(fixture.site.url, 'viewer')
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
    const { id: episodeId } = await publishEpisode(fixture.site, creator)
    const { id: parentId } = (await (await comment(fan, episodeId, 'First')).json()) as { id: string }
    const spammer = await createPerson(fixture.site.url, 'viewer')
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
    const { id } = await publishEpisode(fixture.site, creator)
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
    const { id: episodeId } = await publishEpisode(fixture.site, creator)
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
    const { id } = await publishEpisode(fixture.site, creator)
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
    const second = await createPerson(fixture.site.url, 'creator', `Second ${creator.account.uid.slice(0, 8)}`)
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
