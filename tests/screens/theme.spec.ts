import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { createPerson } from '#tests/support/http/person.ts'
import { setUpApp } from '#tests/support/worlds/app-fixture.ts'

const app = setUpApp(async () => ({ cachesPages: true }))

const PAPER = 'rgb(239, 231, 213)'
const background = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor)

test('a chosen theme is shown at once, and stays after a reload and after logging out', async () => {
  const person = await createPerson(app.hoshi.url, 'viewer')
  const { page, open, logInAs, errors } = await app.visit({ colorScheme: 'dark' })
  await logInAs(person)
  await open('/settings/watching')
  await page.getByText('Now dark').waitFor()
  expect(await background(page)).not.toBe(PAPER)
  await page.getByRole('radio', { name: 'Light' }).check()
  await expect.poll(() => background(page)).toBe(PAPER)
  await page.getByRole('status').filter({ hasText: 'Your theme has been saved.' }).waitFor()
  await open('/settings/watching')
  expect(await page.getByRole('radio', { name: 'Light' }).isChecked()).toBe(true)
  expect(await background(page)).toBe(PAPER)
  await page.context().clearCookies({ name: 'hoshi_session' })
  // Only the script in the head of the page runs, before anything is drawn.
  await page.route('**/*.js', (route) => route.abort())
  await page.goto('/explore', { waitUntil: 'domcontentloaded' })
  expect(await background(page)).toBe(PAPER)
  expect(errors.filter((error) => !error.includes('ERR_FAILED'))).toEqual([])
})
