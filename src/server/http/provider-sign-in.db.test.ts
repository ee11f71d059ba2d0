import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createStaff } from '#tests/support/data/staff.ts'
import type { Misbehaviour } from '#tests/support/http/oidc-provider.ts'
import { createPerson, createStranger } from '#tests/support/http/person.ts'
import { eventually } from '#tests/support/run/eventually.ts'
import {
  accountOf,
  createProviderSite,
  locationOf,
  type ProviderSite,
  postForm,
} from '#tests/support/worlds/provider-visits.server.ts'
import { createTestHoshi, type TestHoshi } from '#tests/support/worlds/test-hoshi.ts'

let site: ProviderSite

beforeAll(async () => {
  site = await createProviderSite()
})
afterEach(() => {
  site.provider.misbehaviour = {}
})
afterAll(() => site?.close())

describe('somebody new', () => {
  test('gets the account of a viewer, with the address that the provider has confirmed, and comes home', async () => {
    const { email, sub } = site.newPerson()
    const browser = createStranger(site.url)
    const response = await site.signIn(browser)
    expect([response.status, locationOf(response)]).toEqual([302, '/login'])
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(locationOf(await browser.call('GET', '/login'))).toBe('/explore')
    expect(await accountOf(browser)).toMatchObject({ email, emailVerified: true, role: 'viewer', isCreator: false })
    const sessions = (await (await browser.call('GET', '/api/v1/me/sessions')).json()) as object[]
    expect(sessions).toMatchObject([{ current: true, device: 'Unknown device' }])
    const statement = 'select c::text as row from credentials c where account_id = $1'
    const stored = await site.rowsOf<{ row: string }>(statement, sub)
    expect(stored).toHaveLength(1)
    expect(site.provider.secrets.filter((secret) => stored[0]!.row.includes(secret))).toEqual([])
  })

  test('is the same account the next time, whatever address the provider names then', async () => {
    const { sub, email } = site.newPerson()
    const [first, second] = [createStranger(site.url), createStranger(site.url)]
    await site.signIn(first)
    site.provider.person = { sub, email: 'married@studio.example' }
    await site.signIn(second)
    const account = await accountOf(first)
    expect(account).toMatchObject({ email })
    expect(await accountOf(second)).toMatchObject({ id: account!.id, email })
  })

  test('returns to the page that was asked for, on this site only', async () => {
    site.newPerson()
    const asked = { provider: 'oidc', callbackURL: '/library?tab=later' }
    expect(locationOf(await site.signIn(createStranger(site.url), asked))).toBe('/library?tab=later')
    const japanese = { provider: 'oidc', callbackURL: '/library?tab=星' }
    expect(locationOf(await site.signIn(createStranger(site.url), japanese))).toBe('/library?tab=%E6%98%9F')
    for (const callbackURL of ['https://evil.example', '//evil.example', '/\\evil.example', '/%2Fevil.example', '']) {
      const body = { provider: 'oidc', callbackURL }
      const refused = await createStranger(site.url).call('POST', '/api/auth/sign-in/social', body)
      expect(await refused.json(), callbackURL).toMatchObject({ status: 422, field: 'callbackURL' })
    }
  })

  test('is asked by the form of a page without scripts, which leads to the provider', async () => {
    site.newPerson()
    const browser = createStranger(site.url)
    for (const path of ['/login?next=/library', '/signup']) {
      const page = await browser.call('GET', path)
      expect(await page.text(), path).toContain('Continue with Studio ID')
      const policy = page.headers.get('content-security-policy')
      expect(policy, path).toContain(`form-action 'self' ${site.provider.issuer};`)
    }
    const started = await postForm(browser, '/login/provider', { next: '/library' })
    expect([started.status, locationOf(started)?.split('?')[0]]).toEqual([302, `${site.provider.issuer}/authorize`])
    expect(started.headers.getSetCookie().join()).toMatch(/hoshi_provider=\S+.*HttpOnly/i)
    expect(locationOf(await browser.call('GET', await site.provider.authorize(locationOf(started)!)))).toBe('/library')
    const elsewhere = await postForm(createStranger(site.url), '/login/provider', { next: '//evil.example' })
    expect(locationOf(elsewhere)).toContain(site.provider.issuer)
  })

  test('sets the first password by a mailed link, and then has two ways in', async () => {
    const { email } = site.newPerson()
    const browser = createStranger(site.url)
    await site.signIn(browser)
    expect(await (await browser.call('GET', '/settings/security')).text()).toContain(
      'Your account has no password yet.',
    )
    const alone = await postForm(browser, '/settings/security', { section: 'provider', do: 'unlink' })
    expect(alone.status).toBe(409)
    expect(await alone.text()).toContain('This is your only way to log in.')
    await browser.call('POST', '/api/auth/request-password-reset', { email })
    const mail = await eventually('the link is mailed', () => site.mails.find(({ to }) => to === email))
    const token = /token=([\w-]+)/.exec(mail.text)![1]!
    const password = 'a first password'
    const reset = await browser.call('POST', '/api/auth/reset-password', { token, newPassword: password })
    expect(reset.status).toBe(200)
    const signedIn = await browser.call('POST', '/api/auth/sign-in/email', { email, password })
    expect(signedIn.status).toBe(200)
    const unlinked = await postForm(browser, '/settings/security', { section: 'provider', do: 'unlink' })
    expect(locationOf(unlinked)).toBe('/settings/security?saved=provider-unlinked#provider')
    const missing = await postForm(browser, '/settings/security', { section: 'provider', do: 'unlink' })
    expect(missing.status).toBe(404)
    expect(await missing.text()).toContain('Your account is not linked.')
  })
})

test('an address comes from userinfo where the identity token has none', async () => {
  const { email } = site.newPerson()
  site.provider.misbehaviour = { claims: ({ email: _, email_verified: __, ...claims }) => claims }
  const browser = createStranger(site.url)
  await site.signIn(browser)
  expect(await accountOf(browser)).toMatchObject({ email, emailVerified: true })
})

test('another provider than the one that is set does not exist', async () => {
  const refused = await createStranger(site.url).call('POST', '/api/auth/sign-in/social', { provider: 'google' })
  expect(await refused.json()).toMatchObject({ status: 422, code: 'request.invalid', field: 'provider' })
})

describe('other sites', () => {
  let other: TestHoshi | undefined
  afterEach(async () => {
    await other?.close()
    other = undefined
  })

  async function createOther(more: Record<string, string>): Promise<TestHoshi> {
    const environment = (url: string) => ({ PUBLIC_URL: url, ...site.provider.settings, ...more })
    other = await createTestHoshi({ worksJobs: true, environment })
    return other
  }

  test.each<[string, Misbehaviour]>([
    ['names another issuer', { metadata: (metadata) => ({ ...metadata, issuer: 'https://other.example' }) }],
    ['has no keys', { metadata: ({ jwks_uri: _, ...metadata }) => metadata }],
    ['wants secrets without https', { metadata: (all) => ({ ...all, token_endpoint: 'http://id.example/token' }) }],
  ])('serve everything else while the provider %s, and sign in by it later', async (_, misbehaviour) => {
    site.provider.misbehaviour = misbehaviour
    const { url } = await createOther({})
    const person = await createPerson(url, 'viewer')
    expect((await person.call('GET', '/settings')).status).toBe(200)
    const refused = await createStranger(url).call('POST', '/api/auth/sign-in/social', { provider: 'oidc' })
    expect(await refused.json()).toMatchObject({ status: 503, code: 'identity.provider_unavailable' })
    expect(locationOf(await postForm(createStranger(url), '/login/provider', { next: '/library' }))).toBe(
      '/login?refused=identity.provider_unavailable&next=%2Flibrary',
    )
    site.provider.misbehaviour = {}
    site.newPerson()
    const browser = createStranger(url)
    expect(locationOf(await site.signIn(browser))).toBe('/login')
  })

  test.each([
    [
      'invite',
      'identity.invitation_required',
      'You need an invitation to sign up. Please sign up with your invitation code',
    ],
    ['closed', 'identity.sign_up_closed', 'Sign-ups are closed for now.'],
  ] as const)(
    'let nobody new in by the provider while sign-ups are %s, and those who are linked',
    async (mode, code, words) => {
      const { url, hoshi, connectionString } = await createOther({})
      const linked = site.newPerson()
      await site.signIn(createStranger(url))
      const admin = await createStaff({ url, connectionString }, 'admin')
      expect((await admin.call('PATCH', '/api/v1/admin/settings', { signUp: mode })).status).toBe(200)
      await expect.poll(() => hoshi.rooms.identity.signUpMode()).toBe(mode)
      expect(await (await createStranger(url).call('GET', '/signup')).text()).not.toContain('Continue with')
      const browser = createStranger(url)
      site.newPerson()
      const refused = await site.signIn(browser)
      expect(locationOf(refused)).toBe(`/login?refused=${code}`)
      expect(await (await browser.call('GET', locationOf(refused)!)).text()).toContain(words)
      expect(await accountOf(browser)).toBeUndefined()
      site.provider.person = { ...linked, email_verified: true }
      await site.signIn(browser)
      expect(await accountOf(browser)).toMatchObject({ email: linked.email })
    },
  )

  test('mail the link that confirms an address, where that is required and the provider has not done it', async () => {
    const { url, mails } = await createOther({ REQUIRE_VERIFIED_MAIL: 'on' })
    const { email, sub } = site.newPerson()
    site.provider.person = { sub, email }
    const browser = createStranger(url)
    await site.signIn(browser)
    expect(await accountOf(browser)).toMatchObject({ emailVerified: false })
    const mail = await eventually('the link is mailed', () => mails.find(({ to }) => to === email))
    expect(mail.text).toContain(`${url}/verify-email?token=`)
  })
})
