import { describe, expect, test } from 'vitest'
import { createPerson } from '#tests/support/http/person.ts'
import { setUpApp } from '#tests/support/worlds/app-fixture.ts'

// The texts and links of these pages are tested in src/server/http/site-pages.db.test.ts.

const app = setUpApp()

describe.each(['/about', '/contact'])('%s', (path) => {
  test('shows every link of its top bar, on a phone in the menu and the bar at the bottom', async () => {
    const { page, open } = await app.visit()
    await open(path)
    const bar = page.getByRole('banner')
    for (const name of ['Home', 'Explore', 'Upload', 'About', 'Contact', 'Login', 'Sign Up'])
      expect(await bar.getByRole('link', { name, exact: true }).isVisible(), name).toBe(true)
    await page.setViewportSize({ width: 390, height: 844 })
    const bottom = page.getByRole('navigation', { name: 'Quick' })
    for (const name of ['Home', 'Explore', 'Upload', 'Login'])
      expect(await bottom.getByRole('link', { name, exact: true }).isVisible(), name).toBe(true)
    await bar.getByRole('button', { name: 'Menu' }).click()
    for (const name of ['About', 'Contact', 'Sign Up'])
      expect(await bar.getByRole('link', { name, exact: true }).isVisible(), name).toBe(true)
  })
})

test('a page with its own top bar greets a logged-in person, and logs them out', async () => {
  const viewer = await createPerson(app.hoshi.url, 'viewer')
  const { page, open, logInAs } = await app.visit()
  await logInAs(viewer)
  await open('/about')
  const bar = page.getByRole('banner')
  const welcome = bar.getByText(`Welcome, ${viewer.email}`, { exact: true })
  expect(await welcome.first().isVisible()).toBe(true)
  await bar.getByRole('button', { name: 'Log Out' }).click()
  await page.waitForURL((url) => url.pathname === '/')
})
