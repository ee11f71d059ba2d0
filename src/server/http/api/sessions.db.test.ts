import { afterAll, beforeAll, expect, test } from 'vitest'
import { openEventStream } from '#tests/support/http/event-stream.ts'
import { createPerson, createStranger, type Person } from '#tests/support/http/person.ts'
import { createTestHoshi, type TestHoshi } from '#tests/support/worlds/test-hoshi.ts'

const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Version/26.0 Safari/604.1'

interface Session {
  id: string
  current: boolean
  device: string
}

let site: TestHoshi
/** Another process on the same database. */
let node: TestHoshi

beforeAll(async () => {
  site = await createTestHoshi()
  node = await createTestHoshi({ beside: site })
})
afterAll(async () => {
  await node?.close()
  await site?.close()
})

/** A second browser of the same person, signed in at the other node. */
async function signInElsewhere({ email, password }: Person): Promise<Pick<Person, 'call'>> {
  const browser = createStranger(node.url)
  const response = await browser.call('POST', '/api/auth/sign-in/email', { email, password }, { 'User-Agent': phone })
  expect(response.status).toBe(200)
  return browser
}

const sessionsOf = async (person: Pick<Person, 'call'>) =>
  (await (await person.call('GET', '/api/v1/me/sessions')).json()) as Session[]

test('a session that was ended here ends on the other node, with its live streams', async () => {
  const person = await createPerson(site.url, 'creator')
  const elsewhere = await signInElsewhere(person)
  const own = await openEventStream(person, '/api/v1/me/notifications/live')
  const streams = [
    await openEventStream(elsewhere, '/api/v1/me/notifications/live'),
    await openEventStream(elsewhere, '/api/v1/me/episodes/live'),
    await openEventStream(elsewhere, '/api/v1/me/analytics/live'),
  ]
  const sessions = await sessionsOf(person)
  expect(sessions).toEqual([
    expect.objectContaining({ current: true, device: 'Unknown device' }),
    expect.objectContaining({ current: false, device: 'Safari on iPhone' }),
  ])
  expect((await person.call('DELETE', `/api/v1/me/sessions/${sessions[1]!.id}`)).status).toBe(204)
  await Promise.all(streams.map(({ ended }) => ended))
  expect((await elsewhere.call('GET', '/api/v1/me/sessions')).status).toBe(401)
  expect(await sessionsOf(person)).toMatchObject([{ current: true }])
  own.close()
})

test.each([
  ['ending all others', (person: Person) => person.call('DELETE', '/api/v1/me/sessions')],
  [
    'a new password',
    ({ call, password }: Person) =>
      call('PUT', '/api/v1/me/password', { currentPassword: password, newPassword: 'another password' }),
  ],
  ['deleting the account', ({ call, password }: Person) => call('DELETE', '/api/v1/me', { password })],
  ['erasing it', ({ call, password }: Person) => call('DELETE', '/api/v1/me', { password, now: true })],
])('%s ends the live streams of other browsers', async (_, act) => {
  const person = await createPerson(site.url, 'viewer')
  const elsewhere = await signInElsewhere(person)
  const stream = await openEventStream(elsewhere, '/api/v1/me/notifications/live')
  expect((await act(person)).ok).toBe(true)
  await stream.ended
  expect((await elsewhere.call('GET', '/api/v1/me/sessions')).status).toBe(401)
})

test('the form of Settings ends one session, then the rest', async () => {
  const person = await createPerson(site.url, 'viewer')
  const browsers = [await signInElsewhere(person), await signInElsewhere(person), await signInElsewhere(person)]
  const others = (await sessionsOf(person)).filter(({ current }) => !current)
  const press = async (end: string) => {
    const form = new FormData()
    form.append('section', 'sessions')
    form.append('end', end)
    return await person.call('POST', '/settings/security', form)
  }
  const page = await (await person.call('GET', '/settings/security')).text()
  expect(page).toContain('Where you are logged in')
  expect(page).toContain('Safari on iPhone')
  expect((await press(others[0]!.id)).headers.get('location')).toBe('/settings/security?saved=session-ended#sessions')
  expect(await sessionsOf(person)).toHaveLength(3)
  const again = await press(others[0]!.id)
  expect([again.status, await again.text()]).toEqual([404, expect.stringContaining('This session has already ended.')])
  expect((await press('others')).headers.get('location')).toBe('/settings/security?saved=others-ended#sessions')
  const statuses = await Promise.all(
    browsers.map(async ({ call }) => (await call('GET', '/api/v1/me/sessions')).status),
  )
  expect(statuses).toEqual([401, 401, 401])
})
