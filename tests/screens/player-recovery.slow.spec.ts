import type { Page, Route } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { axeViolationsAtAllWidths } from '#tests/support/browser/axe-violations.ts'
import { button, openMenu, openPlaying, positionOf, videoOf } from '#tests/support/browser/player.ts'
import { createPerson } from '#tests/support/http/person.ts'
import { publishFinished } from '#tests/support/media/golden-renditions.server.ts'
import { setUpApp } from '#tests/support/worlds/app-fixture.ts'

const app = setUpApp()
const paths = { long: '', sizes: '' }

beforeAll(async () => {
  const creator = await createPerson(app.hoshi.url, 'creator', 'Aya')
  // Longer than what a player fetches ahead.
  const long = { seconds: 120, keyframeSeconds: 4, fps: 6 }
  paths.long = `/watch/${await publishFinished(app.hoshi, creator, long)}`
  const sizes = { seconds: 16, width: 1280, height: 720, fps: 6, keyframeSeconds: 4, extra: ['-crf', '12'] }
  paths.sizes = `/watch/${await publishFinished(app.hoshi, creator, sizes)}`
})

const stopped = (page: Page) => page.getByRole('alert').filter({ hasText: 'Playback stopped.' })

async function seek(page: Page, seconds: number): Promise<void> {
  await page.locator('video').evaluate((video: HTMLVideoElement, at) => {
    video.currentTime = at
  }, seconds)
}

const untilPast = (page: Page, seconds: number) => expect.poll(() => positionOf(page)).toBeGreaterThan(seconds)

type Answer = (route: Route) => Promise<unknown>

/** The first segments arrive, and are 20 seconds; nothing after them does until it is released. */
const LATER_SEGMENTS = /\/00(0[6-9]|[1-9]\d)\.m4s$/

/** A video that hls.js plays, with its later segments lost. */
async function openLosing(answer: Answer): Promise<{ page: Page; release(): void }> {
  let isLost = true
  const { page } = await openPlaying(app, paths.long, {}, (each) =>
    each.route(LATER_SEGMENTS, (route) => (isLost ? answer(route) : route.continue())),
  )
  await openMenu(page, 'Quality')
  await expect.poll(() => page.getByRole('menuitemradio').count()).toBeGreaterThan(1)
  await page.keyboard.press('Escape')
  const release = () => {
    isLost = false
  }
  return { page, release }
}

const fail: Answer = (route) => route.abort('connectionfailed')
const neverAnswer: Answer = () => new Promise(() => {})

describe('a lost connection', () => {
  test.each<[string, Answer]>([
    ['requests that fail', fail],
    ['a server that is not ready', (route) => route.fulfill({ status: 503 })],
    ['segments that are missing for a while', (route) => route.fulfill({ status: 404 })],
  ])('by %s stops the picture, keeps the place, and goes on without help', async (_name, answer) => {
    const { page, release } = await openLosing(answer)
    await seek(page, 80)
    await stopped(page).waitFor()
    expect(await stopped(page).textContent()).toContain('Your place at 1:20 is saved. Check your connection.')
    expect(await page.locator('.controls').isVisible()).toBe(false)
    release()
    await untilPast(page, 80.2)
    await stopped(page).waitFor({ state: 'detached' })
    expect((await videoOf(page)).paused).toBe(false)
    await button(page, 'Pause').waitFor()
  })

  test('plays on while there is something to play', async () => {
    const { page, release } = await openLosing(fail)
    await page.context().setOffline(true)
    await untilPast(page, (await positionOf(page)) + 1)
    expect(await stopped(page).count()).toBe(0)
    await page.context().setOffline(false)
    release()
    await seek(page, 80)
    await untilPast(page, 80.2)
  })

  test('is tried again when its viewer asks', async () => {
    const { page, release } = await openLosing(fail)
    await seek(page, 80)
    const again = button(page, 'Try Again')
    await again.waitFor()
    expect(await axeViolationsAtAllWidths(page)).toEqual([])
    await again.click()
    await stopped(page).waitFor({ state: 'detached' })
    release()
    await untilPast(page, 80.2)
  })

  test('gives the focus to its way out, if a control had it', async () => {
    const { page } = await openLosing(fail)
    await button(page, 'Full screen').focus()
    await seek(page, 80)
    await button(page, 'Try Again').waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Try Again')
  })

  test('before the first picture is no failure of the episode', async () => {
    const { page } = await app.visit()
    let isLost = true
    await page.route('**/media/**', (route) => (isLost ? route.abort() : route.continue()))
    await page.goto(paths.long)
    await stopped(page).waitFor()
    isLost = false
    await untilPast(page, 0.3)
    await stopped(page).waitFor({ state: 'detached' })
  })
})

test('a stopped picture has a smaller one on offer, which plays from the same place', async () => {
  const { page } = await openPlaying(app, paths.sizes, {}, async (each) => {
    await each.addInitScript(() => sessionStorage.setItem('hoshi.quality', '720'))
    const chosen = () => each.evaluate(() => sessionStorage.getItem('hoshi.quality'))
    let largest = ''
    await each.route('**/master-*.m3u8', async (route) => {
      const response = await route.fetch()
      largest = /avc1.*x720\b.*\n(\w+)\//.exec(await response.text())?.[1] ?? ''
      await route.fulfill({ response })
    })
    // Until another quality is chosen, the second segment arrives in the largest only, and nothing after it.
    await each.route(/\/000[2-4]\.m4s$/, async (route) => {
      const isThere = route.request().url().endsWith(`/${largest}/0002.m4s`)
      return isThere || (await chosen()) !== '720' ? route.continue() : route.abort()
    })
  })
  await expect.poll(async () => (await videoOf(page)).videoHeight).toBe(720)
  await stopped(page).waitFor()
  const place = await positionOf(page)
  const smaller = page.getByRole('button', { name: /^Play at \d+p$/ })
  const lines = Number.parseInt(((await smaller.textContent()) ?? '').replace('Play at ', ''), 10)
  expect(lines).toBeLessThan(720)
  await smaller.click()
  await untilPast(page, place + 1)
  await expect.poll(async () => (await videoOf(page)).videoHeight).toBe(lines)
  expect(await page.evaluate(() => sessionStorage.getItem('hoshi.quality'))).toBe(String(lines))
})

test('a video that waits says so, with its controls, and asks again when the browser is online', async () => {
  const { page, release } = await openLosing(neverAnswer)
  await seek(page, 80)
  const waiting = page.getByRole('status').filter({ hasText: 'Buffering...' })
  await waiting.waitFor()
  expect(await button(page, 'Pause').isVisible()).toBe(true)
  release()
  // The earlier request is never answered.
  await page.context().setOffline(true)
  await page.context().setOffline(false)
  await untilPast(page, 80.2)
  await waiting.waitFor({ state: 'detached' })
})
