import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { UNTIL_LIFTED } from '#identity/account.ts'
import { queryDatabase } from '#tests/support/data/query-database.server.ts'
import { publishEpisode } from '#tests/support/data/ready-video.server.ts'
import { writesOfAccount, writesOpenTo } from '#tests/support/http/account-writes.ts'
import { openEventStream } from '#tests/support/http/event-stream.ts'
import { createPerson, type Person } from '#tests/support/http/person.ts'
import { createUpload, someBytes } from '#tests/support/http/tus.ts'
import { createTestHoshi, type TestHoshi } from '#tests/support/worlds/test-hoshi.ts'

let site: TestHoshi
/** Another process on the same database. */
let node: TestHoshi
let creator: Person

beforeAll(async () => {
  site = await createTestHoshi()
  node = await createTestHoshi({ beside: site })
})
afterAll(async () => {
  await node?.close()
  await site?.close()
})

beforeEach(async () => {
  creator = await createPerson(site.url, 'creator')
})

const reason = 'Harassment in comments, after two warnings.'
const until = new Date('2099-07-17T12:00:00Z')
const sentence = `Your account is suspended until Jul 17, 2099. The reason: “${reason}”`

function suspend(person: Person, end = until): Promise<unknown> {
  return node.hoshi.rooms.administration.accounts.change('console', person.account.uid, { suspendedUntil: end, reason })
}

async function signIn({ email, password, call }: Person): Promise<void> {
  expect((await call('POST', '/api/auth/sign-in/email', { email, password })).status).toBe(200)
}

function post(person: Person, path: string, fields: Record<string, string>): Promise<Response> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  return person.call('POST', path, form)
}

test('ends every session on every node, with its streams', async () => {
  const stream = await openEventStream(creator, '/api/v1/me/notifications/live')
  await suspend(creator)
  await stream.ended
  expect((await creator.call('GET', '/api/v1/me/episodes')).status).toBe(401)
})

test('leaves signing in, reading, exporting, the own account, and what needs none', async () => {
  await suspend(creator)
  await signIn(creator)
  for (const path of [
    '/',
    '/explore',
    '/settings',
    '/dashboard',
    '/library',
    '/api/v1/me/episodes',
    '/api/v1/me/sessions',
  ])
    expect([path, (await creator.call('GET', path)).status]).toEqual([path, 200])
  expect((await creator.call('POST', '/api/v1/me/export')).status).toBe(202)
  const { password } = creator
  const changed = await creator.call('PUT', '/api/v1/me/password', { currentPassword: password, newPassword: password })
  expect(changed.status).toBe(204)
  expect((await creator.call('DELETE', '/api/v1/me/sessions')).status).toBe(204)
  const email = `moved-${creator.email}`
  expect((await creator.call('PUT', '/api/v1/me/email', { email, password })).status).toBe(202)
  expect((await post(creator, '/settings/data', { section: 'export' })).status).toBe(302)
  expect((await post(creator, '/logout', {})).status).toBe(302)
  await signIn(creator)
  expect((await creator.call('DELETE', '/api/v1/me', { password })).status).toBe(202)
})

test('leaves what needs no account to its forms too: to report, and to see an adult episode', async () => {
  const { id } = await publishEpisode(site, await createPerson(site.url, 'creator'), { title: 'Rain', nsfw: true })
  await suspend(creator)
  await signIn(creator)
  const report = { reason: 'spam', details: 'The same film again.', at: '', email: '' }
  const page = `/report?kind=episode&id=${id}`
  const sent = await post(creator, page, { ...report, intent: 'send' })
  expect([sent.status, sent.headers.get('location')]).toEqual([302, expect.stringContaining('sent=')])
  const [own] = ((await (await creator.call('GET', '/api/v1/me/reports')).json()) as { reports: { id: string }[] })
    .reports
  for (const intent of ['add', 'withdraw']) {
    const changed = await post(creator, page, { ...report, intent, report: own!.id })
    expect([changed.status, await changed.text()]).toEqual([403, expect.stringContaining(sentence)])
  }
  for (const intent of ['show nsfw', 'always show nsfw'])
    expect([intent, (await post(creator, `/watch/${id}`, { intent })).status]).toEqual([intent, 302])
})

test('refuses every other write of an account before its body is read, with the end and the words', async () => {
  await suspend(creator)
  await signIn(creator)
  const refusal = { code: 'identity.suspended', detail: sentence }
  expect(await writesOpenTo(site.url, creator, refusal)).toEqual(writesOfAccount)
})

test.each([
  ['/upload', { title: 'Snow' }],
  ['/library', { intent: 'pause history' }],
  ['/settings', { section: 'profile', username: 'Another' }],
  ['/settings/notifications', { section: 'notifications', digest: 'off' }],
  ['/dashboard', { intent: 'delete' }],
  ['/watch/any', { intent: 'like' }],
  ['/watch/any', { intent: 'write', text: 'Still here.' }],
])('refuses the form of %s (%j), with the end and the words', async (path, fields) => {
  await suspend(creator)
  await signIn(creator)
  const response = await post(creator, path, fields)
  expect([response.status, await response.text()]).toEqual([403, expect.stringContaining(sentence)])
})

test('is told on every page, until when and why', async () => {
  await suspend(creator, UNTIL_LIFTED)
  await signIn(creator)
  for (const path of ['/', '/explore', '/settings', '/about']) {
    const page = await (await creator.call('GET', path)).text()
    expect(page).toContain(`Your account is suspended until it is lifted. The reason: “${reason}”`)
  }
})

test('ends open upload addresses, and opens no others', async () => {
  const bytes = someBytes(1000)
  const { uploadURL, uid } = await createUpload(creator, bytes.length)
  const tus = { 'Tus-Resumable': '1.0.0' }
  expect((await creator.call('HEAD', uploadURL, undefined, tus)).status).toBe(200)
  await suspend(creator)
  const piece = { ...tus, 'Upload-Offset': '0', 'Content-Type': 'application/offset+octet-stream' }
  expect((await creator.call('PATCH', uploadURL, new Uint8Array(bytes), piece)).status).toBe(404)
  await site.hoshi.rooms.administration.accounts.change('console', creator.account.uid, { suspendedUntil: null })
  await signIn(creator)
  expect((await creator.call('HEAD', uploadURL, undefined, tus)).status).toBe(404)
  expect((await creator.call('GET', `/api/v1/videos/${uid}`)).status).toBe(404)
  await createUpload(creator, 1000)
})

test('ends at its date, and when it is lifted', async () => {
  await suspend(creator)
  await signIn(creator)
  const like = () => creator.call('PUT', '/api/v1/episodes/any/like')
  expect((await like()).status).toBe(403)
  const end = 'update users set suspended_until = now() where id = $1'
  await queryDatabase(site.connectionString, end, [creator.account.uid])
  await expect.poll(async () => (await like()).status).toBe(404)
  await suspend(creator)
  await signIn(creator)
  expect((await like()).status).toBe(403)
  await site.hoshi.rooms.administration.accounts.change('console', creator.account.uid, { suspendedUntil: null })
  expect((await like()).status).toBe(404)
})
