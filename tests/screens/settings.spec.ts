import { describe, expect, test } from 'vitest'
import { axeViolationsAtAllWidths } from '#tests/support/browser/axe-violations.ts'
import { alertsOf, logIn } from '#tests/support/browser/forms.ts'
import { createPerson } from '#tests/support/http/person.ts'
import { setUpApp } from '#tests/support/worlds/app-fixture.ts'
import { deletionOf, field, press, visitSettings } from '#tests/support/worlds/settings.ts'

const app = setUpApp(async () => ({ worksJobs: true }))

describe('the settings screen', () => {
  test('is behind the login guard and linked in the top bar', async () => {
    const viewer = await createPerson(app.hoshi.url, 'viewer')
    const { page, open, errors } = await app.visit()
    await open('/settings')
    expect(new URL(page.url()).search).toBe('?next=%2Fsettings')
    await logIn(page, viewer)
    await page.waitForURL('**/settings')
    await open('/')
    await page.getByRole('banner').getByLabel('Account').first().click()
    await page.getByRole('banner').getByRole('link', { name: 'Settings' }).click()
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor()
    expect(await page.getByRole('main').getByText(viewer.email).first().isVisible()).toBe(true)
    expect(errors).toEqual([])
  })

  test('has a page for each part, and older links find theirs', async () => {
    const { page, open, errors } = await visitSettings(app, 'viewer')
    const list = page.getByRole('navigation', { name: 'Settings' })
    await list.getByRole('link', { name: 'Notifications' }).click()
    await page.getByRole('heading', { level: 2, name: 'Notifications' }).waitFor()
    await expect.poll(() => list.locator('[aria-current="page"]').allInnerTexts()).toEqual(['Notifications'])
    await open('/settings#password')
    await page.waitForURL('**/settings/security#password')
    await page.getByRole('region', { name: 'Password' }).waitFor()
    await open('/settings/profile')
    expect(new URL(page.url()).pathname).toBe('/settings')
    await page.setViewportSize({ width: 390, height: 800 })
    await page.locator('.settings-menu > summary').click()
    await list.getByRole('link', { name: 'Your data' }).click()
    await page.waitForURL('**/settings/data')
    await expect.poll(() => list.count()).toBe(0)
    expect(errors).toEqual([])
  })

  test('is accessible, refused and asking, wide and narrow, dark and light', async () => {
    const { page, open } = await visitSettings(app, 'creator')
    await field(page, 'Patreon URL').fill('ftp://example.com')
    await press(page, 'Save Profile')
    await alertsOf(page)
    expect(await axeViolationsAtAllWidths(page), 'refused').toEqual([])
    for (const part of ['watching', 'notifications', 'security']) {
      await open(`/settings/${part}`)
      expect(await axeViolationsAtAllWidths(page), part).toEqual([])
    }
    await open('/settings/data')
    await deletionOf(page).choice('Delete now, permanently').check()
    await press(page, 'Delete My Account')
    await page.getByRole('alert').filter({ hasText: 'Please check the box' }).waitFor()
    expect(await axeViolationsAtAllWidths(page), 'asking').toEqual([])
    await page.setViewportSize({ width: 320, height: 700 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  })
})

describe('unsaved changes', () => {
  test('are put back by Discard, also after a refusal', async () => {
    const { page } = await visitSettings(app, 'creator', { name: 'Nao' })
    const profile = page.getByRole('region', { name: 'Profile', exact: true })
    const discard = profile.getByRole('button', { name: 'Discard' })
    expect(await discard.count()).toBe(0)
    await field(page, 'Bio').fill('Gone.')
    await discard.click()
    await discard.waitFor({ state: 'detached' })
    expect(await field(page, 'Bio').inputValue()).toBe('')
    await field(page, 'Patreon URL').fill('nothing')
    await press(page, 'Save Profile')
    expect(await alertsOf(page)).toHaveLength(1)
    await discard.click()
    await discard.waitFor({ state: 'detached' })
    expect(await field(page, 'Patreon URL').inputValue()).toBe('')
    expect(await profile.getByRole('alert').count()).toBe(0)
  })
})
