import { afterAll, beforeAll, expect, test } from 'vitest'
import { queryDatabase } from '#tests/support/data/query-database.server.ts'
import { createPerson, createStranger, type Person } from '#tests/support/http/person.ts'
import { totpOf } from '#tests/support/http/totp.ts'
import { createTestHoshi, type TestHoshi } from '#tests/support/worlds/test-hoshi.ts'

let site: TestHoshi

beforeAll(async () => {
  site = await createTestHoshi()
})
afterAll(() => site?.close())

function post(person: Pick<Person, 'call'>, path: string, fields: Record<string, string>): Promise<Response> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  return person.call('POST', path, form)
}

const settings = (person: Pick<Person, 'call'>, fields: Record<string, string>) =>
  post(person, '/settings/security', { section: 'two-step', ...fields })
/** The secret in the page of a set-up. */
const uriIn = (page: string) => /name="uri" value="([^"]+)"/.exec(page)![1]!.replaceAll('&amp;', '&')
const statusOf = async (person: Pick<Person, 'call'>) => (await person.call('GET', '/api/v1/me/sessions')).status

test('the forms turn it on, ask for a code at the login, and turn it off', async () => {
  const person = await createPerson(site.url, 'viewer')
  const { email, password } = person
  const setUp = await (await settings(person, { do: 'set-up', password })).text()
  const uri = uriIn(setUp)
  expect(setUp).toContain('aria-label="QR code for your authenticator app"')
  const wrong = await settings(person, { do: 'turn-on', uri, code: '000000' })
  const wrongText = await wrong.text()
  expect(wrong.status).toBe(401)
  expect(wrongText).toContain('This code is not valid.')
  expect(wrongText).toContain('aria-label="QR code for your authenticator app"')
  const on = await settings(person, { do: 'turn-on', uri, code: totpOf(uri) })
  const codes = [...(await on.text()).matchAll(/<b>([2-9A-Z]{4}-[2-9A-Z]{4})<\/b>/g)].map(([, code]) => code!)
  expect([on.status, codes.length]).toEqual([200, 8])
  const later = await (await person.call('GET', '/settings/security')).text()
  expect(codes.filter((code) => later.includes(code))).toEqual([])
  expect(later).toContain('••••-••••')

  const browser = createStranger(site.url)
  const entered = await post(browser, '/login', { email, password, next: '/library' })
  expect(entered.headers.get('location')).toBe('/login/code?next=%2Flibrary')
  expect((await browser.call('GET', '/login/code?next=%2Flibrary')).status).toBe(200)
  const refused = await post(browser, '/login/code', { code: '000000' })
  expect([refused.status, await refused.text()]).toEqual([401, expect.stringContaining('This code is not valid.')])
  expect(await statusOf(browser)).toBe(401)
  const finished = await post(browser, '/login/code', { code: codes[0]!, next: '/library' })
  expect(finished.headers.get('location')).toBe('/library')
  expect(await statusOf(browser)).toBe(200)

  const off = await settings(browser, { do: 'turn-off', password })
  expect(off.headers.get('location')).toBe('/settings/security?saved=two-step-off#two-step')
  expect((await post(createStranger(site.url), '/login', { email, password })).headers.get('location')).toBe('/explore')
})

test('a suspended account still signs in with a code, and turns two-step codes off', async () => {
  const person = await createPerson(site.url, 'viewer')
  const { email, password } = person
  const setUp = await (await settings(person, { do: 'set-up', password })).text()
  const uri = uriIn(setUp)
  await settings(person, { do: 'turn-on', uri, code: totpOf(uri) })
  const suspend = `update users set suspended_until = now() + interval '1 day', suspension_reason = 'spam' where id = $1`
  await queryDatabase(site.connectionString, suspend, [person.account.uid])
  const browser = createStranger(site.url)
  await post(browser, '/login', { email, password })
  expect((await post(browser, '/login/code', { code: totpOf(uri, 1) })).status).toBe(302)
  expect((await post(browser, '/settings', { section: 'profile', username: 'x' })).status).toBe(403)
  expect((await post(browser, '/settings/security', { section: 'recovery', password })).status).toBe(200)
  const off = await settings(browser, { do: 'turn-off', password })
  expect(off.headers.get('location')).toBe('/settings/security?saved=two-step-off#two-step')
})

test('the page of the second step leads to the login where no sign-in waits', async () => {
  const stranger = createStranger(site.url)
  expect((await stranger.call('GET', '/login/code')).headers.get('location')).toBe('/login')
  const late = await post(stranger, '/login/code', { code: '123456' })
  expect([late.status, await late.text()]).toEqual([401, expect.stringContaining('Too much time has passed.')])
})

test('over the API a sign-in waits for its code; turning it off and new recovery codes want a recent sign-in', async () => {
  const person = await createPerson(site.url, 'viewer')
  const { email, password } = person
  const auth = (who: Pick<Person, 'call'>, path: string, body: object) => who.call('POST', `/api/auth${path}`, body)
  const enabled = (await (await auth(person, '/two-factor/enable', { password })).json()) as { totpURI: string }
  expect((await auth(person, '/two-factor/verify-totp', { code: totpOf(enabled.totpURI) })).status).toBe(200)
  const browser = createStranger(site.url)
  expect(await (await auth(browser, '/sign-in/email', { email, password })).json()).toEqual({
    twoFactorRedirect: true,
    twoFactorMethods: ['totp'],
  })
  expect(await statusOf(browser)).toBe(401)
  const code = totpOf(enabled.totpURI, 1)
  const verified = await auth(browser, '/two-factor/verify-totp', { code })
  expect(await verified.json()).toMatchObject({ user: { email, twoFactorEnabled: true } })
  expect(await statusOf(browser)).toBe(200)
  const trusting = await auth(browser, '/two-factor/verify-totp', { code, trustDevice: true })
  expect([trusting.status, await trusting.json()]).toEqual([422, expect.objectContaining({ field: 'trustDevice' })])

  const age = `update sessions set signed_in_at = now() - interval '1 hour' where user_id = $1`
  await queryDatabase(site.connectionString, age, [person.account.uid])
  for (const path of ['/two-factor/disable', '/two-factor/generate-backup-codes']) {
    const refused = await auth(browser, path, { password })
    expect([refused.status, await refused.json()], path).toEqual([
      403,
      expect.objectContaining({ code: 'identity.sign_in_again' }),
    ])
  }
})
