import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createPerson, createStranger } from '#tests/support/http/person.ts'
import { totpOf } from '#tests/support/http/totp.ts'
import {
  accountOf,
  createProviderSite,
  locationOf,
  type ProviderSite,
  postForm,
} from '#tests/support/worlds/provider-visits.server.ts'

let site: ProviderSite

beforeAll(async () => {
  site = await createProviderSite()
})
afterAll(() => site?.close())

describe('an account with a password', () => {
  test('is not linked because of its address: the page says how its owner links it', async () => {
    const person = await createPerson(site.url, 'viewer')
    const { sub } = site.newPerson(person.email.toUpperCase())
    const browser = createStranger(site.url)
    const response = await site.signIn(browser)
    expect(locationOf(response)).toBe('/login?refused=identity.provider_address_taken')
    expect(await (await browser.call('GET', locationOf(response)!)).text()).toContain(
      'An account with this email address already exists. Please log in with its password, then link it in Settings.',
    )
    expect(await accountOf(browser)).toBeUndefined()
    expect(await site.rowsOf('select from credentials where account_id = $1', sub)).toEqual([])
  })

  test('is linked in Settings, whatever its address, and unlinked again', async () => {
    const person = await createPerson(site.url, 'viewer')
    site.newPerson()
    expect(locationOf(await site.link(person))).toBe('/settings/security?saved=provider-linked#provider')
    expect(await (await person.call('GET', '/settings/security')).text()).toContain('Your account is linked.')
    const browser = createStranger(site.url)
    await site.signIn(browser)
    expect(await accountOf(browser)).toMatchObject({ id: person.account.uid, email: person.email })
    const again = await postForm(person, '/settings/security', { section: 'provider', do: 'link' })
    expect(again.status).toBe(409)
    await postForm(person, '/settings/security', { section: 'provider', do: 'unlink' })
    const other = createStranger(site.url)
    await site.signIn(other)
    expect((await accountOf(other))?.id).not.toBe(person.account.uid)
  })

  test('is linked to nobody who has an account here', async () => {
    site.newPerson()
    await site.signIn(createStranger(site.url))
    const person = await createPerson(site.url, 'viewer')
    const response = await site.link(person)
    expect(locationOf(response)).toBe('/settings/security?refused=identity.provider_linked#provider')
    expect(await (await person.call('GET', '/settings/security?refused=identity.provider_linked')).text()).toContain(
      'This login is already linked to an account. Please unlink it from that account first.',
    )
  })

  test('wants a recent sign-in before a link, and before its end', async () => {
    const person = await createPerson(site.url, 'viewer')
    const age = `update sessions set signed_in_at = now() - interval '1 hour' where user_id = $1`
    await site.rowsOf(age, person.account.uid)
    for (const act of ['link', 'unlink'])
      expect(locationOf(await postForm(person, '/settings/security', { section: 'provider', do: act })), act).toBe(
        '/sign-in-again?next=%2Fsettings%2Fsecurity%23provider',
      )
  })

  test('is not linked by somebody who has signed in here since', async () => {
    const first = await createPerson(site.url, 'viewer')
    const second = await createPerson(site.url, 'viewer')
    site.newPerson()
    const started = await postForm(first, '/settings/security', { section: 'provider', do: 'link' })
    const back = await site.provider.authorize(locationOf(started)!)
    const { email, password } = second
    await first.call('POST', '/api/auth/sign-in/email', { email, password })
    expect(locationOf(await first.call('GET', back))).toBe(
      '/settings/security?refused=identity.provider_refused#provider',
    )
    const ids = [first.account.uid, second.account.uid]
    const linked = `select from credentials where provider_id = 'oidc' and user_id = any($1)`
    expect(await site.rowsOf(linked, ids)).toEqual([])
  })

  test('with two-step codes is asked for one here too', async () => {
    const person = await createPerson(site.url, 'viewer')
    site.newPerson()
    await site.link(person)
    const enabled = await person.call('POST', '/api/auth/two-factor/enable', { password: person.password })
    const { totpURI } = (await enabled.json()) as { totpURI: string }
    await person.call('POST', '/api/auth/two-factor/verify-totp', { code: totpOf(totpURI) })
    const browser = createStranger(site.url)
    const response = await site.signIn(browser, { provider: 'oidc', callbackURL: '/library' })
    expect(locationOf(response)).toBe('/login/code?next=%2Flibrary')
    expect(await accountOf(browser)).toBeUndefined()
    const finished = await postForm(browser, '/login/code', { code: totpOf(totpURI, 1), next: '/library' })
    expect(locationOf(finished)).toBe('/library')
    expect(await accountOf(browser)).toMatchObject({ id: person.account.uid })
  })

  test('that is going to be erased is restored, and Settings say so', async () => {
    const person = await createPerson(site.url, 'viewer')
    site.newPerson()
    await site.link(person)
    expect((await person.call('DELETE', '/api/v1/me', { password: person.password })).ok).toBe(true)
    const browser = createStranger(site.url)
    const response = await site.signIn(browser, { provider: 'oidc', callbackURL: '/library' })
    expect(locationOf(response)).toBe('/settings/data?saved=restored#delete')
    expect(await (await browser.call('GET', '/settings/data?saved=restored')).text()).toContain('Welcome back.')
    expect(await site.rowsOf('select from users where id = $1 and erase_at is null', person.account.uid)).toHaveLength(
      1,
    )
  })

  test('that is suspended signs in, and proves again to be there when the sign-in is old', async () => {
    const person = await createPerson(site.url, 'viewer')
    site.newPerson()
    await site.link(person)
    const suspend = `update users set suspended_until = now() + interval '1 day', suspension_reason = 'Spam' where id = $1`
    await site.rowsOf(suspend, person.account.uid)
    const browser = createStranger(site.url)
    await site.signIn(browser)
    expect(await accountOf(browser)).toMatchObject({ id: person.account.uid })
    await site.rowsOf(`update sessions set signed_in_at = '-infinity' where user_id = $1`, person.account.uid)
    const page = await browser.call('GET', '/sign-in-again?next=%2Fsettings%2Fsecurity%23provider')
    expect(await page.text()).toContain('Continue with Studio ID')
    const started = await postForm(browser, '/login/provider', { next: '/settings/security#provider' })
    expect(new URL(locationOf(started)!).searchParams.get('prompt')).toBe('login')
    const back = await browser.call('GET', await site.provider.authorize(locationOf(started)!))
    expect(locationOf(back)).toBe('/settings/security#provider')
    const unlinked = await postForm(browser, '/settings/security', { section: 'provider', do: 'unlink' })
    expect(locationOf(unlinked)).toBe('/settings/security?saved=provider-unlinked#provider')
  })
})
