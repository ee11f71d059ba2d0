import { copyFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  chooseAccountType,
  fillUpload,
  logIn,
  sendUpload,
  signUp,
  waitForScripts,
  waitForSuccess,
} from '#tests/support/by-hand.ts'
import { makeClip } from '#tests/support/clips.server.ts'
import { onScreen } from '#tests/support/on-screen.ts'
import { createPerson, type Person } from '#tests/support/person.ts'
import { findRealClip, NO_REAL_FILES } from '#tests/support/real-clips.server.ts'

const on = onScreen()

const maker = { email: 'maker@example.com', password: 'a blue pencil' }

describe('from sign-up to watching', () => {
  test('a creator signs up, logs in, uploads, and a stranger watches it', async () => {
    const clip = await makeClip(on.clipsDir, { seconds: 6, width: 640, height: 360 })
    const { page, open } = await on.visit()

    await open('/signup')
    const username = page.getByLabel('Username', { exact: true })
    expect(await username.isVisible()).toBe(false)
    await chooseAccountType(page, 'Creator')
    await username.waitFor()
    await signUp(page, { ...maker, role: 'Creator', username: 'Mika', bio: 'Draws at night.' })

    await page.waitForURL('**/login*')
    await logIn(page, maker)
    await page.waitForURL('**/dashboard')
    await page.getByRole('heading', { level: 1, name: 'Creator Dashboard' }).waitFor()
    expect(await page.getByText(`Welcome, ${maker.email}`).first().isVisible()).toBe(true)

    await open('/upload')
    await waitForScripts(page)
    await slowUploads(page)
    await fillUpload(page, { title: 'First light', genre: 'fantasy', file: clip })
    await page.getByText(clip.split('/').at(-1) ?? '').waitFor()
    await sendUpload(page)
    const busy = page.getByRole('button', { name: 'Uploading...' })
    await busy.waitFor()
    expect(await busy.isDisabled()).toBe(true)
    await page.getByRole('progressbar', { name: 'Upload progress' }).waitFor()
    await waitForSuccess(page)
    expect(await page.getByRole('heading', { name: 'First light' }).isVisible()).toBe(true)
    expect(await page.getByRole('link', { name: 'Upload Another' }).isVisible()).toBe(true)
    await page.getByText('Your episode is up.').waitFor()

    await page.getByRole('link', { name: 'View My Profile' }).click()
    await page.getByRole('heading', { level: 1, name: 'Mika' }).waitFor()
    await page.getByRole('heading', { name: 'Episodes (1)' }).waitFor()

    const stranger = await on.visit()
    await stranger.open('/explore')
    await stranger.page.getByText('Found 1 episode', { exact: true }).waitFor()
    const card = stranger.page.getByRole('article', { name: 'First light' })
    expect(await card.getByText('Fantasy', { exact: true }).isVisible()).toBe(true)
    expect(await card.getByText('0 views').isVisible()).toBe(true)
    await card.getByRole('link', { name: 'Watch Episode' }).click()
    await stranger.page.waitForURL('**/watch/*')
    await plays(stranger.page)
    await stranger.page.getByText('1 views', { exact: true }).waitFor()
    expect(stranger.troubles).toEqual([])
  })

  test('‘Upload Another’ is an empty form', async () => {
    const { page, open, logInAs } = await on.visit()
    await logInAs(maker)
    await open('/upload')
    await waitForScripts(page)
    const clip = await makeClip(on.clipsDir, { seconds: 1 })
    await fillUpload(page, { title: 'Second light', genre: 'Drama', file: clip })
    await sendUpload(page)
    await waitForSuccess(page)
    await page.getByRole('link', { name: 'Upload Another' }).click()
    await page.getByRole('button', { name: 'Upload Episode' }).waitFor()
    expect(await page.getByLabel('Title', { exact: true }).inputValue()).toBe('')
    expect(new URL(page.url()).pathname).toBe('/upload')
  })

  test('reloading does not count again; another visitor does', async () => {
    const first = await on.visit()
    await first.open('/explore')
    const watch = first.page.getByRole('article', { name: 'Second light' }).getByRole('link', { name: 'Watch Episode' })
    const path = (await watch.getAttribute('href')) ?? ''
    expect(await openAndCount(first.page, path)).toBe('1 views')
    expect(await openAndCount(first.page, path)).toBe('1 views')
    expect(await openAndCount(first.page, path)).toBe('1 views')
    const second = await on.visit()
    expect(await openAndCount(second.page, path)).toBe('2 views')
    expect(await openAndCount(first.page, path)).toBe('2 views')
  })
})

describe('other codecs are encoded and watched', () => {
  let creator: Person
  beforeAll(async () => {
    creator = await createPerson(on.hoshi.url, 'creator', 'Codec')
  })

  test.each([
    ['VP9 in WebM', { video: 'vp9', audio: 'opus', container: 'webm' }],
    ['HEVC in MP4', { video: 'hevc', audio: 'aac', container: 'mp4' }],
  ] as const)('%s', async (title, spec) => {
    const clip = await makeClip(on.clipsDir, { seconds: 6, width: 640, height: 360, ...spec })
    await uploadAndWatch(creator, title, clip)
  })

  test.for([
    { title: 'H.264', codecs: ['h264'] },
    { title: 'VP9 or VP8', codecs: ['vp9', 'vp8'] },
    { title: 'HEVC', codecs: ['hevc'] },
  ])('a real clip in $title, from the folder that HOSHI_MEDIA names', async ({ title, codecs }, { skip }) => {
    const path = await findRealClip(...codecs)
    if (path === null) return skip(NO_REAL_FILES)
    const clip = join(on.clipsDir, `real-${codecs[0]}${extname(path)}`)
    await copyFile(path, clip)
    await uploadAndWatch(creator, `Real ${title}`, clip)
  })
})

/** The creator uploads by the form; a stranger finds it on Explore and sees it run, counted once. */
async function uploadAndWatch(creator: Person, title: string, clip: string): Promise<void> {
  const { page, open, logInAs } = await on.visit()
  await logInAs(creator)
  await open('/upload')
  await waitForScripts(page)
  await fillUpload(page, { title, genre: 'Mecha', file: clip })
  await sendUpload(page)
  await waitForSuccess(page)
  await page.getByText('Your episode is up.').waitFor()

  const stranger = await on.visit()
  await stranger.open('/explore')
  await stranger.page.getByRole('article', { name: title }).getByRole('link', { name: 'Watch Episode' }).click()
  await plays(stranger.page)
  await stranger.page.getByText('1 views', { exact: true }).waitFor()
  expect(stranger.troubles).toEqual([])
}

/** The picture runs: time passes, and frames are shown. */
async function plays(page: Page): Promise<void> {
  await page.locator('video').first().waitFor()
  const look = () =>
    page.evaluate(() => {
      const video = document.querySelector('video')
      return video && video.videoWidth > 0 ? video.currentTime : 0
    })
  await expect.poll(look).toBeGreaterThan(0.5)
  const before = await look()
  await expect.poll(look).toBeGreaterThan(before + 0.3)
}

/** Opens a watch page and waits until the server has decided; the line then has its figure. */
async function openAndCount(page: Page, path: string): Promise<string> {
  const told = page.waitForResponse((response) => response.url().endsWith('/views'))
  await page.goto(path)
  const { views } = (await (await told).json()) as { views: number }
  await page.getByText(`${views} views`, { exact: true }).waitFor()
  return `${views} views`
}

/** A line slow enough to see the progress on. */
async function slowUploads(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: 400_000,
  })
}
