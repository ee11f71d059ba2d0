import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '#platform/database.server.ts'
import { type Events, openEvents } from '#platform/events.server.ts'
import { newId } from '#platform/ids.server.ts'
import { createLog } from '#platform/log.server.ts'
import { publishEpisode } from '#tests/support/data/ready-video.server.ts'
import { openEventStream } from '#tests/support/http/event-stream.ts'
import { createPerson, type Person } from '#tests/support/http/person.ts'
import { eventually } from '#tests/support/run/eventually.ts'
import { createTestHoshi, type TestHoshi } from '#tests/support/worlds/test-hoshi.ts'
import { emitNotificationEvents, notificationChannel } from './notification-events.server.ts'
import { insertNotification, lockPositions } from './notification-rows.server.ts'

let site: TestHoshi
let database: Database
let events: Events

beforeAll(async () => {
  site = await createTestHoshi({ worksJobs: true })
  database = openDatabase(site.connectionString, () => {})
  events = openEvents(site.connectionString, createLog('silent'))
  await events.ready()
})

afterAll(async () => {
  await Promise.all([events?.close(), database?.close()])
  await site?.close()
})

const follow = (person: Person, creator: Person) => person.call('PUT', `/api/v1/creators/${creator.account.uid}/follow`)
async function notificationsOf(person: Person): Promise<{ kind: string }[]> {
  const response = await person.call('GET', '/api/v1/me/notifications')
  return ((await response.json()) as { notifications: { kind: string }[] }).notifications
}
const waitForNotifications = (person: Person, number: number) =>
  eventually(`there are ${number} notifications`, async () => {
    const notifications = await notificationsOf(person)
    return notifications.length === number && notifications
  })

interface Cast {
  creator: Person
  fan: Person
}

async function cast(): Promise<Cast> {
  const creator = await createPerson(site.url, 'creator', `Creator ${newId().slice(0, 12)}`)
  return { creator, fan: await createPerson(site.url, 'viewer') }
}

/** Waits until a transaction of the site waits for a lock. */
const isWaiting = () =>
  eventually('somebody waits for a lock', async () => {
    const { rows } = await sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
    `.execute(database.db)
    return rows.length > 0
  })

test('a milestone waits for its account before it locks anything else', async () => {
  const { creator, fan } = await cast()
  const { id } = await publishEpisode(site, creator)
  const liked = await database.db.transaction().execute(async (trx) => {
    // As the removal of an account begins, which goes on with its episodes.
    await sql`select from users where id = ${creator.account.uid} for update`.execute(trx)
    const answer = await fan.call('PUT', `/api/v1/episodes/${id}/like`)
    await isWaiting()
    await sql`select from announced_episodes where episode_id = ${id} for update nowait`.execute(trx)
    return answer
  })
  expect(liked.status).toBe(200)
  expect(await waitForNotifications(creator, 1)).toMatchObject([{ kind: 'milestone' }])
})

test.each([
  [
    'a reply',
    async ({ creator, fan }: Cast) => {
      const { id } = await publishEpisode(site, creator)
      const { id: parentId } = (await (
        await fan.call('POST', `/api/v1/episodes/${id}/comments`, { text: 'Who drew it?' })
      ).json()) as { id: string }
      await waitForNotifications(creator, 1)
      return () => creator.call('POST', `/api/v1/episodes/${id}/comments`, { text: 'I did.', parentId })
    },
  ],
  [
    'a new episode',
    async ({ creator, fan }: Cast) => {
      await follow(fan, creator)
      return () => publishEpisode(site, creator)
    },
  ],
])('%s waits for the recipient’s account before it locks rows that others wait for', async (_, prepare) => {
  const people = await cast()
  const announce = await prepare(people)
  const held = await database.db.transaction().execute(async (trx) => {
    await sql`select from users where id = ${people.fan.account.uid} for update`.execute(trx)
    await announce()
    await isWaiting()
    const { rows } = await sql`
      select from pg_locks join pg_stat_activity using (pid)
      where datname = current_database() and wait_event_type = 'Lock' and locktype = 'advisory' and granted
    `.execute(trx)
    return rows
  })
  expect(held).toEqual([])
  expect(await waitForNotifications(people.fan, 1)).toHaveLength(1)
})

test('people who ceased to follow or want no notifications while the announcement waited are not notified', async () => {
  const { creator, fan } = await cast()
  const [leaver, silent] = [await createPerson(site.url, 'viewer'), await createPerson(site.url, 'viewer')]
  for (const person of [fan, leaver, silent]) await follow(person, creator)
  const statuses = await database.db.transaction().execute(async (trx) => {
    await sql`select from users where id = ${fan.account.uid} for update`.execute(trx)
    await publishEpisode(site, creator)
    await isWaiting()
    const answers = [
      await leaver.call('DELETE', `/api/v1/creators/${creator.account.uid}/follow`),
      await silent.call('PATCH', '/api/v1/me/notification-settings', { episode: false }),
    ]
    return answers.map(({ status }) => status)
  })
  expect(statuses).toEqual([200, 200])
  await waitForNotifications(fan, 1)
  expect([await notificationsOf(leaver), await notificationsOf(silent)]).toEqual([[], []])
})

test('many likes at once announce each milestone once, and never deadlock', async () => {
  const { creator } = await cast()
  const { id } = await publishEpisode(site, creator)
  const fans = await Promise.all(Array.from({ length: 12 }, () => createPerson(site.url, 'viewer')))
  const statuses = await Promise.all(
    fans.map(async (fan) => (await fan.call('PUT', `/api/v1/episodes/${id}/like`)).status),
  )
  expect(new Set(statuses)).toEqual(new Set([200]))
  expect(await waitForNotifications(creator, 2)).toMatchObject([{ kind: 'milestone' }, { kind: 'milestone' }])
})

test('an event about an episode names the recipients of its notifications, also when it is deleted', async () => {
  const { creator, fan } = await cast()
  await follow(fan, creator)
  const { id } = await publishEpisode(site, creator)
  await waitForNotifications(fan, 1)
  const named: (string[] | null)[] = []
  const unsubscribe = events.subscribe(
    notificationChannel,
    ({ uids }) => named.push(uids),
    () => {},
  )
  for (const [method, body] of [
    ['PATCH', { visibility: 'private' }],
    ['PATCH', { visibility: 'public' }],
    ['DELETE'],
  ] as const) {
    const already = named.length
    await creator.call(method, `/api/v1/episodes/${id}`, body)
    await eventually('an event came', async () => named.length > already)
  }
  unsubscribe()
  expect(new Set(named.map((uids) => uids?.join()))).toEqual(new Set([fan.account.uid]))
})

test('a notification that is stored before another one, and committed after it, reaches an open bell', async () => {
  const { creator, fan } = await cast()
  const { id } = await publishEpisode(site, creator)
  const bell = await openEventStream(creator, '/api/v1/me/notifications/live')
  await bell.waitForEvent(({ event }) => event === 'unread')
  const milestone = {
    recipientUid: creator.account.uid,
    kind: 'milestone' as const,
    episodeId: id,
    commentId: null,
    count: 1,
  }
  let followed: Promise<Response> | undefined
  await database.db.transaction().execute(async (trx) => {
    await lockPositions(trx)
    await insertNotification(trx, { ...milestone, at: new Date() })
    await emitNotificationEvents(events, trx, [creator.account.uid])
    followed = follow(fan, creator)
    // Until the follow waits for this transaction, or is announced before it.
    await Promise.race([isWaiting(), bell.waitForEvent(({ event }) => event === 'notification')])
  })
  expect((await followed)?.status).toBe(200)
  const kinds = () => bell.events.filter(({ event }) => event === 'notification').map(({ data }) => data.kind)
  await bell.waitForEvent(({ event, data }) => event === 'unread' && data.count === 2)
  expect(kinds()).toEqual(['milestone', 'follower'])
  bell.close()
})
