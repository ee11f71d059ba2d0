import { describe, expect, test } from 'vitest'
import { withMotion } from '#tests/support/browser/browser.server.ts'
import { delayScripts, waitForHydration } from '#tests/support/browser/forms.ts'
import { createPerson } from '#tests/support/http/person.ts'
import { setUpApp } from '#tests/support/worlds/app-fixture.ts'

const app = setUpApp()

describe('the landing screen', () => {
  test('says what this is and leads to Explore', async () => {
    const { page, open, errors } = await app.visit(withMotion)
    await open('/')
    const heading = page.getByRole('heading', { level: 1 })
    expect(await heading.textContent()).toBe('Watch short-form anime from independent creators')
    expect(await page.getByRole('main').getByText('Supporting indie anime creators').isVisible()).toBe(true)
    expect(await page.getByRole('img', { name: /mascot/ }).isVisible()).toBe(true)
    await page.getByRole('link', { name: 'Browse Episodes' }).click()
    await page.waitForURL('**/explore')
    await page.getByRole('heading', { name: 'Nothing on the pegs yet' }).waitFor()
    expect(await page.getByRole('search').count()).toBe(0)
    expect(await page.getByText('Clear All Filters').count()).toBe(0)
    expect(errors).toEqual([])
  })
})

describe('the top navigation', () => {
  test('greets a signed-in person and logs them out', async () => {
    const viewer = await createPerson(app.hoshi.url, 'viewer')
    const { page, open, logInAs } = await app.visit()
    await logInAs(viewer)
    await open('/explore')
    await waitForHydration(page)
    const banner = page.getByRole('banner')
    const welcome = banner.getByText(`Welcome, ${viewer.email}`, { exact: true })
    expect(await welcome.filter({ visible: true }).count()).toBe(1)
    expect(await banner.getByRole('link', { name: 'Login' }).count()).toBe(0)
    await banner.getByRole('button', { name: 'Log Out' }).click()
    await banner.getByRole('link', { name: 'Login' }).waitFor()
  })

  test('on a phone, a menu holds the links that do not fit', async () => {
    const { page, open } = await app.visit({ viewport: { width: 390, height: 844 } })
    await open('/explore')
    await page.getByRole('button', { name: 'Menu' }).click()
    const menu = page.getByRole('navigation', { name: 'Menu' })
    await menu.getByRole('link', { name: 'Contact' }).waitFor()
    await menu.getByRole('link', { name: 'Login' }).click()
    await page.waitForURL('**/login')
    await menu.waitFor({ state: 'hidden' })
  })

  test('on a phone, a menu that was opened before the scripts ran stays open', async () => {
    const { page } = await app.visit({ viewport: { width: 390, height: 844 } })
    const releaseScripts = await delayScripts(page)
    await page.goto('/login', { waitUntil: 'commit' })
    await page.getByRole('button', { name: 'Menu' }).click()
    const menu = page.getByRole('navigation', { name: 'Menu' })
    await menu.waitFor()
    releaseScripts()
    // Needs scripts, and so appears once they run.
    await page.getByRole('button', { name: 'Show' }).waitFor()
    expect(await menu.isVisible()).toBe(true)
  })
})
