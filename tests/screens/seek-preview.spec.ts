import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { waitForHydration } from '#tests/support/browser/forms.ts'
import { queryDatabase } from '#tests/support/data/query-database.server.ts'
import { compatibleApiSettings } from '#tests/support/http/compatible-api.ts'
import { createPerson, type Person } from '#tests/support/http/person.ts'
import type { FinishedClip } from '#tests/support/media/finished-clips.ts'
import { publishFinished } from '#tests/support/media/golden-renditions.server.ts'
import { MAX_WAIT_MS } from '#tests/support/run/max-wait.ts'
import { setUpApp } from '#tests/support/worlds/app-fixture.ts'
import { createTestHoshi, type TestHoshi } from '#tests/support/worlds/test-hoshi.ts'

const app = setUpApp(async () => ({ environment: compatibleApiSettings }))
const paths = { wide: '', tall: '', embedded: '', unfinished: '' }

beforeAll(async () => {
  const creator = await createPerson(app.hoshi.url, 'creator', 'Aya')
  const wide = await publishWithStoryboard(creator, 'longSegments')
  const tall = await publishWithStoryboard(creator, 'upright')
  const unfinished = await publishWithStoryboard(creator, 'numbered')
  await queryDatabase(app.hoshi.connectionString, 'update videos set storyboard_name = null where uid = $1', [
    unfinished.videoId,
  ])
  paths.wide = `/watch/${wide.id}`
  paths.tall = `/watch/${tall.id}`
  paths.embedded = `/${wide.videoId}/iframe`
  paths.unfinished = `/watch/${unfinished.id}`
})

/** Publishes an episode whose video has a storyboard. */
async function publishWithStoryboard(
  creator: Person,
  clip: FinishedClip,
  site = app.hoshi,
): Promise<{ id: string; videoId: string }> {
  const id = await publishFinished(site, creator, clip)
  const { videoId } = (await (await creator.call('GET', `/api/v1/episodes/${id}`)).json()) as { videoId: string }
  return { id, videoId }
}

/** A visitor whose video plays, and the storyboard files fetched. */
async function openPlayer(path: string, options: BrowserContextOptions = {}, url?: string) {
  const { page, open, errors } = await app.visit(options, url)
  const fetched: string[] = []
  page.on('request', (request) => {
    const name = /\/storyboard-\w+\.(vtt|webp)$/.exec(request.url())?.[1]
    if (name) fetched.push(name)
  })
  await open(path)
  // The video plays before the page's other scripts run.
  await waitForHydration(page)
  await until(async () => expect(await positionOf(page)).toBeGreaterThan(0))
  return { page, errors, fetched }
}

const positionOf = (page: Page) => page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime)
const pause = (page: Page) => page.locator('video').evaluate((video: HTMLVideoElement) => video.pause())
const slider = (page: Page) => page.getByRole('slider', { name: 'Seek' })

async function boxOf(page: Page, selector: string) {
  const box = await page.locator(selector).boundingBox()
  if (!box) throw new Error(`${selector} has no box.`)
  return box
}

/** Screen coordinates of a share of the bar. */
async function pointAt(page: Page, share: number): Promise<[x: number, y: number]> {
  const { x, y, width, height } = await boxOf(page, '.seek-range')
  return [x + 9 + (width - 18) * share, y + height / 2]
}

/** The seek preview above the bar: part of the sprite and time; null while there is none. */
const seekPreviewOf = (page: Page) =>
  page.evaluate(() => {
    const seekPreview = document.querySelector('.seek-preview.is-shown')
    if (!seekPreview) return null
    return { part: seekPreview.querySelector('svg')?.getAttribute('viewBox') ?? null, time: seekPreview.textContent }
  })

const until = (check: () => unknown) => vi.waitFor(check, { timeout: MAX_WAIT_MS, interval: 50 })

describe('the seek preview', () => {
  test('is shown where the mouse points at the bar, from one sprite that is not fetched earlier', async () => {
    const { page, errors, fetched } = await openPlayer(paths.wide)
    await pause(page)
    const pausedAt = await positionOf(page)
    expect(fetched).toEqual([])
    await page.mouse.move(...(await pointAt(page, 0.51)))
    await until(async () => expect(await seekPreviewOf(page)).toEqual({ part: '320 90 160 90', time: '0:12' }))
    await page.mouse.move(...(await pointAt(page, 0.23)))
    await until(async () => expect(await seekPreviewOf(page)).toEqual({ part: '800 0 160 90', time: '0:05' }))
    await page.waitForFunction(() => performance.getEntriesByType('resource').some(({ name }) => /\.webp$/.test(name)))
    expect(fetched).toEqual(['vtt', 'webp'])
    await page.mouse.move(5, 5)
    await until(async () => expect(await seekPreviewOf(page)).toBeNull())
    expect(await positionOf(page)).toBeCloseTo(pausedAt, 0)
    expect(errors).toEqual([])
  })

  test('is where a click seeks to', async () => {
    const { page } = await openPlayer(paths.wide)
    await pause(page)
    await page.mouse.move(...(await pointAt(page, 0.76)))
    await until(async () => expect((await seekPreviewOf(page))?.time).toBe('0:18'))
    await page.mouse.down()
    await page.mouse.up()
    await until(async () => expect(await positionOf(page)).toBeCloseTo(18, 0))
    await page.locator('.controls-time b').getByText('0:18').waitFor()
  })

  test('follows a dragged knob, also beside the bar, until it is released', async () => {
    const { page } = await openPlayer(paths.wide)
    await pause(page)
    await page.mouse.move(...(await pointAt(page, 0.2)))
    await page.mouse.down()
    const [x, y] = await pointAt(page, 0.51)
    await page.mouse.move(x, y - 150, { steps: 4 })
    await until(async () => expect(await seekPreviewOf(page)).toEqual({ part: '320 90 160 90', time: '0:12' }))
    expect(await positionOf(page)).toBeCloseTo(12, 0)
    await page.mouse.up()
    await until(async () => expect(await seekPreviewOf(page)).toBeNull())
  })

  test('is shown when the slider moves by keys, until the slider loses focus', async () => {
    const { page } = await openPlayer(paths.wide)
    await pause(page)
    await slider(page).focus()
    expect(await page.locator('.seek-preview').count()).toBe(0)
    // It stays only briefly, which a busy machine may miss.
    await until(async () => {
      for (const key of ['Home', 'ArrowRight', 'ArrowRight']) await page.keyboard.press(key)
      expect(await seekPreviewOf(page)).toEqual({ part: '0 90 160 90', time: '0:10' })
    })
    expect(await slider(page).getAttribute('aria-valuetext')).toMatch(/^0:10 of 0:2[34]$/)
    expect(await page.locator('.seek-preview').getAttribute('aria-hidden')).toBe('true')
    await page.keyboard.press('Tab')
    await until(async () => expect(await seekPreviewOf(page)).toBeNull())
  })

  test('shows only its time while the video has no storyboard', async () => {
    const { page, errors, fetched } = await openPlayer(paths.unfinished)
    await pause(page)
    await page.mouse.move(...(await pointAt(page, 0.51)))
    await until(async () => expect(await seekPreviewOf(page)).toEqual({ part: null, time: '0:04' }))
    expect(fetched).toEqual([])
    expect(errors).toEqual([])
  })

  test('shows only its time while the storyboard cannot be fetched, and a frame as soon as it can', async () => {
    const { page } = await openPlayer(paths.wide)
    // While it plays, the bar soon rests, and takes no pointer.
    await pause(page)
    let requestCount = 0
    await page.route('**/storyboard-*.vtt', (route) => {
      requestCount += 1
      return requestCount === 1 ? route.fulfill({ status: 503 }) : route.continue()
    })
    await page.mouse.move(...(await pointAt(page, 0.4)))
    await until(() => expect(requestCount).toBe(1))
    await until(async () => expect(await seekPreviewOf(page)).toMatchObject({ part: null }))
    let step = 0
    await until(async () => {
      step += 1
      await page.mouse.move(...(await pointAt(page, 0.4 + (step % 2) / 10)))
      expect((await seekPreviewOf(page))?.part).toEqual(expect.any(String))
    })
  })

  test('is shown in a frame on another page too', async () => {
    const { page, open } = await app.visit({ viewport: { width: 640, height: 360 } })
    await open(paths.embedded)
    await waitForHydration(page)
    await page.mouse.move(...(await pointAt(page, 0.51)))
    await until(async () => expect(await seekPreviewOf(page)).toEqual({ part: '320 90 160 90', time: '0:12' }))
  })
})

describe('at the ends of the bar', () => {
  const narrow = { viewport: { width: 390, height: 844 } }

  test.each([
    ['a wide video', 'wide', {}, '0:23'],
    ['a tall video', 'tall', {}, '0:07'],
    ['a wide video in a narrow window', 'wide', narrow, '0:23'],
    ['a tall video in a narrow window', 'tall', narrow, '0:07'],
  ] as const)('the moment of %s stays inside the player', async (_name, path, options, last) => {
    const { page } = await openPlayer(paths[path], options)
    await pause(page)
    for (const [share, time] of [
      [0, '0:00'],
      [0.99, last],
    ] as const) {
      await page.mouse.move(...(await pointAt(page, share)))
      const expected = { part: expect.any(String), time }
      await until(async () => expect(await seekPreviewOf(page)).toEqual(expected))
      const [seekPreview, player] = [await boxOf(page, '.seek-preview'), await boxOf(page, '.player')]
      expect(seekPreview.x).toBeGreaterThanOrEqual(player.x)
      expect(seekPreview.x + seekPreview.width).toBeLessThanOrEqual(player.x + player.width)
      expect(seekPreview.y).toBeGreaterThanOrEqual(player.y)
    }
  })

  test('a touch on the bar shows the preview until it ends', async () => {
    const { page } = await openPlayer(paths.wide, { ...narrow, hasTouch: true, isMobile: true })
    await pause(page)
    const session = await page.context().newCDPSession(page)
    const dispatchTouch = async (type: 'touchStart' | 'touchMove' | 'touchEnd', share?: number) => {
      const [x, y] = await pointAt(page, share ?? 0)
      await session.send('Input.dispatchTouchEvent', { type, touchPoints: share === undefined ? [] : [{ x, y }] })
    }
    await dispatchTouch('touchStart', 0.2)
    for (const share of [0.3, 0.4, 0.51]) await dispatchTouch('touchMove', share)
    await until(async () => expect((await seekPreviewOf(page))?.time).toBe('0:12'))
    await dispatchTouch('touchEnd')
    await until(async () => expect(await seekPreviewOf(page)).toBeNull())
    expect(await positionOf(page)).toBeCloseTo(12, 0)
  })
})

describe('with media at another origin', () => {
  let site: TestHoshi

  beforeAll(async () => {
    site = await createTestHoshi({
      environment: (url) => ({ PUBLIC_URL: url, MEDIA_BASE_URL: url.replace('127.0.0.1', 'localhost') }),
    })
  })
  afterAll(() => site?.close())

  test('the storyboard comes from there', async () => {
    const creator = await createPerson(site.url, 'creator')
    const { id } = await publishWithStoryboard(creator, 'numbered', site)
    const { page, errors, fetched } = await openPlayer(`/watch/${id}`, {}, site.url)
    await pause(page)
    await page.mouse.move(...(await pointAt(page, 0.51)))
    await until(async () => expect(await seekPreviewOf(page)).toEqual({ part: '640 0 160 90', time: '0:04' }))
    const sprite = page.locator('.seek-preview image')
    expect(await sprite.getAttribute('href')).toContain(site.url.replace('127.0.0.1', 'localhost'))
    await until(() => expect(fetched).toEqual(['vtt', 'webp']))
    expect(errors.filter((error) => !error.startsWith('leaves the site'))).toEqual([])
  })
})
