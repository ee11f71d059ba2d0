import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { alertsOf, logIn, requestReset, signUp, waitForHydration } from '#tests/support/browser/forms.ts'
import { createPerson, type Person } from '#tests/support/http/person.ts'
import { publishFinished } from '#tests/support/media/golden-renditions.server.ts'
import { setUpApp } from '#tests/support/worlds/app-fixture.ts'

const app = setUpApp()
const NO_RESPONSE_MESSAGE = 'The server did not respond as expected. Please try again in a moment.'

let creator: Person
let watch: string

beforeAll(async () => {
  creator = await createPerson(app.hoshi.url, 'creator', 'Aya')
  watch = `/watch/${await publishFinished(app.hoshi, creator, 'short', { title: 'Only one' })}`
})

/** A page whose scripts run, opened by this person or signed out. */
async function openPage(path: string, person?: Person) {
  const visitor = await app.visit()
  if (person) await visitor.logInAs(person)
  expect(await visitor.open(path)).toBe(200)
  await waitForHydration(visitor.page)
  return visitor
}

const upload = (page: Page) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Upload', exact: true })
const welcome = (page: Page) => page.getByRole('banner').getByRole('link', { name: /^Welcome, / })
const loading = (page: Page) => page.getByRole('main').getByText('Loading...', { exact: true })

/** Holds the app's requests during a navigation. @returns a function that lets them continue */
async function delayRequests(page: Page, urlPattern: string): Promise<() => void> {
  const released = Promise.withResolvers<void>()
  await page.route(urlPattern, async (route) => {
    await released.promise
    await route.continue()
  })
  return released.resolve
}

describe('‘Loading...’ shows while', () => {
  test.each([
    ['the shared layout', '/explore', 'upload', 'Upload'],
    ['a static page', '/about', 'upload', 'Upload'],
    ['the watch screen', '/watch', 'dashboard', 'Creator Dashboard'],
  ])('a guarded screen is fetched from %s', async (_, from, to, title) => {
    const { page } = await openPage(from === '/watch' ? watch : from, creator)
    const release = await delayRequests(page, `**/${to}.data*`)
    await (to === 'upload' ? upload(page) : welcome(page)).click()
    await loading(page).waitFor()
    expect(await page.getByRole('heading', { level: 1 }).count()).toBe(0)
    release()
    await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor()
    expect(await loading(page).count()).toBe(0)
  })

  test('the guard checks the session, and then leads a signed-out visitor to the login', async () => {
    const { page } = await openPage('/about')
    const release = await delayRequests(page, '**/upload.data*')
    await upload(page).click()
    await loading(page).waitFor()
    release()
    await page.waitForURL('**/login?next=%2Fupload')
    await page.getByRole('heading', { level: 1, name: 'Welcome back!' }).waitFor()
  })

  test('a profile loads slowly', async () => {
    const { page } = await openPage('/explore')
    const release = await delayRequests(page, '**/creator/*.data*')
    await page.getByRole('link', { name: 'View Creator' }).click()
    await loading(page).waitFor()
    release()
    await page.getByRole('heading', { level: 1, name: 'Aya' }).waitFor()
    await page.goBack()
    await page.getByText('Found 1 episode', { exact: true }).waitFor()
  })
})

test('a navigation replaces the head of the page', async () => {
  const { page } = await openPage(watch)
  const canonical = page.locator('link[rel="canonical"]')
  expect(await canonical.getAttribute('href')).toBe(`${app.hoshi.config.publicUrl}${watch}`)
  expect(await page.locator('script[type="application/ld+json"]').count()).toBe(1)
  await page.getByRole('link', { name: 'Back to Explore' }).click()
  await page.waitForURL('**/explore')
  await expect.poll(() => canonical.getAttribute('href')).toBe(`${app.hoshi.config.publicUrl}/explore`)
  expect(await page.locator('script[type="application/ld+json"]').count()).toBe(0)
})

describe.each(['abort', 'fault'] as const)('a screen whose request ends in: %s', (how) => {
  async function follow(urlPattern: string, name: string | RegExp) {
    const { page } = await openPage('/explore', creator)
    await page.route(urlPattern, (route) =>
      how === 'abort' ? route.abort() : route.fulfill({ status: 500, body: 'a fault' }),
    )
    await page.getByRole('link', { name }).first().click()
    // The session is still shown.
    await welcome(page).waitFor()
    return page
  }

  test('watch: ‘This page did not arrive’', async () => {
    const page = await follow('**/watch/*.data*', 'Watch Episode')
    await page.getByRole('heading', { level: 1, name: 'This page did not arrive' }).waitFor()
    expect(await page.getByText('Not Found').count()).toBe(0)
    await page.getByRole('main').getByRole('link', { name: 'Back to Explore' }).click()
    await page.getByText('Found 1 episode', { exact: true }).waitFor()
  })

  test('profile: ‘This page did not arrive’', async () => {
    const page = await follow('**/creator/*.data*', 'View Creator')
    await page.getByRole('heading', { level: 1, name: 'This page did not arrive' }).waitFor()
    expect(await loading(page).count()).toBe(0)
  })

  test('dashboard: empty, until the list can be requested', async () => {
    const { page } = await openPage('/explore', creator)
    const release = await delayRequests(page, '**/api/v1/me/episodes*')
    await page.route('**/dashboard.data*', (route) =>
      how === 'abort' ? route.abort() : route.fulfill({ status: 500, body: 'a fault' }),
    )
    await welcome(page).click()
    await page.getByRole('heading', { level: 1, name: 'Creator Dashboard' }).waitFor()
    expect(await page.getByRole('article').count()).toBe(0)
    await page.getByRole('tab', { name: 'My Content' }).click()
    await page.getByText('No content uploaded yet. Start by uploading your first anime!').waitFor()
    release()
    await page.getByRole('article', { name: 'Only one' }).waitFor()
  })
})

describe('a form without a response keeps the input, and says so', () => {
  test('login, sign-up and reset', async () => {
    const { page, open, context } = await openPage('/login')
    await context.route('**/*.data*', (route) =>
      route.request().method() === 'POST' ? route.abort() : route.continue(),
    )
    const credentials = { email: 'somebody@example.com', password: 'a good password' }
    const email = () => page.getByLabel('Email', { exact: true }).inputValue()
    await logIn(page, credentials)
    expect(await alertsOf(page)).toEqual([`Failed to login: ${NO_RESPONSE_MESSAGE}`])
    expect(await email()).toBe(credentials.email)
    for (const [path, sendForm] of [
      ['/signup', () => signUp(page, { ...credentials, role: 'Creator', username: 'Kept' })],
      ['/forgot-password', () => requestReset(page, credentials.email)],
    ] as const) {
      await open(path)
      await waitForHydration(page)
      await sendForm()
      expect(await alertsOf(page)).toEqual([NO_RESPONSE_MESSAGE])
      expect(await email()).toBe(credentials.email)
      // The page reloads its data before the form can be sent again.
      const send = page.getByRole('button', { name: /^(Register|Send Reset Email)$/ })
      await expect.poll(() => send.isEnabled()).toBe(true)
    }
    await context.unrouteAll()
    await requestReset(page, credentials.email)
    await page.getByRole('status').getByText('Password reset email sent! Check your inbox.').waitFor()
  })
})

test('a form that is too large says so, and keeps the input', async () => {
  const { page } = await openPage('/login')
  const email = 'somebody@example.com'
  await logIn(page, { email, password: 'x'.repeat(100_000) })
  expect(await alertsOf(page)).toEqual(['Failed to login: This request is too large. Please send less data.'])
  expect(await page.getByLabel('Email', { exact: true }).inputValue()).toBe(email)
})

test('settings say so in the section that was sent', async () => {
  const { page, context } = await openPage('/settings', creator)
  await context.route('**/*.data*', (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()))
  await page.getByLabel('Bio', { exact: true }).fill('Kept.')
  await page.getByRole('button', { name: 'Save Profile' }).click()
  expect(await alertsOf(page)).toEqual([NO_RESPONSE_MESSAGE])
  expect(await page.locator('section#profile').getByRole('alert').count()).toBe(1)
  expect(await page.getByLabel('Bio', { exact: true }).inputValue()).toBe('Kept.')
})

test('a view that cannot be reported shows no error', async () => {
  const { page, open } = await app.visit()
  const { views } = (await (await creator.call('GET', `/api/v1/episodes${watch.slice(6)}`)).json()) as { views: number }
  await page.route('**/views', (route) => route.abort())
  const request = page.waitForRequest('**/views')
  expect(await open(watch)).toBe(200)
  await request
  const isPlaying = () => page.evaluate(() => (document.querySelector('video')?.currentTime ?? 0) > 0.2)
  await expect.poll(isPlaying).toBe(true)
  expect(await page.getByRole('alert').count()).toBe(0)
  expect(await page.getByText(`${views} views`, { exact: true }).isVisible()).toBe(true)
})
