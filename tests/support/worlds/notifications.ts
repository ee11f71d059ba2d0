import { afterAll, beforeAll } from 'vitest'
import { newId } from '#platform/ids.server.ts'
import { queryDatabase } from '#tests/support/data/query-database.server.ts'
import { createPerson, type Person } from '#tests/support/http/person.ts'
import { eventually } from '#tests/support/run/eventually.ts'
import { createTestHoshi, type TestHoshi } from './test-hoshi.ts'

/** A notification as the API answers it. */
export interface Told {
  id: string
  kind: string
  read: boolean
  episode?: { id: string; title: string }
  creator?: { username: string }
  comment?: { id: string; text: string; held: boolean }
  count?: number
  subtitle?: { id: string; language: string; label: string; outcome?: string; words?: string }
}

export interface NotificationsFixture {
  readonly site: TestHoshi
  query<Row extends object>(statement: string, ...values: unknown[]): Promise<Row[]>
  /** Waits until the jobs so far have run. */
  jobsDone(): Promise<void>
  /** A new creator, and a viewer of another process, which runs no jobs. */
  cast(): Promise<{ creator: Person; fan: Person }>
}

/** Called once at the top of a file about notifications: a Hoshi of two processes. */
export function setUpNotifications(): NotificationsFixture {
  let site: TestHoshi
  let other: TestHoshi

  beforeAll(async () => {
    site = await createTestHoshi({ worksJobs: true })
    other = await createTestHoshi({ beside: site })
  })
  afterAll(async () => {
    await other?.close()
    await site?.close()
  })

  const query = <Row extends object>(statement: string, ...values: unknown[]) =>
    queryDatabase<Row>(site.connectionString, statement, values)
  return {
    get site() {
      return site
    },
    query,
    async jobsDone() {
      await eventually('no job of the community waits', async () => {
        const waiting = await query(`select from pgboss.job where name like 'community.tell%' and state < 'completed'`)
        return waiting.length === 0
      })
    },
    async cast() {
      const creator = await createPerson(site.url, 'creator', `Creator ${newId().slice(0, 12)}`)
      const fan = await createPerson(other.url, 'viewer')
      return { creator, fan }
    },
  }
}

export const listOf = async (person: Person, path = '/api/v1/me/notifications') =>
  (await (await person.call('GET', path)).json()) as {
    notifications: Told[]
    unread: number
    nextCursor: string | null
  }
export const follow = (person: Person, creator: Person) =>
  person.call('PUT', `/api/v1/creators/${creator.account.uid}/follow`)
export const unfollow = (person: Person, creator: Person) =>
  person.call('DELETE', `/api/v1/creators/${creator.account.uid}/follow`)
export const change = (creator: Person, id: string, changes: object) =>
  creator.call('PATCH', `/api/v1/episodes/${id}`, changes)
export const comment = (person: Person, id: string, text: string) =>
  person.call('POST', `/api/v1/episodes/${id}/comments`, { text })
export const settle = (person: Person, changes: object) =>
  person.call('PATCH', '/api/v1/me/notification-settings', changes)
export const readUpTo = (person: Person, upTo: string) => person.call('POST', '/api/v1/me/notifications/read', { upTo })

/** Waits until a person has this many notifications. */
export const waitForNotifications = (person: Person, number: number) =>
  eventually(`there are ${number} notifications`, async () => {
    const list = await listOf(person)
    return list.notifications.length === number && list
  })
