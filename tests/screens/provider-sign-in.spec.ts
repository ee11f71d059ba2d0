import { afterAll, afterEach, expect, test } from 'vitest'
import { axeViolations } from '#tests/support/browser/axe-violations.ts'
import { alertsOf } from '#tests/support/browser/forms.ts'
import { type OidcProvider, startOidcProvider } from '#tests/support/http/oidc-provider.ts'
import { createPerson } from '#tests/support/http/person.ts'
import { setUpApp } from '#tests/support/worlds/app-fixture.ts'

let provider: OidcProvider

const app = setUpApp(async () => {
  provider = await startOidcProvider()
  return { environment: (url) => ({ PUBLIC_URL: url, ...provider.settings }) }
})

afterEach(() => {
  provider.misbehaviour = {}
})
afterAll(() => provider.close())

/** The problems of a page that leads to the provider: requests to it are none. */
const unexpected = (errors: string[]) => errors.filter((text) => !text.includes(provider.issuer))

test.each([
  ['with scripts', true],
  ['without scripts', false],
])('somebody new signs up by the provider, %s, and comes back to the page that wanted it', async (_, hasScripts) => {
  const email = `screens-${hasScripts}@studio.example`
  provider.person = { sub: `screens-${hasScripts}`, email, email_verified: true }
  const { page, open, errors } = await app.visit({ javaScriptEnabled: hasScripts })
  await open('/settings/security')
  await page.waitForURL('**/login?next=*')
  await page.getByRole('button', { name: 'Continue with Studio ID' }).click()
  await page.waitForURL('**/settings/security')
  await page.getByText(`Welcome, ${email}`).first().waitFor()
  await page.getByRole('region', { name: 'Log in with Studio ID' }).getByText('Your account is linked.').waitFor()
  await page.getByRole('region', { name: 'Password' }).getByText('Your account has no password yet.').waitFor()
  expect(unexpected(errors)).toEqual([])
})

test('an account with the same address is linked by its owner, in Settings', async () => {
  const person = await createPerson(app.hoshi.url, 'viewer')
  provider.person = { sub: 'owner', email: person.email, email_verified: true }
  const { page, open, logInAs, errors } = await app.visit()
  await open('/signup')
  expect(await axeViolations(page), 'sign-up').toEqual([])
  await page.getByRole('button', { name: 'Continue with Studio ID' }).click()
  await page.waitForURL('**/login?refused=*')
  expect(await alertsOf(page)).toEqual([
    'Failed to login: An account with this email address already exists. Please log in with its password, then link it in Settings.',
  ])
  expect(await axeViolations(page), 'login').toEqual([])
  await logInAs(person)
  await open('/settings/security')
  const sheet = page.getByRole('region', { name: 'Log in with Studio ID' })
  await sheet.getByRole('button', { name: 'Link', exact: true }).click()
  await sheet.getByText('Your account is linked. You can log in with it from now on.').waitFor()
  expect(await axeViolations(page), 'linked').toEqual([])
  await sheet.getByRole('button', { name: 'Unlink' }).click()
  await sheet.getByText('Your account is no longer linked.').waitFor()
  expect(unexpected(errors)).toEqual([])
})

test('who cancels at the provider is back at the login, which says so', async () => {
  provider.misbehaviour = { error: 'access_denied' }
  const { page, open } = await app.visit()
  await open('/login?next=/library')
  await page.getByRole('button', { name: 'Continue with Studio ID' }).click()
  await page.waitForURL('**/login?refused=*')
  expect(await alertsOf(page)).toEqual([
    'Failed to login: The login service did not log you in. Nothing has changed. Please try again.',
  ])
  expect(new URL(page.url()).searchParams.get('next')).toBe('/library')
})
