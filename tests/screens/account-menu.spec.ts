import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { axeViolationsAtAllWidths } from '#tests/support/browser/axe-violations.ts'
import { waitForHydration } from '#tests/support/browser/forms.ts'
import { createPerson } from '#tests/support/http/person.ts'
import { setUpApp } from '#tests/support/worlds/app-fixture.ts'

const app = setUpApp()

const summary = (page: Page) => page.locator('.account-menu summary')
const sheet = (page: Page) => page.getByRole('navigation', { name: 'Account' })
const link = (page: Page, name: string) => sheet(page).getByRole('link', { name, exact: true })
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent)

let creators = 0
async function visitAs(role: 'viewer' | 'creator', options = {}) {
  const person = await createPerson(app.hoshi.url, role, role === 'creator' ? `Mio ${++creators}` : undefined)
  const visitor = await app.visit(options)
  await visitor.logInAs(person)
  await visitor.open('/explore')
  return { ...visitor, person }
}

describe('the menu of the account', () => {
  test('leads a creator to dashboard, profile and settings, and closes there', async () => {
    const { page, person, errors } = await visitAs('creator')
    await waitForHydration(page)
    expect(await sheet(page).isVisible()).toBe(false)
    await summary(page).click()
    expect(await sheet(page).getByRole('link').allInnerTexts()).toEqual(['Dashboard', 'My profile', 'Settings'])
    await link(page, 'My profile').click()
    await page.waitForURL(`**/creator/${person.account.uid}`)
    await sheet(page).waitFor({ state: 'hidden' })
    expect(await page.getByText(`Welcome, ${person.email}`).first().isVisible()).toBe(true)
    expect(await page.getByRole('button', { name: 'Log Out' }).first().isVisible()).toBe(true)
    expect(errors).toEqual([])
  })

  test('has no profile for a viewer', async () => {
    const { page } = await visitAs('viewer')
    await summary(page).click()
    expect(await sheet(page).getByRole('link').allInnerTexts()).toEqual(['Dashboard', 'Settings'])
    expect(await axeViolationsAtAllWidths(page)).toEqual([])
  })

  test('is used by keys, and gives the focus back', async () => {
    const { page } = await visitAs('creator')
    await waitForHydration(page)
    await summary(page).focus()
    for (const [key, text] of [
      ['ArrowDown', 'Dashboard'],
      ['ArrowDown', 'My profile'],
      ['End', 'Settings'],
      ['ArrowDown', 'Dashboard'],
      ['ArrowUp', 'Settings'],
      ['Home', 'Dashboard'],
    ] as const) {
      await page.keyboard.press(key)
      expect(await focused(page)).toBe(text)
    }
    await page.keyboard.press('Escape')
    expect(await sheet(page).isVisible()).toBe(false)
    expect(await summary(page).evaluate((element) => element === document.activeElement)).toBe(true)
  })

  test('closes on a press elsewhere, and when the focus leaves it', async () => {
    const { page } = await visitAs('creator')
    await waitForHydration(page)
    await summary(page).click()
    await page.getByRole('heading', { level: 1 }).click()
    await sheet(page).waitFor({ state: 'hidden' })
    await summary(page).focus()
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Tab')
    await sheet(page).waitFor({ state: 'hidden' })
  })

  test('works without scripts', async () => {
    const { page } = await visitAs('creator', { javaScriptEnabled: false })
    await summary(page).click()
    await link(page, 'Settings').click()
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor()
  })

  test('is part of the menu on a phone', async () => {
    const { page, person } = await visitAs('creator', { viewport: { width: 390, height: 800 } })
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'My profile' }).click()
    await page.waitForURL(`**/creator/${person.account.uid}`)
  })
})
