import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { alertsOf, askForReset, logIn, signUp, waitForScripts } from '#tests/support/by-hand.ts'
import { publishFinished } from '#tests/support/golden-renditions.server.ts'
import { onScreen } from '#tests/support/on-screen.ts'
import { createPerson, type Person } from '#tests/support/person.ts'

const on = onScreen()
const UNANSWERED = 'The server did not answer as it should. Please try again in a moment.'

let creator: Person
let watch: string

beforeAll(async () => {
  creator = await createPerson(on.hoshi.url, 'creator', 'Aya')
  watch = `/watch/${await publishFinished(on.hoshi, creator, {}, { title: 'Only one' })}`
})

/** A page whose scripts run, looked at by this person or by a stranger. */
async function openPage(path: string, person?: Person) {
  const visitor = await on.visit()
  if (person) await visitor.logInAs(person)
  expect(await visitor.open(path)).toBe(200)
  await waitForScripts(visitor.page)
  return visitor
}

const upload = (page: Page) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Upload', exact: true })
const welcome = (page: Page) => page.getByRole('banner').getByRole('link', { name: /^Welcome, / })
const loading = (page: Page) => page.getByRole('main').getByText('Loading...', { exact: true })

/** Holds what the app asks for on its way to another screen, until told. */
async function hold(page: Page, address: string): Promise<() => void> {
  const held = Promise.withResolvers<void>()
  await page.route(address, async (route) => {
    await held.promise
    await route.continue()
  })
  return held.resolve
}

describe('‘Loading...’ stands while', () => {
  test.each([
    ['the shared layout', '/explore', 'upload', 'Upload'],
    ['a static page', '/about', 'upload', 'Upload'],
    ['the watch screen', '/watch', 'dashboard', 'Creator Dashboard'],
  ])('a guarded screen is fetched from %s', async (_, from, to, title) => {
    const { page } = await openPage(from === '/watch' ? watch : from, creator)
    const letGo = await hold(page, `**/${to}.data*`)
    await (to === 'upload' ? upload(page) : welcome(page)).click()
    await loading(page).waitFor()
    expect(await page.getByRole('heading', { level: 1 }).count()).toBe(0)
    letGo()
    await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor()
    expect(await loading(page).count()).toBe(0)
  })

  test('the guard asks who is there, and then leads a stranger to the login', async () => {
    const { page } = await openPage('/about')
    const letGo = await hold(page, '**/upload.data*')
    await upload(page).click()
    await loading(page).waitFor()
    letGo()
    await page.waitForURL('**/login?next=%2Fupload')
    await page.getByRole('heading', { level: 1, name: 'Welcome back!' }).waitFor()
  })

  test('a profile is long in coming', async () => {
    const { page } = await openPage('/explore')
    const letGo = await hold(page, '**/creator/*.data*')
    await page.getByRole('link', { name: 'View Creator' }).click()
    await loading(page).waitFor()
    letGo()
    await page.getByRole('heading', { level: 1, name: 'Aya' }).waitFor()
    await page.goBack()
    await page.getByText('Found 1 episode', { exact: true }).waitFor()
  })
})

describe.each(['abort', 'fault'] as const)('a screen whose fetching ends in: %s', (how) => {
  async function follow(address: string, name: string | RegExp) {
    const { page } = await openPage('/explore', creator)
    await page.route(address, (route) =>
      how === 'abort' ? route.abort() : route.fulfill({ status: 500, body: 'a fault' }),
    )
    await page.getByRole('link', { name }).first().click()
    // Whoever is logged in still is.
    await welcome(page).waitFor()
    return page
  }

  test('watch: ‘Episode Not Found’', async () => {
    const page = await follow('**/watch/*.data*', 'Watch Episode')
    await page.getByRole('heading', { level: 1, name: 'Episode Not Found' }).waitFor()
    await page.getByText('The page could not be fetched. Please try again in a moment.').waitFor()
    await page.getByRole('main').getByRole('link', { name: 'Back to Explore' }).click()
    await page.getByText('Found 1 episode', { exact: true }).waitFor()
  })

  test('profile: ‘Creator Not Found’', async () => {
    const page = await follow('**/creator/*.data*', 'View Creator')
    await page.getByRole('heading', { level: 1, name: 'Creator Not Found' }).waitFor()
    expect(await loading(page).count()).toBe(0)
  })

  test('dashboard: empty, until the list can be asked for', async () => {
    const { page } = await openPage('/explore', creator)
    const letGo = await hold(page, '**/api/v1/me/episodes*')
    await page.route('**/dashboard.data*', (route) =>
      how === 'abort' ? route.abort() : route.fulfill({ status: 500, body: 'a fault' }),
    )
    await welcome(page).click()
    await page.getByRole('heading', { level: 1, name: 'Creator Dashboard' }).waitFor()
    expect(await page.getByRole('article').count()).toBe(0)
    await page.getByRole('tab', { name: 'My Content' }).click()
    await page.getByText('No content uploaded yet. Start by uploading your first anime!').waitFor()
    letGo()
    await page.getByRole('article', { name: 'Only one' }).waitFor()
  })
})

describe('a form that nobody answers keeps what was typed, and says so', () => {
  test('login, sign-up and reset', async () => {
    const { page, open, context } = await openPage('/login')
    await context.route('**/*.data*', (route) =>
      route.request().method() === 'POST' ? route.abort() : route.continue(),
    )
    const words = { email: 'somebody@example.com', password: 'a good password' }
    const email = () => page.getByLabel('Email', { exact: true }).inputValue()
    await logIn(page, words)
    expect(await alertsOf(page)).toEqual([`Failed to login: ${UNANSWERED}`])
    expect(await email()).toBe(words.email)
    for (const [path, sendForm] of [
      ['/signup', () => signUp(page, { ...words, role: 'Creator', username: 'Kept' })],
      ['/forgot-password', () => askForReset(page, words.email)],
    ] as const) {
      await open(path)
      await waitForScripts(page)
      await sendForm()
      expect(await alertsOf(page)).toEqual([UNANSWERED])
      expect(await email()).toBe(words.email)
      // The page asks for itself once more before the form may be sent again.
      const send = page.getByRole('button', { name: /^(Register|Send Reset Email)$/ })
      await expect.poll(() => send.isEnabled()).toBe(true)
    }
    await context.unrouteAll()
    await askForReset(page, words.email)
    await page.getByRole('status').getByText('Password reset email sent! Check your inbox.').waitFor()
  })
})

test('settings say so in the part that was sent', async () => {
  const { page, context } = await openPage('/settings', creator)
  await context.route('**/*.data*', (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()))
  await page.getByLabel('Bio', { exact: true }).fill('Kept.')
  await page.getByRole('button', { name: 'Save Profile' }).click()
  expect(await alertsOf(page)).toEqual([UNANSWERED])
  expect(await page.locator('section#profile').getByRole('alert').count()).toBe(1)
  expect(await page.getByLabel('Bio', { exact: true }).inputValue()).toBe('Kept.')
})

test('a view that cannot be told is nothing that the person hears of', async () => {
  const { page, open } = await on.visit()
  const { views } = (await (await creator.call('GET', `/api/v1/episodes${watch.slice(6)}`)).json()) as { views: number }
  await page.route('**/views', (route) => route.abort())
  const tried = page.waitForRequest('**/views')
  expect(await open(watch)).toBe(200)
  await tried
  const isPlaying = () => page.evaluate(() => (document.querySelector('video')?.currentTime ?? 0) > 0.2)
  await expect.poll(isPlaying).toBe(true)
  expect(await page.getByRole('alert').count()).toBe(0)
  expect(await page.getByText(`${views} views`, { exact: true }).isVisible()).toBe(true)
})
