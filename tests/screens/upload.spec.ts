import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { axeViolationsAtAllWidths } from '#tests/support/browser/axe-violations.ts'
import {
  alertsOf,
  delayScripts,
  fillUpload,
  sendUpload,
  waitForHydration,
  waitForSuccess,
} from '#tests/support/browser/forms.ts'
import { createPerson, type Person } from '#tests/support/http/person.ts'
import { makeClip } from '#tests/support/media/clips.server.ts'
import { setUpApp } from '#tests/support/worlds/app-fixture.ts'
import { createTestHoshi } from '#tests/support/worlds/test-hoshi.ts'

const app = setUpApp(async () => ({ worksJobs: true }))
const textFile = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('not a video at all') }

let creator: Person
let clip: string

beforeAll(async () => {
  creator = await createPerson(app.hoshi.url, 'creator', 'Uploader')
  clip = await makeClip(app.clipsDir, { seconds: 2 })
})

/** The upload form with its scripts running, for this person. */
async function openForm(person: Person) {
  const visitor = await app.visit()
  await visitor.logInAs(person)
  await visitor.open('/upload')
  await waitForHydration(visitor.page)
  return visitor
}

/** Lets the browser read how long a film is for more than three seconds. */
async function waitForDurations(page: Page): Promise<void> {
  await page.evaluate(() => {
    const { setTimeout: start } = window
    const startOther = (run: TimerHandler, delayMs?: number) => (delayMs === 3_000 ? 0 : start(run, delayMs))
    window.setTimeout = startOther as typeof setTimeout
  })
}

async function expectFormValues(page: Page, title: string, genre: string): Promise<void> {
  expect(await page.getByLabel('Title', { exact: true }).inputValue()).toBe(title)
  expect(await page.getByLabel('Genre', { exact: true }).inputValue()).toBe(genre)
  expect(await page.getByRole('button', { name: 'Upload Episode' }).isEnabled()).toBe(true)
}

describe('the upload form', () => {
  test('has its labels and offers the canonical genres', async () => {
    const { page, errors } = await openForm(creator)
    for (const label of ['Title', 'Genre', 'Description', 'Tags', 'Video file', 'NSFW'])
      expect(await page.getByLabel(label, { exact: true }).count()).toBe(1)
    const genre = page.getByRole('combobox', { name: 'Genre' })
    await genre.press('ArrowDown')
    const list = page.getByRole('listbox', { name: 'Genre suggestions' })
    const offered = await list.getByRole('option').allInnerTexts()
    expect(offered).toEqual([
      'Action',
      'Adventure',
      'Comedy',
      'Drama',
      'Fantasy',
      'Horror',
      'Mecha',
      'Romance',
      'Sci-Fi',
      'Slice of Life',
      'Thriller',
    ])
    expect(errors).toEqual([])
  })

  test('takes a genre by keyboard, by click, or as it is typed', async () => {
    const { page } = await openForm(creator)
    const genre = page.getByRole('combobox', { name: 'Genre' })
    const list = page.getByRole('listbox', { name: 'Genre suggestions' })
    const active = () =>
      genre.evaluate((it) => document.getElementById(it.getAttribute('aria-activedescendant') ?? '')?.textContent)
    await genre.fill('sli')
    expect(await list.getByRole('option').allInnerTexts()).toEqual(['Slice of Life', 'Use “sli”'])
    expect(await axeViolationsAtAllWidths(page)).toEqual([])
    await genre.press('ArrowDown')
    expect(await active()).toBe('Slice of Life')
    await genre.press('Enter')
    await list.waitFor({ state: 'detached' })
    expect(await genre.inputValue()).toBe('Slice of Life')
    await genre.click()
    await list.getByRole('option', { name: 'Mecha' }).click()
    expect(await genre.inputValue()).toBe('Mecha')
    expect(await genre.evaluate((it) => it === document.activeElement)).toBe(true)
    await genre.fill('Rain study')
    await genre.press('ArrowUp')
    expect(await active()).toBe('Use “Rain study”')
    await genre.press('Escape')
    await list.waitFor({ state: 'detached' })
    expect(await genre.inputValue()).toBe('Rain study')
  })

  test('asks for title, genre and file at once, and the first has the focus', async () => {
    const { page } = await openForm(creator)
    await sendUpload(page)
    await page.getByRole('alert').filter({ hasText: '3 fields need you' }).waitFor()
    for (const message of ['Please enter a title.', 'Please enter a genre.', 'Please select a video file.'])
      await page.getByText(message, { exact: true }).waitFor()
    const title = page.getByLabel('Title', { exact: true })
    await expect.poll(() => title.evaluate((it) => it === document.activeElement)).toBe(true)
    await fillUpload(page, { title: 'In order', genre: 'Drama' })
    await page.getByText('Please enter a genre.', { exact: true }).waitFor({ state: 'detached' })
    expect(await alertsOf(page)).toEqual(['Please select a video file.'])
    await expectFormValues(page, 'In order', 'Drama')
  })

  test('refuses a file that is not a video as soon as it is chosen', async () => {
    const { page } = await openForm(creator)
    await fillUpload(page, { title: 'Notes', genre: 'Drama', file: textFile })
    expect(await alertsOf(page)).toEqual(['Please select a video file.'])
    expect(await page.getByText('notes.txt').count()).toBe(0)
    await expectFormValues(page, 'Notes', 'Drama')
  })

  test('drops a file one second over ten minutes and says so', async () => {
    const long = await makeClip(app.clipsDir, { seconds: 601, width: 64, height: 36, fps: 1, audio: 'none' })
    const { page } = await openForm(creator)
    await waitForDurations(page)
    await fillUpload(page, { title: 'Epic', genre: 'Drama', file: long })
    expect(await alertsOf(page)).toEqual(['Video exceeds 10-minute limit.'])
    await page.getByText('10:01, 0:01 over the limit').waitFor()
    await sendUpload(page)
    await page.getByText('Please select a video file.').waitFor()
    await expectFormValues(page, 'Epic', 'Drama')
  })

  test('accepts exactly ten minutes', async () => {
    const tenMinutes = await makeClip(app.clipsDir, { seconds: 600, width: 64, height: 36, fps: 1, audio: 'none' })
    const { page } = await openForm(creator)
    await waitForDurations(page)
    await fillUpload(page, { title: 'To the second', genre: 'Drama', file: tenMinutes })
    await page.getByText(/^10:00 · /).waitFor()
    await sendUpload(page)
    await waitForSuccess(page)
  })

  test('sends one plain form to a URL that supports nothing else', async () => {
    const { page, errors } = await openForm(creator)
    const sent: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/api/uploads/')) sent.push(request.method())
    })
    await page.route('**/api/v1/videos', async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...(await response.json()), protocols: ['post'] } })
    })
    await fillUpload(page, { title: 'By form', genre: 'Drama', file: clip })
    await sendUpload(page)
    await waitForSuccess(page)
    expect([sent, errors]).toEqual([['POST'], []])
  })

  test('shows a file chosen before the scripts loaded', async () => {
    const visitor = await app.visit()
    await visitor.logInAs(creator)
    const releaseScripts = await delayScripts(visitor.page)
    await visitor.page.goto('/upload', { waitUntil: 'commit' })
    await fillUpload(visitor.page, { title: 'Early', genre: 'Drama', file: clip })
    releaseScripts()
    await waitForHydration(visitor.page)
    await expectFormValues(visitor.page, 'Early', 'Drama')
    await sendUpload(visitor.page)
    await waitForSuccess(visitor.page)
  })
})

describe('an upload that fails', () => {
  test.each([
    ['requesting the upload URL', '**/api/v1/videos', { status: 500, body: '' }],
    ['sending the bytes', '**/api/uploads/*', { status: 507, body: '{"detail":"There is no room left."}' }],
    ['saving the episode', '**/api/v1/episodes', { status: 500, body: '' }],
  ])('while %s keeps the form, and can be tried again', async (_, urlPattern, response) => {
    const { page, context } = await openForm(creator)
    const title = `Twice at ${urlPattern}`
    await fillUpload(page, { title, genre: 'Drama', file: clip })
    await context.route(urlPattern, (route) => route.fulfill(response))
    await sendUpload(page)
    expect(await alertsOf(page)).toEqual(['Upload failed. Please try again.'])
    await page.getByText('Your title, genre and file are still here.').waitFor()
    await expectFormValues(page, title, 'Drama')
    await context.unroute(urlPattern)
    await sendUpload(page)
    await waitForSuccess(page)
  })

  test('because the disk is full says so, and everything else stays there', async () => {
    const full = await createTestHoshi({ worksJobs: true, environment: { DISK_RESERVE_BYTES: String(1024 ** 5) } })
    onTestFinished(() => full.close())
    const visitor = await app.visit({}, full.url)
    await visitor.logInAs(await createPerson(full.url, 'creator'))
    await visitor.open('/upload')
    await fillUpload(visitor.page, { title: 'No room', genre: 'Drama', file: clip })
    await sendUpload(visitor.page)
    await visitor.page.getByText('The server is out of storage space. Please try again later.').waitFor()
    expect(await alertsOf(visitor.page)).toEqual(['Upload failed. Please try again.'])
    await expectFormValues(visitor.page, 'No room', 'Drama')
    expect(await visitor.open('/explore')).toBe(200)
    expect((await fetch(`${full.url}/healthz`)).status).toBe(200)
  })

  test('because the server cannot be reached says so after a while', async () => {
    const { page, context } = await openForm(creator)
    await page.clock.install()
    // From here on only the test moves the clock, so that the page does not give up before it is looked at.
    await page.clock.pauseAt(Date.now() + 3_600_000)
    await fillUpload(page, { title: 'Alone', genre: 'Drama', file: clip })
    await context.route('**/api/v1/videos', (route) => route.abort('connectionrefused'))
    await sendUpload(page)
    await page.getByRole('button', { name: 'Uploading...' }).waitFor()
    const hasFailed = async () => {
      await page.clock.fastForward(16_000)
      return page.getByText('Upload failed. Please try again.', { exact: true }).isVisible()
    }
    await expect.poll(hasFailed).toBe(true)
    await expectFormValues(page, 'Alone', 'Drama')
  })

  test('after probing names the reason and keeps the form', async () => {
    const audioOnly = join(app.clipsDir, 'only-sound.mp4')
    await copyFile(await makeClip(app.clipsDir, { video: 'none', container: 'm4a' }), audioOnly)
    const { page } = await openForm(creator)
    await fillUpload(page, { title: 'Heard, not seen', genre: 'Drama', file: audioOnly })
    await sendUpload(page)
    expect(await alertsOf(page)).toEqual(['Upload failed. Please try again.'])
    const reason = 'The file has sound but no video. Export it with its video track and upload that.'
    await page.getByText(reason, { exact: true }).waitFor()
    await expectFormValues(page, 'Heard, not seen', 'Drama')
    await fillUpload(page, { file: clip })
    await sendUpload(page)
    await waitForSuccess(page)
    await page.getByRole('heading', { name: 'Heard, not seen' }).waitFor()
  })
})
