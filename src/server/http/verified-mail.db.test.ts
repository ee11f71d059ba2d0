import { afterAll, beforeAll, expect, test } from 'vitest'
import { publishEpisode } from '#tests/support/data/ready-video.server.ts'
import { writesOfAccount, writesOpenTo } from '#tests/support/http/account-writes.ts'
import { createPerson, createStranger, type Person } from '#tests/support/http/person.ts'
import { eventually } from '#tests/support/run/eventually.ts'
import { createTestHoshi, type TestHoshi } from '#tests/support/worlds/test-hoshi.ts'

let site: TestHoshi
/** Has opened the link. */
let creator: Person
let unverified: Person
let episodeId: string

const SENTENCE = 'Please confirm your email address first. Open the link we sent you, or request a new one in Settings.'

beforeAll(async () => {
  site = await createTestHoshi({ worksJobs: true, environment: { REQUIRE_VERIFIED_MAIL: 'on' } })
  creator = await createPerson(site.url, 'creator', 'Aya')
  await createStranger(site.url).call('GET', await linkTo(creator))
  episodeId = (await publishEpisode(site, creator)).id
  unverified = await createPerson(site.url, 'creator', 'Rin')
})
afterAll(() => site?.close())

/** The mailed path, once the mail was sent. */
async function linkTo({ email }: Person): Promise<string> {
  const { text } = await eventually('the link is mailed', () => site.mails.findLast(({ to }) => to === email))
  const { pathname, search } = new URL(/http\S+/.exec(text)![0])
  return pathname + search
}

function post(path: string, fields: Record<string, string>, person: Person = unverified): Promise<Response> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return person.call('POST', path, form)
}

test('every write of an account is refused before its body is read, but those of the account itself', async () => {
  const refusal = { code: 'identity.mail_not_verified', detail: SENTENCE }
  expect(await writesOpenTo(site.url, unverified, refusal)).toEqual(writesOfAccount)
})

test('reading, watching and signing in work', async () => {
  expect((await unverified.call('GET', '/api/v1/me/episodes')).status).toBe(200)
  const view = { kind: 'watch', visitId: 'one' }
  expect((await unverified.call('POST', `/api/v1/episodes/${episodeId}/views`, view)).status).toBe(200)
})

test('forms of pages are refused with the same sentence, with scripts too', async () => {
  const comment = { intent: 'write', text: 'Lovely' }
  for (const path of [`/watch/${episodeId}`, `/watch/${episodeId}.data`, `/creator/${creator.account.uid}/follow`]) {
    const response = await post(path, comment)
    expect(response.status, path).toBe(403)
    expect(await response.text(), path).toContain(SENTENCE)
  }
  const settings = await post('/settings', { section: 'profile', username: 'Rina', bio: 'Typed.', patreonUrl: '' })
  expect(settings.status).toBe(403)
  const page = await settings.text()
  expect(page).toContain(SENTENCE)
  expect(page).toContain('Typed.')
  expect((await post('/settings/data', { section: 'export' })).status).toBe(302)
})

test('dashboard and settings tell of the link, and send it again', async () => {
  const { email } = unverified
  for (const path of ['/dashboard', '/settings/security']) {
    const page = await (await unverified.call('GET', path)).text()
    expect(page, path).toContain('Resend Link')
    expect(page, path).toContain(`<b>${email}</b>`)
    expect(await (await creator.call('GET', path)).text(), path).not.toContain('Resend Link')
  }
  await linkTo(unverified)
  const before = site.mails.length
  const sent = await post('/settings/security', { section: 'verify' })
  expect([sent.status, sent.headers.get('location')]).toEqual([302, '/settings/security?saved=verify#verify'])
  await expect.poll(() => site.mails.length).toBe(before + 1)
})

test('the link opens the account, as a page and as a call; a wrong one says so', async () => {
  const wrong = await createStranger(site.url).call('GET', '/verify-email?token=wrong')
  expect(wrong.status).toBe(422)
  expect(await wrong.text()).toContain('This link is incomplete or more than 24 hours old.')
  const call = async (query: string) => {
    const response = await createStranger(site.url).call('GET', `/api/auth/verify-email${query}`)
    return [response.status, await response.json()]
  }
  const invalid = { code: 'identity.verification_link_invalid', field: 'token' }
  expect(await call('?token=wrong')).toMatchObject([422, invalid])
  expect(await call('')).toMatchObject([422, { code: 'request.invalid', field: 'token' }])
  const link = await linkTo(unverified)
  const query = new URL(link, site.url).search
  const elsewhere = await call(`${query}&callbackURL=https%3A%2F%2Fevil.example`)
  expect(elsewhere).toMatchObject([422, { code: 'request.invalid', field: 'callbackURL' }])
  expect((await unverified.call('PUT', `/api/v1/episodes/${episodeId}/like`)).status).toBe(403)

  expect(await call(query)).toEqual([200, { status: true, user: null }])
  expect((await unverified.call('PUT', `/api/v1/episodes/${episodeId}/like`)).status).toBe(200)
  const page = await unverified.call('GET', link)
  expect([page.status, page.headers.get('set-cookie')]).toEqual([200, null])
  expect(await page.text()).toContain('Your address is confirmed')
})
