import { beforeEach, describe, expect, test } from 'vitest'
import { publishEpisode } from '#tests/support/data/ready-video.server.ts'
import { createStaff } from '#tests/support/data/staff.ts'
import { openEventStream } from '#tests/support/http/event-stream.ts'
import { createPerson, type Person } from '#tests/support/http/person.ts'
import { linesFile, subtitleForm } from '#tests/support/media/subtitle-files.ts'
import { takedown } from '#tests/support/worlds/moderated-site.server.ts'
import {
  change,
  listOf,
  readUpTo,
  settle,
  setUpNotifications,
  waitForNotifications,
} from '#tests/support/worlds/notifications.ts'

const fixture = setUpNotifications()
const { cast, jobsDone, query } = fixture

/** Creator of the episode. */
let creator: Person
/** The person who offers subtitles, by another process. */
let fan: Person
let episodeId: string

beforeEach(async () => {
  const people = await cast()
  creator = people.creator
  fan = people.fan
  episodeId = (await publishEpisode(fixture.site, creator, { title: 'Kettle', translationsOpen: true })).id
})

async function idOf(response: Response): Promise<string> {
  const answer = (await response.json()) as { id: string }
  if (!response.ok) throw new Error(`It answered ${response.status}: ${JSON.stringify(answer)}`)
  return answer.id
}
/** Adds a text, and returns its id. */
const offer = async (person: Person, language = 'ja', texts = ['A secret line']) =>
  idOf(
    await person.call(
      'POST',
      `/api/v1/episodes/${episodeId}/subtitles`,
      subtitleForm(linesFile(texts), { language, kind: 'subtitles' }),
    ),
  )
const save = async (person: Person, id: string, texts: string[]) =>
  idOf(await person.call('PUT', `/api/v1/subtitles/${id}`, subtitleForm(linesFile(texts))))
const review = async (id: string, outcome: string, words?: string) =>
  idOf(await creator.call('POST', `/api/v1/subtitles/${id}/review`, { outcome, ...(words !== undefined && { words }) }))
const empty = { notifications: [], unread: 0, nextCursor: null }

describe('a draft', () => {
  test('notifies the creator of the episode and nobody else, with none of its lines', async () => {
    const mika = await createPerson(fixture.site.url, 'creator', 'mika')
    const id = await offer(mika)
    expect(await waitForNotifications(creator, 1)).toEqual({
      notifications: [
        {
          id: expect.any(String),
          kind: 'subtitle',
          createdAt: expect.any(String),
          read: false,
          episode: { id: episodeId, title: 'Kettle' },
          creator: { uid: mika.account.uid, username: 'mika', avatarUrl: '', founderBadge: false },
          subtitle: { id, language: 'ja', label: 'Japanese' },
        },
      ],
      unread: 1,
      nextCursor: null,
    })
    await jobsDone()
    for (const person of [mika, fan]) expect(await listOf(person)).toEqual(empty)
  })

  test('of the creator’s own, and what the creator changes of another, notifies nobody', async () => {
    await save(creator, await offer(creator), ['Another line'])
    const id = await offer(fan)
    const [offered] = (await waitForNotifications(creator, 1)).notifications
    await readUpTo(creator, offered!.id)
    await save(creator, id, ['Corrected'])
    await jobsDone()
    expect([await listOf(creator), await listOf(fan)]).toMatchObject([{ notifications: [{ id: offered!.id }] }, empty])
  })

  test('is one notification until it is read, renewed by each new version', async () => {
    const id = await offer(fan)
    const [first] = (await waitForNotifications(creator, 1)).notifications
    await fan.call('PUT', `/api/v1/episodes/${episodeId}/like`)
    await waitForNotifications(creator, 2)
    await save(fan, id, ['A better line'])
    await jobsDone()
    const renewed = await listOf(creator)
    // It is the newest again.
    expect(renewed).toMatchObject({
      notifications: [{ id: first!.id, kind: 'subtitle', read: false }, { kind: 'milestone' }],
      unread: 2,
    })
    // The same text again makes no version.
    await save(fan, id, ['A better line'])
    await readUpTo(creator, first!.id)
    await save(fan, id, ['The best line'])
    await jobsDone()
    expect(await listOf(creator)).toMatchObject({
      notifications: [
        { kind: 'subtitle', read: false, subtitle: { id } },
        { id: first!.id, read: true },
        { kind: 'milestone' },
      ],
      unread: 1,
    })
  })

  test('of another language or person is another notification', async () => {
    for (const language of ['ja', 'es']) await offer(fan, language)
    await offer(await createPerson(fixture.site.url, 'viewer'))
    const { notifications } = await waitForNotifications(creator, 3)
    expect(notifications.map(({ subtitle }) => subtitle?.language).sort()).toEqual(['es', 'ja', 'ja'])
  })

  test('reaches an open bell', async () => {
    const bell = await openEventStream(creator, '/api/v1/me/notifications/live')
    await bell.waitForEvent(({ event }) => event === 'unread')
    const id = await offer(fan)
    const { data } = await bell.waitForEvent(({ event }) => event === 'notification')
    expect(data).toMatchObject({ kind: 'subtitle', subtitle: { id, language: 'ja' } })
    await bell.waitForEvent(({ event, data: { count } }) => event === 'unread' && count === 1)
    const answer = await fan.call('DELETE', `/api/v1/subtitles/${id}`)
    expect(answer.status).toBe(204)
    await bell.waitForEvent(({ event, data: { count } }) => event === 'unread' && count === 0)
    bell.close()
  })
})

describe('a review', () => {
  test.each([
    ['approved', undefined],
    ['changes', 'The second line is early.'],
    ['declined', 'Somebody else was faster.'],
  ])('notifies the author: %s', async (outcome, words) => {
    const id = await offer(fan)
    await review(id, outcome, words)
    const { notifications } = await waitForNotifications(fan, 1)
    expect(notifications).toEqual([
      {
        id: expect.any(String),
        kind: 'subtitle',
        createdAt: expect.any(String),
        read: false,
        episode: { id: episodeId, title: 'Kettle' },
        subtitle: { id, language: 'ja', label: 'Japanese', outcome, ...(words && { words }) },
      },
    ])
  })

  test('is quoted with its first 200 characters', async () => {
    await review(await offer(fan), 'changes', 'long '.repeat(60))
    const { notifications } = await waitForNotifications(fan, 1)
    expect(notifications[0]!.subtitle!.words).toBe(`${'long '.repeat(40)}...`)
  })

  test('keeps its outcome once it is read, and replaces an unread one; the same one again is none', async () => {
    const id = await offer(fan)
    await review(id, 'changes', 'Early.')
    const [asked] = (await waitForNotifications(fan, 1)).notifications
    await readUpTo(fan, asked!.id)
    await review(id, 'changes', 'Early.')
    await review(id, 'declined')
    await jobsDone()
    await review(id, 'approved', 'Never mind.')
    await jobsDone()
    expect((await listOf(fan)).notifications).toMatchObject([
      { read: false, subtitle: { outcome: 'approved', words: 'Never mind.' } },
      { id: asked!.id, read: true, subtitle: { outcome: 'changes', words: 'Early.' } },
    ])
  })

  test('of the creator’s own text notifies nobody', async () => {
    await review(await offer(creator), 'approved')
    await jobsDone()
    expect(await listOf(creator)).toEqual(empty)
  })
})

describe('both', () => {
  /** A draft in the creator's bell, and a review in the fan's. */
  async function tellBoth(): Promise<string> {
    const id = await offer(fan)
    await review(id, 'changes')
    await waitForNotifications(creator, 1)
    await waitForNotifications(fan, 1)
    return id
  }
  const bells = async () => [(await listOf(creator)).unread, (await listOf(fan)).unread]
  const rows = () => query(`select from notifications where episode_id = $1`, episodeId)

  test('leave every bell while the episode is private, and return with it', async () => {
    await tellBoth()
    await change(creator, episodeId, { visibility: 'private' })
    expect([await listOf(creator), await listOf(fan)]).toEqual([empty, empty])
    await change(creator, episodeId, { visibility: 'unlisted' })
    expect(await bells()).toEqual([1, 1])
  })

  test('leave every bell while the episode is taken down', async () => {
    await tellBoth()
    const moderator = await createStaff(fixture.site, 'moderator')
    const subject = { kind: 'episode', id: episodeId }
    expect((await moderator.call('POST', '/api/v1/moderation/decisions', { ...takedown, subject })).status).toBe(201)
    await expect.poll(bells).toEqual([0, 0])
  })

  test('are removed with the episode', async () => {
    await tellBoth()
    expect((await creator.call('DELETE', `/api/v1/episodes/${episodeId}`)).status).toBe(204)
    expect([await bells(), await rows()]).toEqual([[0, 0], []])
  })

  test('are removed with the text', async () => {
    const id = await tellBoth()
    expect((await creator.call('DELETE', `/api/v1/subtitles/${id}`)).status).toBe(204)
    expect([await bells(), await rows()]).toEqual([[0, 0], []])
  })

  test('leave the creator’s bell while the author’s account is deactivated or blocked', async () => {
    await tellBoth()
    await fan.call('DELETE', '/api/v1/me', { password: fan.password })
    expect(await listOf(creator)).toEqual(empty)
    await fan.call('POST', '/api/auth/sign-in/email', { email: fan.email, password: fan.password })
    expect(await bells()).toEqual([1, 1])
    await creator.call('PUT', `/api/v1/creators/${fan.account.uid}/block`)
    expect(await bells()).toEqual([0, 1])
    await creator.call('DELETE', `/api/v1/creators/${fan.account.uid}/block`)
    expect(await bells()).toEqual([1, 1])
  })

  test('leave the author’s bell while the creator’s account is deactivated', async () => {
    await tellBoth()
    await creator.call('DELETE', '/api/v1/me', { password: creator.password })
    expect(await listOf(fan)).toEqual(empty)
  })

  test('leave the creator’s bell for ever with the author’s account, whose approved text stays', async () => {
    const id = await offer(fan)
    await review(id, 'approved')
    await waitForNotifications(creator, 1)
    await fan.call('DELETE', '/api/v1/me', { password: fan.password, now: true })
    await expect.poll(() => listOf(creator)).toEqual(empty)
    expect((await creator.call('GET', `/api/v1/subtitles/${id}`)).status).toBe(200)
  })

  test('are not told to who turned them off', async () => {
    for (const person of [creator, fan]) {
      expect(await (await settle(person, { subtitle: false })).json()).toMatchObject({ subtitle: false, comment: true })
    }
    await review(await offer(fan), 'approved')
    await jobsDone()
    expect([await listOf(creator), await listOf(fan)]).toEqual([empty, empty])
  })

  test('are in the digest, with the page of the text', async () => {
    for (const person of [creator, fan]) await settle(person, { digest: 'daily' })
    const id = await offer(fan)
    await review(id, 'changes', 'Early.')
    await waitForNotifications(creator, 1)
    await waitForNotifications(fan, 1)
    await fixture.site.hoshi.rooms.community.sendDigests()
    const textTo = (person: Person) => fixture.site.mails.find(({ to }) => to === person.email)?.text
    expect(textTo(creator)).toMatch(
      new RegExp(`- Someone submitted Japanese subtitles for Kettle\n  \\S+/subtitles/${episodeId}\\?text=${id}\n`),
    )
    expect(textTo(fan)).toMatch(
      new RegExp(
        `- Your Japanese subtitles for Kettle need changes: Early.\n  \\S+/subtitles/${episodeId}\\?text=${id}\n`,
      ),
    )
  })

  test('are in the export of who was told', async () => {
    const id = await tellBoth()
    const { community } = fixture.site.hoshi.rooms
    expect(await community.notificationsOf(fan.account.uid)).toMatchObject([
      { kind: 'subtitle', episodeId, subtitleId: id, review: { outcome: 'changes' } },
    ])
  })
})
