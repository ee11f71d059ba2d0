import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { createPerson } from '#tests/support/http/person.ts'
import type { AppFixture } from './app-fixture.ts'

export const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
export const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
/** Waits for a success message. */
export const waitForStatus = (page: Page, sentence: string) =>
  page.getByRole('status').filter({ hasText: sentence }).waitFor()
/** The messages under a field. */
export const errorsUnder = (page: Page, label: string) =>
  page
    .locator('.field')
    .filter({ has: field(page, label) })
    .getByRole('alert')
    .allInnerTexts()

/** Somebody new, on a page of Settings. */
export async function visitSettings(
  app: AppFixture,
  role: 'viewer' | 'creator',
  { name, path = '/settings' }: { name?: string; path?: string } = {},
) {
  const person = await createPerson(app.hoshi.url, role, name)
  const visitor = await app.visit()
  await visitor.logInAs(person)
  expect(await visitor.open(path)).toBe(200)
  return { person, ...visitor }
}

/** The sheet that deletes the account. */
export function deletionOf(page: Page) {
  const sheet = page.getByRole('region', { name: 'Delete my account' })
  return {
    sheet,
    choice: (title: string) => sheet.getByRole('radio', { name: title }),
    box: sheet.getByRole('checkbox'),
    password: sheet.getByLabel('Password', { exact: true }),
  }
}
