import { afterAll, beforeAll, expect, test } from 'vitest'
import { createStaff } from './support/data/staff.ts'
import { type NamedOperation, operationsOf, readDescription } from './support/http/api-description.ts'
import { createPerson, createStranger, type Person } from './support/http/person.ts'
import { createTestHoshi, type TestHoshi } from './support/worlds/test-hoshi.ts'

// Every route below /api/v1/admin, from the description, for every role.

let site: TestHoshi
let people: Record<string, Pick<Person, 'call'>>
let subject: Person
let admin: Person
let operations: NamedOperation[]

beforeAll(async () => {
  site = await createTestHoshi()
  subject = await createPerson(site.url, 'viewer')
  const suspendedAdmin = await createStaff(site, 'admin')
  admin = await createStaff(site, 'admin')
  people = {
    stranger: createStranger(site.url),
    viewer: await createPerson(site.url, 'viewer'),
    creator: await createPerson(site.url, 'creator'),
    moderator: await createStaff(site, 'moderator'),
    admin,
  }
  const { administration } = site.hoshi.rooms
  const until = new Date(Date.now() + 86_400_000)
  await administration.accounts.change('console', suspendedAdmin.account.uid, { suspendedUntil: until, reason: 'Away' })
  const { email, password } = suspendedAdmin
  await suspendedAdmin.call('POST', '/api/auth/sign-in/email', { email, password })
  people['suspended admin'] = suspendedAdmin
  operations = operationsOf(await readDescription(site.url)).filter(({ path }) => path.startsWith('/api/v1/admin/'))
})
afterAll(() => site?.close())

function send(person: Pick<Person, 'call'>, { method, path }: NamedOperation, body: unknown, type?: string) {
  const url = path.replaceAll(/\{uid\}/g, subject.account.uid)
  return person.call(method, url, method === 'GET' ? undefined : body, type ? { 'Content-Type': type } : {})
}

test('the description has these routes', () => {
  expect(operations.map(({ name }) => name).sort()).toEqual([
    'DELETE /api/v1/admin/invitations/{id}',
    'DELETE /api/v1/admin/words/{id}',
    'GET /api/v1/admin/accounts',
    'GET /api/v1/admin/audit',
    'GET /api/v1/admin/invitations',
    'GET /api/v1/admin/jobs',
    'GET /api/v1/admin/overview',
    'GET /api/v1/admin/settings',
    'GET /api/v1/admin/words',
    'PATCH /api/v1/admin/accounts/{uid}',
    'PATCH /api/v1/admin/settings',
    'POST /api/v1/admin/invitations',
    'POST /api/v1/admin/jobs/{id}/retry',
    'POST /api/v1/admin/words',
  ])
})

/** The statuses for an admin of an empty body, of an unknown field, and of what is no JSON. */
function statusesForAdmin({ method, operation }: NamedOperation): number[] {
  if (method === 'GET') return [200, 200, 200]
  // Nothing has the id; the body is not read.
  if (operation.requestBody === undefined) return [404, 404, 415]
  return method === 'PATCH' ? [200, 422, 415] : [422, 422, 415]
}

test('every route is there for admins only, and refuses everyone else before it reads anything', async () => {
  const found: string[] = []
  const expected: string[] = []
  for (const operation of operations) {
    for (const [role, person] of Object.entries(people)) {
      const statuses = [
        (await send(person, operation, {})).status,
        (await send(person, operation, { unknown: true })).status,
        (await send(person, operation, new TextEncoder().encode('x'), 'text/plain')).status,
      ]
      const forAdmin = statusesForAdmin(operation)
      found.push(`${operation.name} ${role} ${statuses}`)
      expected.push(`${operation.name} ${role} ${role === 'admin' ? forAdmin : [404, 404, 404]}`)
    }
  }
  expect(found).toEqual(expected)
})

test('a role that does not exist is refused with words of its own, in a change and as a filter', async () => {
  for (const response of [
    await admin.call('PATCH', `/api/v1/admin/accounts/${subject.account.uid}`, { role: 'owner' }),
    await admin.call('GET', '/api/v1/admin/accounts?role=owner'),
  ])
    expect(await response.json()).toMatchObject({ status: 422, code: 'moderation.role_unknown', field: 'role' })
})

const isForAdmins = (path: string) => ['/admin/jobs', '/admin/integrity'].includes(path)
const pages = ['', '/queue', '/accounts', '/episodes', '/words', '/audit', '/jobs', '/integrity'].map(
  (path) => `/admin${path}`,
)

test.each([...pages, '/admin/accounts?sheet=role&of=any'])(
  'the page %s does not exist below moderators, as a page that never was',
  async (path) => {
    for (const role of ['stranger', 'viewer', 'creator', 'suspended admin']) {
      const response = await people[role]!.call('GET', path)
      const page = await response.text()
      expect([role, response.status, response.headers.get('cache-control')]).toEqual([role, 404, 'no-store'])
      expect(page).toContain('There is no page at this address. Check the link, or go back home.')
      expect(page).toContain('<title>404 Not Found · Hoshi</title>')
    }
  },
)

test('settings are for admins only', async () => {
  for (const role of ['stranger', 'viewer', 'creator', 'moderator', 'suspended admin'])
    for (const method of ['GET', 'POST']) {
      // Every write of a suspended account is refused as such.
      const status = role === 'suspended admin' && method === 'POST' ? 403 : 404
      expect([role, (await people[role]!.call(method, '/admin/settings')).status]).toEqual([role, status])
    }
  const page = await admin.call('GET', '/admin/settings')
  expect([page.status, page.headers.get('cache-control')]).toEqual([200, 'no-store'])
  expect(await (await people.moderator!.call('GET', '/admin/queue')).text()).not.toContain('/admin/settings')
})

test('the pages are open to moderators and admins, those of jobs and integrity to admins only, and are not stored', async () => {
  for (const role of ['moderator', 'admin'])
    for (const path of pages) {
      const response = await people[role]!.call('GET', path)
      const status = isForAdmins(path) && role === 'moderator' ? 404 : 200
      const found = [role, path, response.status, response.headers.get('cache-control')]
      expect(found).toEqual([role, path, status, 'no-store'])
    }
})

test('a form below moderators gets 404 before it is read', async () => {
  const form = () => {
    const fields = new FormData()
    fields.set('intent', 'restore')
    fields.set('uid', subject.account.uid)
    return fields
  }
  for (const role of ['stranger', 'viewer', 'creator'])
    for (const path of ['/admin/accounts', '/admin/queue', '/admin/words', '/admin/jobs', '/admin/integrity'])
      expect((await people[role]!.call('POST', path, form())).status).toBe(404)
  for (const path of ['/admin/jobs', '/admin/integrity'])
    expect((await people.moderator!.call('POST', path, form())).status).toBe(404)
  expect((await admin.call('POST', '/admin/accounts', form())).status).toBe(302)
})
