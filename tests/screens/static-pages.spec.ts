import { describe, expect, test } from 'vitest'
import { createPerson } from '#tests/support/http/person.ts'
import { setUpApp } from '#tests/support/worlds/app-fixture.ts'

// The texts and links of these pages are tested in src/server/http/site-pages.db.test.ts.

const app = setUpApp()

describe.each(['/about', '/contact'])('%s', (path) => {
  test('shows every link of its own top bar, wide and narrow', async () => {
    const { page, open } = await app.visit()
    await open(path)
    const bar = page.getByRole('banner')
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 844 })
      for (const name of ['Home', 'Explore', 'Upload', 'About', 'Contact', 'Login', 'Sign Up']) {
        const link = bar.getByRole('link', { name, exact: true })
        expect(await link.isVisible(), `${name} at ${width} px`).toBe(true)
      }
    }
  })
})

test('a page with its own top bar greets a logged-in person, and logs them out', async () => {
  const viewer = await createPerson(app.hoshi.url, 'viewer')
  const { page, open, logInAs } = await app.visit()
  await logInAs(viewer)
  await open('/about')
  const bar = page.getByRole('banner')
  expect(await bar.getByText(`Welcome, ${viewer.email}`, { exact: true }).isVisible()).toBe(true)
  await bar.getByRole('button', { name: 'Log Out' }).click()
  await page.waitForURL((url) => url.pathname === '/')
})
