import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { axeViolations } from '#tests/support/browser/axe-violations.ts'
import { queryDatabase } from '#tests/support/data/query-database.server.ts'
import { createPerson } from '#tests/support/http/person.ts'
import { setUpApp } from '#tests/support/worlds/app-fixture.ts'

const app = setUpApp()

/** Passkeys work at the public URL, which names the host. */
const publicUrl = () => app.hoshi.url.replace('127.0.0.1', 'localhost')

afterAll(() => app.browser.releasePages(publicUrl()))

interface Device {
  /** Whether it answers what it is asked. */
  answers(isPresent: boolean): Promise<void>
}

/** Gives a page a device that recognises its person, and answers. */
async function addDevice(page: Page): Promise<Device> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  })
  return {
    async answers(enabled) {
      await cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled })
    },
  }
}

const sheetOf = (page: Page) => page.getByRole('region', { name: 'Passkeys' })

async function addPasskey(page: Page): Promise<void> {
  await sheetOf(page).getByRole('button', { name: 'Add Passkey' }).click()
  await sheetOf(page).getByText('Your passkey has been added.').waitFor()
}

/** The device answers only what the button asks, and not what fields may offer. */
async function askForPasskey(page: Page, device: Device): Promise<void> {
  await page.getByRole('button', { name: 'Log In with a Passkey' }).click()
  await device.answers(true)
}

async function logOut(page: Page): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: 'Log Out' }).click()
  await page.waitForURL(`${publicUrl()}/`)
}

test('a passkey is added, renamed, used to log in, and removed', async () => {
  const person = await createPerson(app.hoshi.url, 'viewer')
  const { page, open, logInAs, errors } = await app.visit({}, publicUrl())
  const device = await addDevice(page)
  await logInAs(person)
  await open('/settings/security')
  await addPasskey(page)
  const row = sheetOf(page).getByRole('listitem')
  expect(await row.locator('b').textContent()).toBe('Chrome on Linux')
  expect(await axeViolations(page), 'added').toEqual([])

  await row.getByText('Rename').click()
  await row.getByLabel('Name', { exact: true }).fill('Linux laptop')
  await row.getByRole('button', { name: 'Save' }).click()
  await sheetOf(page).getByText('Your passkey has been renamed.').waitFor()
  expect(await row.locator('b').textContent()).toBe('Linux laptop')
  expect(await row.textContent()).not.toContain('used')

  await logOut(page)
  await device.answers(false)
  await open('/login?next=/settings/security')
  expect(await axeViolations(page), 'login').toEqual([])
  await askForPasskey(page, device)
  await page.waitForURL('**/settings/security')
  await row.getByText('used just now').waitFor()

  await row.getByRole('button', { name: 'Remove' }).click()
  await sheetOf(page).getByText('The passkey has been removed.').waitFor()
  expect(await row.count()).toBe(0)
  expect(errors).toEqual([])
})

test('a passkey brings back an account that was going to be erased, and Settings say so', async () => {
  const person = await createPerson(app.hoshi.url, 'viewer')
  const { page, open, logInAs, errors } = await app.visit({}, publicUrl())
  const device = await addDevice(page)
  await logInAs(person)
  await open('/settings/security')
  await addPasskey(page)
  await person.call('DELETE', '/api/v1/me', { password: person.password })
  await device.answers(false)
  await open('/login')
  await askForPasskey(page, device)
  await page.waitForURL('**/settings/data?saved=restored#delete')
  await page.getByText('Welcome back. Your account and everything in it have been restored.').waitFor()
  expect(errors).toEqual([])
})

test('a sign-in of long ago is made again with the passkey, and the settings go on', async () => {
  const person = await createPerson(app.hoshi.url, 'viewer')
  const { page, open, logInAs, errors } = await app.visit({}, publicUrl())
  await addDevice(page)
  await logInAs(person)
  await open('/settings/security')
  await addPasskey(page)
  const age = `update sessions set signed_in_at = now() - interval '1 hour' where user_id = $1`
  await queryDatabase(app.hoshi.connectionString, age, [person.account.uid])
  await sheetOf(page).getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('heading', { name: 'Confirm it is you' }).waitFor()
  await page.getByRole('button', { name: 'Log In with a Passkey' }).click()
  await page.waitForURL('**/settings/security#passkeys')
  await sheetOf(page).getByRole('button', { name: 'Remove' }).click()
  await sheetOf(page).getByText('The passkey has been removed.').waitFor()
  expect(errors).toEqual([])
})

test('the fields of the login offer passkeys, until the button asks for one', async () => {
  const { page, open, errors } = await app.visit({}, publicUrl())
  await page.addInitScript(() => {
    if (!('PublicKeyCredential' in globalThis)) return
    const asked: string[] = []
    Object.assign(globalThis, { asked })
    PublicKeyCredential.isConditionalMediationAvailable = async () => true
    navigator.credentials.get = (options) => {
      const state = { mediation: options?.mediation ?? 'none', at: asked.length }
      asked.push(state.mediation)
      return new Promise((_, refuse) => {
        options?.signal?.addEventListener('abort', () => {
          asked[state.at] += ' ended'
          refuse(new DOMException('', 'AbortError'))
        })
      })
    }
  })
  const asked = () => page.evaluate(() => (globalThis as unknown as { asked: string[] }).asked)
  await open('/login')
  const autocomplete = () => page.getByLabel('Email', { exact: true }).getAttribute('autocomplete')
  await expect.poll(autocomplete).toBe('username webauthn')
  await expect.poll(asked).toEqual(['conditional'])
  await page.getByRole('button', { name: 'Log In with a Passkey' }).click()
  await expect.poll(asked).toEqual(['conditional ended', 'optional'])
  expect(errors).toEqual([])
})

test('without scripts nothing asks for a passkey, and the password still works', async () => {
  const person = await createPerson(app.hoshi.url, 'viewer')
  const { page, open, logInAs } = await app.visit({ javaScriptEnabled: false }, publicUrl())
  await open('/login')
  expect(await page.getByRole('button', { name: 'Log In with a Passkey' }).count()).toBe(0)
  expect(await page.getByLabel('Email', { exact: true }).getAttribute('autocomplete')).toBe('username')
  await logInAs(person)
  await open('/settings/security')
  await sheetOf(page).getByText('Adding a passkey requires JavaScript.').waitFor()
  expect(await sheetOf(page).getByRole('button', { name: 'Add Passkey' }).count()).toBe(0)
})

test('a page at an IP address has no button for what works at the public URL only', async () => {
  const { page, open } = await app.visit()
  await open('/login')
  await page.getByRole('button', { name: 'Log In' }).waitFor()
  expect(await page.getByRole('button', { name: 'Log In with a Passkey' }).count()).toBe(0)
})
