import type { BrowserContextOptions, Page, Request } from 'playwright-core'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { axeViolations } from '#tests/support/browser/axe-violations.ts'
import { withMotion } from '#tests/support/browser/browser.server.ts'
import { waitForHydration } from '#tests/support/browser/forms.ts'
import { seedEpisode } from '#tests/support/data/publishing.ts'
import { queryDatabase } from '#tests/support/data/query-database.server.ts'
import { createPerson, type Person } from '#tests/support/http/person.ts'
import type { ClipSpec } from '#tests/support/media/clips.server.ts'
import { publishFinished } from '#tests/support/media/golden-renditions.server.ts'
import { MAX_WAIT_MS } from '#tests/support/run/max-wait.ts'
import { setUpApp } from '#tests/support/worlds/app-fixture.ts'

const app = setUpApp()
const withoutMotion = { reducedMotion: 'reduce' } as const

let creator: Person
const ids = { first: '', second: '' }

beforeAll(async () => {
  creator = await createPerson(app.hoshi.url, 'creator', 'Aya')
  await seedEpisode(app.hoshi.connectionString, creator, { title: 'No film' })
  ids.second = await publishFinished(app.hoshi, creator, { seconds: 3, width: 180, height: 320 }, { title: 'Second' })
  ids.first = await publishFinished(app.hoshi, creator, 'short', { title: 'First' })
})

/** Explore with a clock that can be paused, and the requests that a preview makes. */
async function openCards(options: BrowserContextOptions = {}, path = '/explore') {
  const visitor = await app.visit({ ...withMotion, ...options })
  const { page } = visitor
  const mediaRequests: string[] = []
  const scripts: string[] = []
  const plays: { kind: string; visitId: string }[] = []
  page.on('request', (request: Request) => {
    const { pathname } = new URL(request.url())
    // The start of the video itself is prefetched for the watch page, not for the preview.
    if (/\.(m3u8|m4s|mp4)$/.test(pathname) && !/\/(init\.mp4|0001\.m4s)$/.test(pathname)) mediaRequests.push(pathname)
    // The code of that page is prefetched too; the player only for a preview without a clip.
    if (/\/(hls|attach-source)[^/]*\.js$/.test(pathname)) scripts.push(pathname)
    if (pathname.endsWith('/views')) plays.push(request.postDataJSON() as { kind: string; visitId: string })
  })
  await page.clock.install()
  expect(await visitor.open(path)).toBe(200)
  await waitForHydration(page)
  await page.waitForLoadState('networkidle')
  scripts.length = 0
  const card = (title: string) => page.getByRole('article', { name: title, exact: true })
  return { ...visitor, mediaRequests, scripts, plays, card, clip: page.locator('video') }
}

/** Pauses the page's clock; only `runFor` moves it. */
async function pauseClock(page: Page): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 10_000)
}

async function untilPlaying(page: Page): Promise<void> {
  const isPlaying = () =>
    page.evaluate(() => {
      const video = document.querySelector('video')
      return video !== null && !video.paused && video.currentTime > 0
    })
  await expect.poll(isPlaying).toBe(true)
}

describe('the preview of a card', () => {
  test('starts after 500 ms of hover and fetches nothing before', async () => {
    const { page, card, clip, mediaRequests, scripts } = await openCards()
    await pauseClock(page)
    await card('First').hover()
    await page.clock.runFor(499)
    expect(await clip.count()).toBe(0)
    expect([...mediaRequests, ...scripts]).toEqual([])
    await page.clock.runFor(1)
    await clip.waitFor({ state: 'attached' })
    await page.clock.resume()
    await untilPlaying(page)
    expect(new Set(mediaRequests)).toEqual(new Set([expect.stringMatching(/preview-\w+\.mp4$/)]))
    expect(scripts).toEqual([])
  })

  test('does not start when the pointer only passes', async () => {
    const { page, card, clip, mediaRequests } = await openCards()
    await pauseClock(page)
    await card('First').hover()
    await page.clock.runFor(400)
    await page.mouse.move(5, 5)
    await page.clock.runFor(2000)
    expect(await clip.count()).toBe(0)
    expect(mediaRequests).toEqual([])
  })

  test('is silent, counts the seconds, ends after twelve, and leaves nothing behind', async () => {
    const { page, card, clip, mediaRequests, errors } = await openCards()
    const first = card('First')
    await first.hover()
    await untilPlaying(page)
    expect(await clip.evaluate((video: HTMLVideoElement) => video.muted)).toBe(true)
    await first.getByText('3 s', { exact: true }).waitFor()
    expect(await first.locator('.preview-ticks i').count()).toBe(12)
    expect(await first.locator('.preview-ticks .is-on').count()).toBeGreaterThanOrEqual(3)
    expect(await page.getByText('Preview ended').count()).toBe(0)
    await page.clock.runFor(12_000)
    await first.getByText('Preview ended', { exact: true }).waitFor()
    expect(await first.getByText('Click "Watch Full Episode" to continue', { exact: true }).isVisible()).toBe(true)
    expect(await clip.count()).toBe(0)
    await page.mouse.move(5, 5)
    await page.getByText('Preview ended').waitFor({ state: 'detached' })
    const fetched = mediaRequests.length
    await page.clock.runFor(5000)
    expect(mediaRequests.length).toBe(fetched)
    expect(errors).toEqual([])
  })

  test('counts one view per hover and shows the new number', async () => {
    const { page, card, plays } = await openCards()
    const first = card('First')
    const before = Number.parseInt((await first.getByText(/views$/).textContent()) ?? '', 10)
    for (const hover of [1, 2]) {
      await first.hover()
      await first.getByText(`${before + hover} views`, { exact: true }).waitFor()
      await page.mouse.move(5, 5)
      await page.locator('video').waitFor({ state: 'detached' })
      expect(await first.getByText(`${before + hover} views`, { exact: true }).isVisible()).toBe(true)
    }
    expect(plays.map(({ kind }) => kind)).toEqual(['preview', 'preview'])
    expect(new Set(plays.map(({ visitId }) => visitId)).size).toBe(2)
  })

  test('also starts on keyboard focus, stays while focus is in the card, and ends when it leaves or on Escape', async () => {
    const { page, card, clip } = await openCards()
    await card('First').getByRole('link', { name: 'Drama' }).focus()
    await page.keyboard.press('Tab')
    await untilPlaying(page)
    await page.keyboard.press('Tab')
    expect(await card('First').getByRole('link', { name: 'View Creator' }).evaluate(isActive)).toBe(true)
    expect(await clip.count()).toBe(1)
    await page.keyboard.press('Escape')
    await clip.waitFor({ state: 'detached' })
    await page.keyboard.press('Tab')
    await card('Second').locator('video').waitFor({ state: 'attached' })
    await page.keyboard.press('Shift+Tab')
    await card('Second').locator('video').waitFor({ state: 'detached' })
  })

  test('is the only one: starting another stops it', async () => {
    const { page, card, clip } = await openCards()
    await card('First').getByRole('link', { name: 'Drama' }).focus()
    await page.keyboard.press('Tab')
    await card('First').locator('video').waitFor({ state: 'attached' })
    await card('Second').hover()
    await card('Second').locator('video').waitFor({ state: 'attached' })
    expect(await clip.count()).toBe(1)
  })

  test('returns to the poster, without a view, when there is no video', async () => {
    const { card, clip, plays, mediaRequests } = await openCards()
    await card('No film').hover()
    await vi.waitFor(() => expect(mediaRequests.length).toBeGreaterThan(0), { timeout: MAX_WAIT_MS })
    await expect.poll(() => clip.count()).toBe(0)
    expect(plays).toEqual([])
  })

  test('works on a creator’s profile too', async () => {
    const { page, card } = await openCards({}, `/creator/${creator.account.uid}`)
    await card('Second').hover()
    await untilPlaying(page)
  })

  test('plays only the lowest rendition of an episode without a clip', async () => {
    const spec: ClipSpec = { seconds: 2, width: 1280, height: 720, video: 'mpeg4', container: 'avi', audio: 'mp3' }
    const id = await publishFinished(app.hoshi, creator, spec, { title: 'Two sizes' })
    const { videoId } = (await (await creator.call('GET', `/api/v1/episodes/${id}`)).json()) as { videoId: string }
    await queryDatabase(app.hoshi.connectionString, 'update videos set preview_name = null where uid = $1', [videoId])
    const { page, card, mediaRequests } = await openCards()
    const master = mediaRequests.length
    await card('Two sizes').hover()
    await untilPlaying(page)
    await page.waitForLoadState('networkidle')
    const playlists = mediaRequests.slice(master).filter((path) => /index\.m3u8$/.test(path))
    expect(playlists).toHaveLength(1)
    expect(await page.locator('video').evaluate((video: HTMLVideoElement) => video.videoHeight)).toBe(360)
  })
})

test('a card keeps its aspect ratio, whatever the video’s', async () => {
  const { card } = await openCards()
  for (const title of ['First', 'Second']) {
    const poster = card(title).locator('.card-picture')
    await expect.poll(() => card(title).locator('img').evaluate(isLoaded)).toBe(true)
    const box = (await poster.boundingBox())!
    expect(box.width / box.height).toBeCloseTo(16 / 9, 1)
  }
})

describe('with reduced motion', () => {
  test('neither hover nor focus starts anything; the play button on the poster does', async () => {
    const { page, card, clip, mediaRequests, plays } = await openCards(withoutMotion)
    const first = card('First')
    await pauseClock(page)
    await first.hover()
    await page.clock.runFor(3000)
    const play = first.getByRole('button', { name: 'Play preview' })
    await play.focus()
    await page.clock.runFor(3000)
    expect(await clip.count()).toBe(0)
    expect(mediaRequests).toEqual([])
    await page.clock.resume()
    await page.keyboard.press('Enter')
    await untilPlaying(page)
    await vi.waitFor(() => expect(plays.map(({ kind }) => kind)).toEqual(['preview']), { timeout: MAX_WAIT_MS })
    await page.clock.runFor(12_000)
    await first.getByText('Preview ended', { exact: true }).waitFor()
    await play.press('Enter')
    await untilPlaying(page)
    await first.getByRole('button', { name: 'Stop preview' }).click()
    await clip.waitFor({ state: 'detached' })
    expect(plays).toHaveLength(1)
  })
})

describe('on a touch screen', () => {
  test('one tap opens the episode, and no preview is offered', async () => {
    const { page, card, clip, mediaRequests } = await openCards({
      ...withoutMotion,
      hasTouch: true,
      isMobile: true,
      viewport: { width: 390, height: 844 },
    })
    expect(await page.getByRole('button', { name: 'Play preview' }).count()).toBe(0)
    expect(await clip.count()).toBe(0)
    expect(mediaRequests).toEqual([])
    await card('First').locator('.card-picture').tap({ force: true })
    await page.waitForURL(`**/watch/${ids.first}`)
  })
})

test('a playing and an ended preview are accessible', async () => {
  for (const width of [1440, 390]) {
    const { page, card } = await openCards({ viewport: { width, height: 900 } })
    await card('First').hover()
    await untilPlaying(page)
    expect(await axeViolations(page), `playing, ${width} px`).toEqual([])
    await page.clock.runFor(12_000)
    await page.getByText('Preview ended', { exact: true }).waitFor()
    expect(await axeViolations(page), `ended, ${width} px`).toEqual([])
  }
})

function isLoaded(image: SVGElement | HTMLElement): boolean {
  return image instanceof HTMLImageElement && image.complete && image.naturalWidth > 0
}

function isActive(element: Element): boolean {
  return element === document.activeElement
}
