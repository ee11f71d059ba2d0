import { inspect } from 'node:util'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Misbehaviour } from '#tests/support/http/oidc-provider.ts'
import { createStranger } from '#tests/support/http/person.ts'
import {
  accountOf,
  createProviderSite,
  locationOf,
  type ProviderSite,
} from '#tests/support/worlds/provider-visits.server.ts'

let site: ProviderSite

beforeAll(async () => {
  site = await createProviderSite()
})
afterEach(() => {
  site.provider.misbehaviour = {}
})
afterAll(() => site?.close())

describe('nothing is stored and nobody is signed in', () => {
  const countAll = async () => {
    const [counts] = await site.rowsOf<Record<string, number>>(
      `select (select count(*) from users) as users, (select count(*) from sessions) as sessions,
       (select count(*) from credentials) as credentials`,
    )
    return counts
  }

  const anotherIssuer = 'https://other.example'
  const cases: [what: string, misbehaviour: Misbehaviour][] = [
    ['the identity token is for another client', { claims: (claims) => ({ ...claims, aud: 'somebody-else' }) }],
    [
      'it is for several clients, and does not say that it was made for us',
      { claims: (claims) => ({ ...claims, aud: [claims.aud, 'somebody-else'] }) },
    ],
    ['it was made for another client', { claims: (claims) => ({ ...claims, azp: 'somebody-else' }) }],
    ['it is of another issuer', { claims: (claims) => ({ ...claims, iss: anotherIssuer }) }],
    ['it has another nonce', { claims: (claims) => ({ ...claims, nonce: 'another' }) }],
    ['it has no nonce', { claims: ({ nonce: _, ...claims }) => claims }],
    ['it is an hour old', { claims: (claims) => ({ ...claims, exp: Math.floor(Date.now() / 1000) - 3600 }) }],
    ['it has no end', { claims: ({ exp: _, ...claims }) => claims }],
    ['it names nobody', { claims: ({ sub: _, ...claims }) => claims }],
    ['another key has signed it', { hasForeignKey: true }],
    ['there is none', { hasNoIdentityToken: true }],
    [
      'userinfo is about somebody else',
      {
        claims: ({ email: _, ...claims }) => claims,
        userInfo: { sub: 'somebody-else', email: 'else@studio.example' },
      },
    ],
    ['the person has cancelled', { error: 'access_denied' }],
    ['the provider sends no code, and an error that is none', { error: '<script>' }],
    ['the code is refused', { tokenStatus: 400 }],
  ]

  test.each(cases)('when %s', async (_, misbehaviour) => {
    site.newPerson()
    const before = await countAll()
    site.provider.misbehaviour = misbehaviour
    const browser = createStranger(site.url)
    const response = await site.signIn(browser)
    expect(locationOf(response)).toBe('/login?refused=identity.provider_refused')
    expect(await (await browser.call('GET', locationOf(response)!)).text()).toContain(
      'Failed to login: The login service did not log you in. Nothing has changed. Please try again.',
    )
    expect(await countAll()).toEqual(before)
    expect(await accountOf(browser)).toBeUndefined()
  })

  test('when the address names another issuer, state or browser, or is opened twice', async () => {
    site.newPerson()
    const browser = createStranger(site.url)
    const before = await countAll()
    const refused = '/login?refused=identity.provider_refused'
    const back = async () => await site.provider.authorize(await site.start(browser))
    const changes: [name: string, value: string][] = [
      ['state', 'another'],
      ['state', '\0'],
      ['state', ''],
      ['iss', anotherIssuer],
      ['code', 'another'],
      ['code', ''],
    ]
    for (const [name, value] of changes) {
      const changed = new URL(await back(), site.url)
      changed.searchParams.set(name, value)
      const response = await browser.call('GET', changed.pathname + changed.search)
      expect([response.status, locationOf(response)], `${name} ${value}`).toEqual([302, refused])
    }
    expect(locationOf(await createStranger(site.url).call('GET', await back()))).toBe(refused)
    const stateless = '/api/auth/callback/oidc?error=x&error_description=Call'
    expect(locationOf(await browser.call('GET', stateless))).toBe(refused)
    expect(await countAll()).toEqual(before)
    const once = await back()
    expect(locationOf(await browser.call('GET', once))).toBe('/login')
    const after = await countAll()
    expect(locationOf(await browser.call('GET', once))).toBe(
      '/settings/security?refused=identity.provider_refused#provider',
    )
    expect(await countAll()).toEqual(after)
  })

  test('when the provider names no address that can be used, and says so', async () => {
    const before = await countAll()
    const addresses = [undefined, 'not an address', `${'x'.repeat(250)}@studio.example`]
    for (const [n, email] of addresses.entries()) {
      site.provider.person = { sub: `nameless-${n}`, ...(email === undefined ? {} : { email }) }
      const response = await site.signIn(createStranger(site.url))
      expect(locationOf(response), email).toBe('/login?refused=identity.provider_no_address')
      expect(await (await createStranger(site.url).call('GET', locationOf(response)!)).text()).toContain(
        'The login service did not provide an email address that can be used here.',
      )
    }
    expect(await countAll()).toEqual(before)
  })

  test('when the provider is down, before or after somebody was there', async () => {
    site.newPerson()
    const before = await countAll()
    const browser = createStranger(site.url)
    const back = await site.provider.authorize(await site.start(browser))
    site.provider.misbehaviour = { tokenStatus: 503 }
    const response = await browser.call('GET', back)
    expect(locationOf(response)).toBe('/login?refused=identity.provider_unavailable')
    expect(await (await browser.call('GET', locationOf(response)!)).text()).toContain(
      'The login service is not responding.',
    )
    expect(await countAll()).toEqual(before)
  })
})

test('nothing secret is in the log, and what went wrong is', () => {
  const text = inspect(site.entries, { depth: 12, maxArrayLength: null, maxStringLength: null })
  const secrets = [site.provider.clientSecret, ...site.provider.secrets]
  expect(secrets.length).toBeGreaterThan(20)
  expect(secrets.filter((secret) => text.includes(secret))).toEqual([])
  const failure = 'identity: nothing came of a sign-in by the provider'
  const failures = site.entries.filter(({ message }) => message === failure)
  expect(failures.map(({ details }) => details.reason)).toEqual(
    expect.arrayContaining(['access_denied', 'state_mismatch', 'unable_to_get_user_info', 'other']),
  )
  const faults = site.entries.filter(({ level, message }) => level === 'error' && message.startsWith('identity'))
  expect(faults).toEqual([])
})
