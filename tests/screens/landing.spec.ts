import { describe, expect, test } from 'vitest'
import { withMotion } from '#tests/support/browser/browser.server.ts'
import { delayScripts, waitForHydration } from '#tests/support/browser/forms.ts'
import { seedEpisode } from '#tests/support/data/publishing.ts'
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
    await page.getByText('Found 0 episodes', { exact: true }).waitFor()
    expect(errors).toEqual([])
  })

  test('shows the newest episodes, each a link to its watch page', async () => {
    const creator = await createPerson(app.hoshi.url, 'creator', 'Sora')
    const id = await seedEpisode(app.hoshi.connectionString, creator, { title: 'Newest of all' })
    const { page, open } = await app.visit(withMotion)
    await open('/')
    const link = page.getByRole('main').getByRole('link', { name: /Newest of all/ })
    expect(await link.getAttribute('href')).toBe(`/watch/${id}`)
  })

  test('requests the first picture of the mosaic before all others', async () => {
    const creator = await createPerson(app.hoshi.url, 'creator')
    for (const title of ['One', 'Two', 'Three']) await seedEpisode(app.hoshi.connectionString, creator, { title })
    const { page, open } = await app.visit(withMotion)
    await open('/')
    const pictures = await page
      .locator('.mosaic img')
      .evaluateAll((images) =>
        images.slice(0, 3).map((image) => [image.getAttribute('fetchpriority'), image.getAttribute('loading')]),
      )
    expect(pictures).toEqual([
      ['high', 'eager'],
      [null, 'eager'],
      [null, 'lazy'],
    ])
  })
})

describe('the top navigation', () => {
  const links = [
    ['Home', '/'],
    ['Explore', '/explore'],
    ['Upload', '/upload'],
    ['About', '/about'],
    ['Contact', '/contact'],
  ]

  test('leads signed-out visitors to every screen, the login and the sign-up', async () => {
    const { page, open } = await app.visit()
    await open('/explore')
    const main = page.getByRole('navigation', { name: 'Main' })
    const found = await main
      .getByRole('link')
      .evaluateAll((all) => all.map((link) => [link.textContent, link.getAttribute('href')]))
    expect(found).toEqual(links)
    const banner = page.getByRole('banner')
    expect(await banner.getByRole('link', { name: 'Login' }).getAttribute('href')).toBe('/login')
    expect(await banner.getByRole('link', { name: 'Sign Up' }).getAttribute('href')).toBe('/signup')
  })

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
