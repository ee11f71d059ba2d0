import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { axeViolations } from '#tests/support/browser/axe-violations.ts'
import { logIn } from '#tests/support/browser/forms.ts'
import { createPerson, type Person } from '#tests/support/http/person.ts'
import { totpOf } from '#tests/support/http/totp.ts'
import { setUpApp } from '#tests/support/worlds/app-fixture.ts'

const app = setUpApp()

test('two-step codes are turned on with an app, asked for at the login, and turned off', async () => {
  const person = await createPerson(app.hoshi.url, 'viewer')
  const { page, open, logInAs, errors } = await app.visit()
  await logInAs(person)
  await open('/settings/security')
  const sheet = page.getByRole('region', { name: 'Two-step verification' })
  await sheet.locator('summary').click()
  await sheet.getByLabel('Password', { exact: true }).fill(person.password)
  await sheet.getByRole('button', { name: 'Set Up' }).click()
  const secret = (await sheet.locator('.two-step-secret').textContent()) ?? ''
  expect(await axeViolations(page), 'set up').toEqual([])
  await sheet.getByLabel('6-digit code').fill(totpOf(secret))
  await sheet.getByRole('button', { name: 'Turn On' }).click()
  const codes = page.getByRole('region', { name: 'Recovery codes' }).getByRole('listitem')
  await codes.first().waitFor()
  const recoveryCodes = await codes.allTextContents()
  expect(recoveryCodes).toHaveLength(8)
  expect(await axeViolations(page), 'on').toEqual([])

  await logOut(page)
  await logInWithCode(page, open, person, () => totpOf(secret, 1))
  await logOut(page)
  await logInWithCode(page, open, person, () => recoveryCodes[0]!)
  expect((await codes.allTextContents()).filter((text) => text.endsWith('Not used'))).toHaveLength(7)

  await sheet.locator('summary').click()
  await sheet.getByLabel('Password', { exact: true }).fill(person.password)
  await sheet.getByRole('button', { name: 'Turn Off' }).click()
  await sheet.getByText('Two-step verification is off.').waitFor()
  expect(errors).toEqual([])
})

async function logOut(page: Page): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: 'Log Out' }).click()
  await page.waitForURL(`${app.hoshi.url}/`)
}

type Open = (path: string) => Promise<unknown>

/** @param code is read when it is typed, since it does not last */
async function logInWithCode(page: Page, open: Open, person: Person, code: () => string): Promise<void> {
  await open('/login?next=/settings/security')
  await logIn(page, person)
  await page.getByRole('heading', { name: 'One more step' }).waitFor()
  await page.getByLabel('Code', { exact: true }).fill(code())
  await page.getByRole('button', { name: 'Log In', exact: true }).click()
  await page.waitForURL('**/settings/security')
  await page.getByRole('heading', { name: 'Recovery codes' }).waitFor()
}
