import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  alertsOf,
  fillUpload,
  logIn,
  requestReset,
  sendUpload,
  signUp,
  waitForHydration,
} from '#tests/support/browser/forms.ts'
import { seedEpisode } from '#tests/support/data/publishing.ts'
import { queryDatabase } from '#tests/support/data/query-database.server.ts'
import { createPerson, createStranger, type Person } from '#tests/support/http/person.ts'
import { makeClip } from '#tests/support/media/clips.server.ts'
import { setUpApp } from '#tests/support/worlds/app-fixture.ts'

// The specification's catalogue, row by row and named by its message, each as a person sees it.

const app = setUpApp(async () => ({ worksJobs: true }))
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })

let creator: Person
let viewer: Person
let clip: string

beforeAll(async () => {
  creator = await createPerson(app.hoshi.url, 'creator')
  viewer = await createPerson(app.hoshi.url, 'viewer')
  clip = await makeClip(app.clipsDir, { seconds: 1 })
})

describe.each([true, false])('with scripts: %s', (javaScriptEnabled) => {
  async function visit(path: string, person?: Person) {
    const visitor = await app.visit({ javaScriptEnabled })
    if (person) await visitor.logInAs(person)
    expect(await visitor.open(path)).toBe(200)
    if (javaScriptEnabled) await waitForHydration(visitor.page)
    return visitor
  }

  test('‘Failed to login: ’ and the reason', async () => {
    const { page } = await visit('/login')
    await logIn(page, { email: viewer.email, password: 'not this one' })
    expect(await alertsOf(page)).toEqual(['Failed to login: The email address or password is incorrect.'])
    expect(new URL(page.url()).pathname).toBe('/login')
  })

  test('a failed sign-up: the message is above the form', async () => {
    const { page } = await visit('/signup')
    await signUp(page, { email: viewer.email, password: 'a good password' })
    expect(await alertsOf(page)).toEqual(['An account with this email address already exists.'])
    const order = await page.locator('main [role="alert"], main form').evaluateAll((all) => all.map((it) => it.tagName))
    expect(order).toEqual(['P', 'FORM'])
  })

  test('‘You must agree to the Terms of Service and Privacy Policy to register.’', async () => {
    const { page } = await visit('/signup')
    await signUp(page, { email: 'hasty@example.com', password: 'a good password', agrees: false })
    const sentence = 'You must agree to the Terms of Service and Privacy Policy to register.'
    expect(await alertsOf(page)).toEqual([sentence])
    const credentials = { email: 'hasty@example.com', password: 'a good password' }
    expect((await createStranger(app.hoshi.url).call('POST', '/api/auth/sign-in/email', credentials)).status).toBe(401)
  })

  test('‘Please select a video file.’', async () => {
    const { page } = await visit('/upload', creator)
    await fillUpload(page, { title: 'Nothing to show', genre: 'Drama' })
    await sendUpload(page)
    expect(await alertsOf(page)).toEqual(['Please select a video file.'])
  })

  test('‘You must be logged in.’', async () => {
    const { page, context } = await visit('/upload', creator)
    await fillUpload(page, { title: 'Too late', genre: 'Drama', file: clip })
    await context.clearCookies()
    await sendUpload(page)
    expect(await alertsOf(page)).toEqual(['You must be logged in.'])
    expect(await field(page, 'Title').inputValue()).toBe('Too late')
  })

  test('‘Only creators can upload content.’', async () => {
    const { page } = await visit('/upload', viewer)
    await fillUpload(page, { title: 'Not mine to show', genre: 'Drama', file: clip })
    await sendUpload(page)
    expect(await alertsOf(page)).toEqual(['Only creators can upload content.'])
    expect(await field(page, 'Title').inputValue()).toBe('Not mine to show')
    expect(await field(page, 'Genre').inputValue()).toBe('Drama')
  })

  test('‘Video exceeds 10-minute limit.’, also from the server, where the browser cannot check', async () => {
    // A container that browsers do not open.
    const spec = { width: 64, height: 36, fps: 1, audio: 'none', video: 'mpeg4', container: 'avi' } as const
    const long = await makeClip(app.clipsDir, { seconds: 601, ...spec })
    const { page } = await visit('/upload', creator)
    await fillUpload(page, { title: 'Epic', genre: 'Drama', file: long })
    await sendUpload(page)
    await page.getByRole('alert').waitFor()
    expect(await alertsOf(page)).toEqual(['Video exceeds 10-minute limit.'])
    expect(await page.getByText('The video is longer than 10 minutes.').count()).toBe(1)
    expect(await field(page, 'Title').inputValue()).toBe('Epic')
    expect(await field(page, 'Video file').inputValue()).toBe('')
  })

  test('‘Upload failed. Please try again.’', async () => {
    const full = await createPerson(app.hoshi.url, 'creator')
    await seedEpisode(app.hoshi.connectionString, full)
    const { creatorQuotaBytes } = app.hoshi.config
    await queryDatabase(app.hoshi.connectionString, 'update videos set size_bytes = $2 where creator_id = $1', [
      full.account.uid,
      creatorQuotaBytes,
    ])
    const { page } = await visit('/upload', full)
    await fillUpload(page, { title: 'One too many', genre: 'Drama', file: clip })
    await sendUpload(page)
    expect(await alertsOf(page)).toEqual(['Upload failed. Please try again.'])
    expect(await page.getByText('Your storage is full. Delete an episode to make room.').isVisible()).toBe(true)
    expect(await field(page, 'Title').inputValue()).toBe('One too many')
  })

  test('‘Error updating episode. Please try again.’', async () => {
    const id = await seedEpisode(app.hoshi.connectionString, creator, { title: 'Gone soon' })
    const { page } = await visit('/dashboard', creator)
    if (javaScriptEnabled) await page.route('**/me/episodes/live*', (route) => route.abort())
    await page.getByRole('article', { name: 'Gone soon' }).getByRole('button', { name: 'Edit' }).click()
    await field(page, 'Title').fill('Too late')
    await creator.call('DELETE', `/api/v1/episodes/${id}`)
    await page.getByRole('button', { name: 'Save Changes' }).click()
    expect(await alertsOf(page)).toEqual(['Error updating episode. Please try again.'])
    expect(await page.getByText('Episode Not Found').isVisible()).toBe(true)
    expect(await field(page, 'Title').inputValue()).toBe('Too late')
  })

  test('‘Password reset email sent! Check your inbox.’', async () => {
    const { page } = await visit('/forgot-password')
    await requestReset(page, viewer.email)
    await page.getByRole('status').getByText('Password reset email sent! Check your inbox.', { exact: true }).waitFor()
    expect(await page.getByRole('alert').count()).toBe(0)
  })

  test('a failed reset: our own message', async () => {
    const { page } = await visit('/forgot-password')
    await requestReset(page, 'no address')
    expect(await alertsOf(page)).toEqual(['Please enter a valid email address.'])
    expect(await field(page, 'Email').inputValue()).toBe('no address')
    expect(await page.getByText('Password reset email sent!').count()).toBe(0)
  })

  test('‘Creator Not Found’, ‘Episode Not Found’, ‘404 Not Found’, with the status 404', async () => {
    const { page, open } = await app.visit({ javaScriptEnabled })
    for (const [path, sentence, back] of [
      ['/creator/nobody', 'Creator Not Found', 'Back to Explore'],
      [`/creator/${viewer.account.uid}`, 'Creator Not Found', 'Back to Explore'],
      ['/watch/nothing', 'Episode Not Found', 'Back to Explore'],
      ['/no/such/page', '404 Not Found', 'Home'],
      ['/watch', '404 Not Found', 'Home'],
    ] as const) {
      expect(await open(path), path).toBe(404)
      expect(await page.getByRole('heading', { level: 1 }).allInnerTexts()).toEqual([sentence])
      expect(await page.getByRole('main').getByRole('link', { name: back }).isVisible()).toBe(true)
    }
    await page.getByRole('main').getByRole('link', { name: 'Home' }).click()
    await page.waitForURL(`${app.hoshi.url}/`)
  })
})

describe('past a limit', () => {
  const setUsed = (name: string, used: number) =>
    queryDatabase(app.hoshi.connectionString, 'update rate_limits set used = $2 where key like $1', [`${name}:%`, used])

  test('‘Failed to login: ’ says how to continue', async () => {
    const person = await createPerson(app.hoshi.url, 'viewer')
    const wrong = { email: person.email, password: 'not this one' }
    for (let n = 0; n < 10; n += 1) {
      const { status } = await createStranger(app.hoshi.url).call('POST', '/api/auth/sign-in/email', wrong)
      expect(status).toBe(401)
    }
    const { page, open } = await app.visit()
    await open('/login')
    await logIn(page, person)
    const sentence = 'Failed to login: Too many failed attempts. Please wait a few minutes and try again.'
    expect(await alertsOf(page)).toEqual([sentence])
    // As after endless requests, even while this page opens.
    await queryDatabase(
      app.hoshi.connectionString,
      `update rate_limits set used = 100000, ends_at = now() + interval '1 hour' where key like 'calls:%'`,
    )
    await open('/login')
    await logIn(page, viewer)
    const throttled = 'Failed to login: Too many requests. Please wait a moment and try again.'
    expect(await alertsOf(page)).toEqual([throttled])
    await queryDatabase(app.hoshi.connectionString, `delete from rate_limits where key like 'calls:%'`)
  })

  test('a sign-up and a reset do so, too', async () => {
    await setUsed('signUpsOfAddress', 100)
    const { page, open } = await app.visit()
    await open('/signup')
    await signUp(page, { email: 'late@example.com', password: 'a good password' })
    expect(await alertsOf(page)).toEqual(['Too many sign-ups from your network. Please try again later.'])
    await setUsed('signUpsOfAddress', 0)
    await createStranger(app.hoshi.url).call('POST', '/api/auth/request-password-reset', { email: viewer.email })
    await setUsed('resetRequestsOfAddress', 60)
    await open('/forgot-password')
    await requestReset(page, viewer.email)
    expect(await alertsOf(page)).toEqual(['Too many reset requests. Please try again later.'])
    await setUsed('resetRequestsOfAddress', 0)
  })
})
