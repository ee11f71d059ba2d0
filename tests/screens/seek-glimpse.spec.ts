import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { waitForScripts } from '#tests/support/by-hand.ts'
import type { ClipSpec } from '#tests/support/clips.server.ts'
import { dialectSettings } from '#tests/support/dialect.ts'
import { publishFinished } from '#tests/support/golden-renditions.server.ts'
import { onScreen } from '#tests/support/on-screen.ts'
import { PATIENCE_MS } from '#tests/support/patience.ts'
import { createPerson, type Person } from '#tests/support/person.ts'
import { query } from '#tests/support/publishing.ts'
import { createTestHoshi, type TestHoshi } from '#tests/support/test-hoshi.ts'

const on = onScreen(async () => ({ environment: dialectSettings }))
const SECONDS = 24
const paths = { wide: '', tall: '', framed: '', unfinished: '' }

beforeAll(async () => {
  const creator = await createPerson(on.hoshi.url, 'creator', 'Aya')
  const wide = await publishWithPictures(creator, { seconds: SECONDS, keyframeSeconds: 4 })
  const tall = await publishWithPictures(creator, { seconds: SECONDS, width: 180, height: 320 })
  const unfinished = await publishWithPictures(creator, { seconds: 8, keyframeSeconds: 2 })
  await query(on.hoshi.connectionString, 'update videos set storyboard_name = null where uid = $1', [
    unfinished.videoId,
  ])
  paths.wide = `/watch/${wide.id}`
  paths.tall = `/watch/${tall.id}`
  paths.framed = `/${wide.videoId}/iframe`
  paths.unfinished = `/watch/${unfinished.id}`
})

/** An episode whose film has its small pictures. */
async function publishWithPictures(
  creator: Person,
  spec: ClipSpec,
  site = on.hoshi,
): Promise<{ id: string; videoId: string }> {
  const id = await publishFinished(site, creator, spec)
  const { videoId } = (await (await creator.call('GET', `/api/v1/episodes/${id}`)).json()) as { videoId: string }
  return { id, videoId }
}

/** Somebody whose film runs, and what was fetched of storyboards. */
async function watching(path: string, options: BrowserContextOptions = {}, url?: string) {
  const { page, open, troubles } = await on.visit(options, url)
  const fetched: string[] = []
  page.on('request', (request) => {
    const name = /\/storyboard-\w+\.(vtt|webp)$/.exec(request.url())?.[1]
    if (name) fetched.push(name)
  })
  await open(path)
  // The film runs before anything else in the page is alive.
  await waitForScripts(page)
  await until(async () => expect(await positionOf(page)).toBeGreaterThan(0))
  return { page, troubles, fetched }
}

const positionOf = (page: Page) => page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime)
const pause = (page: Page) => page.locator('video').evaluate((video: HTMLVideoElement) => video.pause())
const slider = (page: Page) => page.getByRole('slider', { name: 'Seek' })

async function boxOf(page: Page, selector: string) {
  const box = await page.locator(selector).boundingBox()
  if (!box) throw new Error(`${selector} has no box.`)
  return box
}

/** Where on the screen a share of the bar is. */
async function pointAt(page: Page, share: number): Promise<[x: number, y: number]> {
  const { x, y, width, height } = await boxOf(page, '.seek-range')
  return [x + 9 + (width - 18) * share, y + height / 2]
}

/** What stands above the bar, the part of the sheet and the words; null while nothing does. */
const glimpseOf = (page: Page) =>
  page.evaluate(() => {
    const glimpse = document.querySelector('.seek-glimpse.is-shown')
    if (!glimpse) return null
    return { part: glimpse.querySelector('svg')?.getAttribute('viewBox') ?? null, time: glimpse.textContent }
  })

const until = (look: () => unknown) => vi.waitFor(look, { timeout: PATIENCE_MS, interval: 50 })

describe('a moment of the film', () => {
  test('is shown where a mouse points at the bar, from one sheet that nobody fetched before', async () => {
    const { page, troubles, fetched } = await watching(paths.wide)
    await pause(page)
    expect(fetched).toEqual([])
    await page.mouse.move(...(await pointAt(page, 0.51)))
    await until(async () => expect(await glimpseOf(page)).toEqual({ part: '320 90 160 90', time: '0:12' }))
    await page.mouse.move(...(await pointAt(page, 0.23)))
    await until(async () => expect(await glimpseOf(page)).toEqual({ part: '800 0 160 90', time: '0:05' }))
    await page.waitForFunction(() => performance.getEntriesByType('resource').some(({ name }) => /\.webp$/.test(name)))
    expect(fetched).toEqual(['vtt', 'webp'])
    await page.mouse.move(5, 5)
    await until(async () => expect(await glimpseOf(page)).toBeNull())
    expect(await positionOf(page)).toBeLessThan(5)
    expect(troubles).toEqual([])
  })

  test('is the one that a click leads to', async () => {
    const { page } = await watching(paths.wide)
    await pause(page)
    await page.mouse.move(...(await pointAt(page, 0.76)))
    await until(async () => expect((await glimpseOf(page))?.time).toBe('0:18'))
    await page.mouse.down()
    await page.mouse.up()
    await until(async () => expect(await positionOf(page)).toBeCloseTo(18, 0))
    await page.locator('.controls-time b').getByText('0:18').waitFor()
  })

  test('goes with a knob that is dragged, also beside the bar, until it is let go', async () => {
    const { page } = await watching(paths.wide)
    await pause(page)
    await page.mouse.move(...(await pointAt(page, 0.2)))
    await page.mouse.down()
    const [x, y] = await pointAt(page, 0.51)
    await page.mouse.move(x, y - 150, { steps: 4 })
    await until(async () => expect(await glimpseOf(page)).toEqual({ part: '320 90 160 90', time: '0:12' }))
    expect(await positionOf(page)).toBeCloseTo(12, 0)
    await page.mouse.up()
    await until(async () => expect(await glimpseOf(page)).toBeNull())
  })

  test('is shown to whoever moves the slider by keys, until the slider is left', async () => {
    const { page } = await watching(paths.wide)
    await pause(page)
    await slider(page).focus()
    expect(await page.locator('.seek-glimpse').count()).toBe(0)
    // It stays for a moment only, which a busy machine may miss.
    await until(async () => {
      for (const key of ['Home', 'ArrowRight', 'ArrowRight']) await page.keyboard.press(key)
      expect(await glimpseOf(page)).toEqual({ part: '0 90 160 90', time: '0:10' })
    })
    expect(await slider(page).getAttribute('aria-valuetext')).toMatch(/^0:10 of 0:2[34]$/)
    expect(await page.locator('.seek-glimpse').getAttribute('aria-hidden')).toBe('true')
    await page.keyboard.press('Tab')
    await until(async () => expect(await glimpseOf(page)).toBeNull())
  })

  test('is its time alone while the film has no pictures', async () => {
    const { page, troubles, fetched } = await watching(paths.unfinished)
    await pause(page)
    await page.mouse.move(...(await pointAt(page, 0.51)))
    await until(async () => expect(await glimpseOf(page)).toEqual({ part: null, time: '0:04' }))
    expect(fetched).toEqual([])
    expect(troubles).toEqual([])
  })

  test('is its time alone while the pictures cannot be fetched, and has one as soon as they can', async () => {
    const { page } = await watching(paths.wide)
    let asked = 0
    await page.route('**/storyboard-*.vtt', (route) => {
      asked += 1
      return asked === 1 ? route.fulfill({ status: 503 }) : route.continue()
    })
    await page.mouse.move(...(await pointAt(page, 0.4)))
    await until(() => expect(asked).toBe(1))
    expect((await glimpseOf(page))?.part).toBeNull()
    let step = 0
    await until(async () => {
      step += 1
      await page.mouse.move(...(await pointAt(page, 0.4 + (step % 2) / 10)))
      expect((await glimpseOf(page))?.part).toEqual(expect.any(String))
    })
  })

  test('is shown in a frame on another page too', async () => {
    const { page, open } = await on.visit({ viewport: { width: 640, height: 360 } })
    await open(paths.framed)
    await waitForScripts(page)
    await page.mouse.move(...(await pointAt(page, 0.51)))
    await until(async () => expect(await glimpseOf(page)).toEqual({ part: '320 90 160 90', time: '0:12' }))
  })
})

describe('at the ends of the bar', () => {
  const narrow = { viewport: { width: 390, height: 844 } }

  test.each([
    ['a wide film', 'wide', {}],
    ['a tall film', 'tall', {}],
    ['a wide film in a narrow window', 'wide', narrow],
    ['a tall film in a narrow window', 'tall', narrow],
  ] as const)('the moment of %s stays inside the player', async (_name, path, options) => {
    const { page } = await watching(paths[path], options)
    await pause(page)
    for (const [share, time] of [
      [0, /^0:00$/],
      [0.99, /^0:23$/],
    ] as const) {
      await page.mouse.move(...(await pointAt(page, share)))
      const whole = { part: expect.any(String), time: expect.stringMatching(time) }
      await until(async () => expect(await glimpseOf(page)).toEqual(whole))
      const [glimpse, player] = [await boxOf(page, '.seek-glimpse'), await boxOf(page, '.player')]
      expect(glimpse.x).toBeGreaterThanOrEqual(player.x)
      expect(glimpse.x + glimpse.width).toBeLessThanOrEqual(player.x + player.width)
      expect(glimpse.y).toBeGreaterThanOrEqual(player.y)
    }
  })

  test('a finger on the bar has the moment above it until it is lifted', async () => {
    const { page } = await watching(paths.wide, { ...narrow, hasTouch: true, isMobile: true })
    await pause(page)
    const touch = await page.context().newCDPSession(page)
    const put = async (type: 'touchStart' | 'touchMove' | 'touchEnd', share?: number) => {
      const [x, y] = await pointAt(page, share ?? 0)
      await touch.send('Input.dispatchTouchEvent', { type, touchPoints: share === undefined ? [] : [{ x, y }] })
    }
    await put('touchStart', 0.2)
    for (const share of [0.3, 0.4, 0.51]) await put('touchMove', share)
    await until(async () => expect((await glimpseOf(page))?.time).toBe('0:12'))
    await put('touchEnd')
    await until(async () => expect(await glimpseOf(page)).toBeNull())
    expect(await positionOf(page)).toBeCloseTo(12, 0)
  })
})

describe('with media at another address', () => {
  let site: TestHoshi

  beforeAll(async () => {
    site = await createTestHoshi({
      environment: (url) => ({ PUBLIC_URL: url, MEDIA_BASE_URL: url.replace('127.0.0.1', 'localhost') }),
    })
  })
  afterAll(() => site?.close())

  test('the pictures come from there', async () => {
    const creator = await createPerson(site.url, 'creator')
    const { id } = await publishWithPictures(creator, { seconds: 8, keyframeSeconds: 2 }, site)
    const { page, troubles, fetched } = await watching(`/watch/${id}`, {}, site.url)
    await pause(page)
    await page.mouse.move(...(await pointAt(page, 0.51)))
    await until(async () => expect(await glimpseOf(page)).toEqual({ part: '640 0 160 90', time: '0:04' }))
    const sheet = page.locator('.seek-glimpse image')
    expect(await sheet.getAttribute('href')).toContain(site.url.replace('127.0.0.1', 'localhost'))
    await until(() => expect(fetched).toEqual(['vtt', 'webp']))
    expect(troubles.filter((trouble) => !trouble.startsWith('leaves the site'))).toEqual([])
  })
})
