import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { withMotion } from '#tests/support/browser/browser.server.ts'
import {
  chooseAccountType,
  fillUpload,
  logIn,
  sendUpload,
  signUp,
  waitForHydration,
  waitForSuccess,
} from '#tests/support/browser/forms.ts'
import { expectPlayback } from '#tests/support/browser/playback.ts'
import { makeClip } from '#tests/support/media/clips.server.ts'
import { setUpApp } from '#tests/support/worlds/app-fixture.ts'

const app = setUpApp(async () => ({ worksJobs: true }))

const credentials = { email: 'maker@example.com', password: 'a blue pencil' }

describe('from sign-up to watching', () => {
  test('a creator signs up, logs in, uploads, and a stranger watches it', async () => {
    const clip = await makeClip(app.clipsDir, { seconds: 6, width: 640, height: 360 })
    const { page, open } = await app.visit(withMotion)

    await open('/signup')
    const username = page.getByLabel('Username', { exact: true })
    expect(await username.isVisible()).toBe(false)
    await chooseAccountType(page, 'Creator')
    await username.waitFor()
    await signUp(page, { ...credentials, role: 'Creator', username: 'Mika', bio: 'Draws at night.' })

    await page.waitForURL('**/login*')
    await logIn(page, credentials)
    await page.waitForURL('**/dashboard')
    await page.getByRole('heading', { level: 1, name: 'Creator Dashboard' }).waitFor()
    expect(await page.getByText(`Welcome, ${credentials.email}`).first().isVisible()).toBe(true)

    await open('/upload')
    await waitForHydration(page)
    const setSpeed = await throttleUploads(page)
    // So slow that it lasts until it has been looked at.
    await setSpeed(20_000)
    await fillUpload(page, { title: 'First light', genre: 'fantasy', file: clip })
    await page.getByText(clip.split('/').at(-1) ?? '').waitFor()
    await sendUpload(page)
    const busy = page.getByRole('button', { name: 'Uploading...' })
    await busy.waitFor()
    expect(await busy.isDisabled()).toBe(true)
    await page.getByRole('progressbar', { name: 'Upload progress' }).waitFor()
    await setSpeed(-1)
    await waitForSuccess(page)
    expect(await page.getByRole('heading', { name: 'First light' }).isVisible()).toBe(true)
    expect(await page.getByRole('link', { name: 'Upload Another' }).isVisible()).toBe(true)
    await page.getByText('Your episode is ready.').waitFor()

    await page.getByRole('link', { name: 'View My Profile' }).click()
    await page.getByRole('heading', { level: 1, name: 'Mika' }).waitFor()
    await page.getByRole('heading', { name: 'Episodes (1)' }).waitFor()

    const stranger = await app.visit(withMotion)
    await stranger.open('/explore')
    await stranger.page.getByText('Found 1 episode', { exact: true }).waitFor()
    const card = stranger.page.getByRole('article', { name: 'First light' })
    expect(await card.getByText('Fantasy', { exact: true }).isVisible()).toBe(true)
    expect(await card.getByText('0 views').isVisible()).toBe(true)
    await card.getByRole('link', { name: 'Watch Episode' }).click()
    await stranger.page.waitForURL('**/watch/*')
    await expectPlayback(stranger.page)
    await stranger.page.getByText('1 views', { exact: true }).waitFor()
    expect(stranger.errors).toEqual([])
  })

  test('‘Upload Another’ is an empty form', async () => {
    const { page, open, logInAs } = await app.visit()
    await logInAs(credentials)
    await open('/upload')
    await waitForHydration(page)
    const clip = await makeClip(app.clipsDir, { seconds: 1 })
    await fillUpload(page, { title: 'Second light', genre: 'Drama', file: clip })
    await sendUpload(page)
    await waitForSuccess(page)
    await page.getByRole('link', { name: 'Upload Another' }).click()
    await page.getByRole('button', { name: 'Upload Episode' }).waitFor()
    expect(await page.getByLabel('Title', { exact: true }).inputValue()).toBe('')
    expect(new URL(page.url()).pathname).toBe('/upload')
  })

  test('reloading does not count again; another visitor does', async () => {
    const first = await app.visit()
    await first.open('/explore')
    const watch = first.page.getByRole('article', { name: 'Second light' }).getByRole('link', { name: 'Watch Episode' })
    const path = (await watch.getAttribute('href')) ?? ''
    expect(await openAndCount(first.page, path)).toBe('1 views')
    expect(await openAndCount(first.page, path)).toBe('1 views')
    expect(await openAndCount(first.page, path)).toBe('1 views')
    const second = await app.visit()
    expect(await openAndCount(second.page, path)).toBe('2 views')
    expect(await openAndCount(first.page, path)).toBe('2 views')
  })
})

/** Opens a watch page and waits until the server has counted. @returns the views as shown */
async function openAndCount(page: Page, path: string): Promise<string> {
  const viewsResponse = page.waitForResponse((response) => response.url().endsWith('/views'))
  await page.goto(path)
  const { views } = (await (await viewsResponse).json()) as { views: number }
  await page.getByText(`${views} views`, { exact: true }).waitFor()
  return `${views} views`
}

/** @returns a function that sets the upload speed in bytes a second; -1 is unlimited */
async function throttleUploads(page: Page): Promise<(bytesPerSecond: number) => Promise<void>> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  return async (uploadThroughput) => {
    const conditions = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput }
    await session.send('Network.emulateNetworkConditions', conditions)
  }
}
