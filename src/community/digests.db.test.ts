import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { digestMail } from '#app/messages/mails.ts'
import { openDatabase } from '#platform/database.server.ts'
import { noopJobs } from '#tests/support/data/noop-jobs.ts'
import { queryDatabase } from '#tests/support/data/query-database.server.ts'
import { publishEpisode } from '#tests/support/data/ready-video.server.ts'
import { createPerson, createStranger, type Person } from '#tests/support/http/person.ts'
import { createTestHoshi, type TestHoshi } from '#tests/support/worlds/test-hoshi.ts'
import { createDigests } from './digests.server.ts'

let now = Date.now()
let site: TestHoshi
let creator: Person

const HOUR_MS = 3_600_000

beforeAll(async () => {
  site = await createTestHoshi({ clock: { now: () => new Date(now) } })
})

beforeEach(async () => {
  creator = await createPerson(site.url, 'creator')
  site.mails.length = 0
})

afterAll(() => site?.close())

const send = () => site.hoshi.rooms.community.sendDigests()
const settle = (digest: string) => creator.call('PATCH', '/api/v1/me/notification-settings', { digest })
const digestOf = async () =>
  ((await (await creator.call('GET', '/api/v1/me/notification-settings')).json()) as { digest: string }).digest

/** Adds a follower, of whom the creator is notified. */
async function gainFollower(): Promise<void> {
  const fan = await createPerson(site.url, 'viewer')
  await fan.call('PUT', `/api/v1/creators/${creator.account.uid}/follow`)
}

/** The link in the last mail's header. */
function unsubscribeUrl(): string {
  const [, url = ''] = /^<(.+)>$/.exec(site.mails.at(-1)?.headers?.['List-Unsubscribe'] ?? '') ?? []
  return url.replace(/^https?:\/\/[^/]+/, site.url)
}

test('nobody gets a digest who did not ask for one, or has nothing new and unread', async () => {
  await gainFollower()
  expect(await send()).toBe(0)
  const { notifications } = (await (await creator.call('GET', '/api/v1/me/notifications')).json()) as {
    notifications: { id: string }[]
  }
  await settle('daily')
  await creator.call('POST', '/api/v1/me/notifications/read', { upTo: notifications[0]!.id })
  expect(await send()).toBe(0)
  expect(site.mails).toEqual([])
})

test('a digest says what is unread, once, and ends by the link in it', async () => {
  await settle('daily')
  await gainFollower()
  expect(await send()).toBe(1)
  expect(site.mails).toMatchObject([{ to: creator.email, subject: '1 new notification on Hoshi' }])
  expect(site.mails[0]!.text).toContain('- Someone started following you\n')
  expect(site.mails[0]!.text).toContain('/unsubscribe?token=')
  now += 25 * HOUR_MS
  expect(await send()).toBe(0)
})

test.each([
  ['daily', 24],
  ['weekly', 168],
])('a %s digest is sent every %i hours at most', async (digest, hours) => {
  await settle(digest)
  await gainFollower()
  expect(await send()).toBe(1)
  await gainFollower()
  now += (hours - 2) * HOUR_MS
  expect(await send()).toBe(0)
  now += 2 * HOUR_MS
  expect(await send()).toBe(1)
})

test('two processes send one digest', async () => {
  await settle('daily')
  await gainFollower()
  const sent = await Promise.all([send(), send(), send()])
  expect(sent.reduce((sum, each) => sum + each)).toBe(1)
  expect(site.mails).toHaveLength(1)
})

test('what is stored while a digest is written is in the next one', async () => {
  await settle('daily')
  await gainFollower()
  const database = openDatabase(site.connectionString, () => {})
  const { rooms } = site.hoshi
  let hasGained = false
  const digests = createDigests({
    ...rooms,
    db: database.db,
    clock: { now: () => new Date(now) },
    jobs: noopJobs,
    publicUrl: site.url,
    secret: 'a secret of this test',
    digestMail,
    mailer: { send: async (mail) => void site.mails.push(mail) },
    creators: {
      // Called once the list has been read, with the followers in it.
      async findMany(uids) {
        if (!hasGained && uids.length > 0) {
          hasGained = true
          await gainFollower()
        }
        return await rooms.creators.findMany(uids)
      },
    },
  })
  expect(await digests.sendDigests()).toBe(1)
  expect(hasGained).toBe(true)
  now += 25 * HOUR_MS
  expect(await digests.sendDigests()).toBe(1)
  expect(site.mails.map(({ subject }) => subject)).toEqual(Array(2).fill('1 new notification on Hoshi'))
  await database.close()
})

test('a digest counts what is new, and not what an earlier one said', async () => {
  const { id } = await publishEpisode(site, creator)
  const tellOfLikes = (from: number, to: number) =>
    queryDatabase(
      site.connectionString,
      `insert into notifications (id, recipient_uid, kind, created_at, episode_id, count)
       select $1::text || n, $2, 'milestone', now(), $1, n from generate_series($3::int, $4::int) as n`,
      [id, creator.account.uid, from, to],
    )
  await settle('daily')
  await tellOfLikes(1, 5)
  expect(await send()).toBe(1)
  now += 25 * HOUR_MS
  await tellOfLikes(6, 30)
  expect(await send()).toBe(1)
  const [first, second] = site.mails
  expect(first!.subject).toBe('5 new notifications on Hoshi')
  expect(second!.subject).toBe('25 new notifications on Hoshi')
  expect(second!.text).toContain('and 5 more:')
})

test('one POST to the link in the header ends it, without a session, a body or an origin', async () => {
  await settle('daily')
  await gainFollower()
  await send()
  expect(site.mails[0]!.headers).toMatchObject({ 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' })
  const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })
  const requests: RequestInit[] = [{ body }, {}, { headers: { Origin: 'https://mail.example' }, body }]
  for (const init of requests) {
    await settle('weekly')
    const response = await fetch(unsubscribeUrl(), { method: 'POST', redirect: 'manual', ...init })
    expect([response.status, await digestOf()]).toEqual([200, 'off'])
  }
})

test('opening the link ends nothing, and asks for a press of its button', async () => {
  await settle('daily')
  await gainFollower()
  await send()
  const path = new URL(unsubscribeUrl())
  const stranger = createStranger(site.url)
  const page = await stranger.call('GET', `${path.pathname}${path.search}`)
  expect([page.status, await digestOf()]).toEqual([200, 'daily'])
  expect(await page.text()).toContain('Unsubscribe')
})

test.each(['', 'x', 'a.b', '.'])('a link with the token "%s" ends nothing', async (token) => {
  await settle('daily')
  const uid = creator.account.uid
  for (const method of ['GET', 'POST'])
    for (const each of [token, `${uid}.${token}`])
      expect((await fetch(`${site.url}/unsubscribe?token=${each}`, { method })).status).toBe(404)
  const refused = site.hoshi.rooms.community.unsubscribe(token)
  await expect(refused).rejects.toMatchObject({ code: 'community.unsubscribe_invalid' })
  expect(await digestOf()).toBe('daily')
})

test('a person whose account is being deleted gets none, until it is restored', async () => {
  await settle('daily')
  await gainFollower()
  const { email, password } = creator
  expect((await creator.call('DELETE', '/api/v1/me', { password })).status).toBe(202)
  expect(await send()).toBe(0)
  expect((await creator.call('POST', '/api/auth/sign-in/email', { email, password })).status).toBe(200)
  expect(await send()).toBe(1)
  expect(site.mails).toMatchObject([{ to: email }])
})

test('the link of a person who has left answers like any other', async () => {
  await settle('daily')
  await gainFollower()
  await send()
  await creator.call('DELETE', '/api/v1/me', { password: creator.password, now: true })
  expect((await fetch(unsubscribeUrl(), { method: 'POST' })).status).toBe(200)
  const rows = await queryDatabase(site.connectionString, 'select from notification_settings where uid = $1', [
    creator.account.uid,
  ])
  expect(rows).toEqual([])
})
