import type { BrowserContextOptions, Page, Request } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { loopFilms } from '#tests/support/browser/player.ts'
import { createPerson } from '#tests/support/http/person.ts'
import type { FinishedClip } from '#tests/support/media/finished-clips.ts'
import { publishFinished } from '#tests/support/media/golden-renditions.server.ts'
import { setUpApp } from '#tests/support/worlds/app-fixture.ts'

const app = setUpApp()
const SECONDS = 22
const paths = { long: '', short: '', silent: '' }

beforeAll(async () => {
  const creator = await createPerson(app.hoshi.url, 'creator', 'Aya')
  const publish = async (clip: FinishedClip) => `/watch/${await publishFinished(app.hoshi, creator, clip)}`
  paths.long = await publish('film')
  paths.short = await publish('brief')
  paths.silent = await publish('silent')
})

/** A watch page about to be opened, and the media files it fetches, in order. */
async function openWatchPage(options: BrowserContextOptions = {}) {
  const { page, errors } = await app.visit(options)
  // These tests look at events before a page has loaded.
  const open = (path: string) => page.goto(path, { waitUntil: 'commit' })
  const media: string[] = []
  page.on('request', (request: Request) => {
    const name = /\/media\/\w+\/(.*)$/.exec(new URL(request.url()).pathname)?.[1]
    if (name && /\.(m3u8|mp4|m4s)$/.test(name)) media.push(name)
  })
  // Records every stall and every source of the video, from the start.
  await page.addInitScript(() => {
    const seen = window as unknown as Seen
    seen.stalls = []
    seen.sources = new Set()
    const record = (event: Event) => {
      const video = event.target as HTMLVideoElement
      const { buffered, currentTime, duration, seeking } = video
      const end = buffered.length > 0 ? buffered.end(buffered.length - 1) : 0
      // A busy machine may also decode too slowly; only stalls with nothing to decode count.
      const isBufferEmpty = end - currentTime < 0.5 && duration - currentTime > 0.5
      if (event.type === 'waiting' && currentTime > 0.1 && !seeking && isBufferEmpty) seen.stalls.push(currentTime)
      if (event.type === 'emptied' || event.type === 'loadstart') seen.sources.add(video.currentSrc || video.src)
    }
    for (const type of ['waiting', 'loadstart', 'emptied']) document.addEventListener(type, record, true)
  })
  return { page, open, errors, media }
}

interface Seen {
  /** Positions, in seconds. */
  stalls: number[]
  sources: Set<string>
}

const playbackState = (page: Page) =>
  page.evaluate(() => {
    const video = document.querySelector('video')
    const { stalls, sources } = window as unknown as Seen
    return {
      seconds: video && video.videoWidth > 0 ? video.currentTime : 0,
      duration: video?.duration ?? 0,
      isPaused: video?.paused ?? true,
      hasEnded: video?.ended ?? false,
      hasFailed: document.querySelector('.player-failed') !== null,
      stalls,
      sources: [...sources].filter((source) => source !== '').length,
    }
  })

async function untilAt(page: Page, seconds: number): Promise<void> {
  await expect.poll(async () => (await playbackState(page)).seconds).toBeGreaterThan(seconds)
}

async function setRate(page: Page, rate: number): Promise<void> {
  await page.evaluate((times) => {
    const video = document.querySelector('video')
    if (video) video.playbackRate = times
  }, rate)
}

/** Plays a video to its end: slowly until it is fully buffered, to avoid stalls on a slow machine, then fast. */
async function playToEnd(page: Page): Promise<void> {
  await untilAt(page, 0.2)
  await setRate(page, 0.0625)
  const isFullyBuffered = () =>
    page.evaluate(() => {
      const { buffered, duration } = document.querySelector('video')!
      return buffered.length > 0 && buffered.end(buffered.length - 1) > duration - 0.5
    })
  await expect.poll(isFullyBuffered).toBe(true)
  await setRate(page, 2)
  await expect.poll(async () => (await playbackState(page)).hasEnded).toBe(true)
}

describe('a video', () => {
  test('plays before any playlist or player script has loaded', async () => {
    const { page, open, media } = await openWatchPage()
    await page.route('**/*.m3u8', () => {})
    await page.route('**/assets/*.js', () => {})
    await open(paths.long)
    await untilAt(page, 0.5)
    expect(media.slice(0, 2).map((name) => name.split('/')[1])).toEqual(['init.mp4', '0001.m4s'])
    expect(media.filter((name) => name.endsWith('.m3u8'))).toEqual([])
  })

  test('is handed off to the player without a stall and plays to its end, with no segment fetched twice', async () => {
    const { page, open, errors, media } = await openWatchPage()
    await open(paths.long)
    await playToEnd(page)
    const { stalls, sources, duration, hasFailed } = await playbackState(page)
    expect({ stalls, sources, hasFailed }).toEqual({ stalls: [], sources: 1, hasFailed: false })
    expect(duration).toBeCloseTo(SECONDS, 0)
    const segments = media.filter((name) => name.endsWith('.m4s')).map((name) => name.split('/')[1])
    expect(segments).toEqual([...new Set(segments)])
    expect(segments).toHaveLength(6)
    expect(media.some((name) => name.endsWith('.m3u8'))).toBe(true)
    expect(errors).toEqual([])
  })

  test('of one segment needs nothing else to play to its end', async () => {
    const { page, open, errors, media } = await openWatchPage()
    await open(paths.short)
    await expect.poll(async () => (await playbackState(page)).hasEnded).toBe(true)
    expect(media.map((name) => name.split('/')[1])).toEqual(['init.mp4', '0001.m4s'])
    expect(errors).toEqual([])
  })

  test('without an audio track is handed off like any other', async () => {
    const { page, open, errors } = await openWatchPage()
    await open(paths.silent)
    await playToEnd(page)
    expect(await playbackState(page)).toMatchObject({ stalls: [], sources: 1 })
    expect(errors).toEqual([])
  })

  test('can be sought in before it is handed off', async () => {
    const { page, open, errors } = await openWatchPage()
    await page.addInitScript(loopFilms)
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/*.m3u8', async (route) => {
      await released
      await route.continue()
    })
    await open(paths.long)
    await untilAt(page, 0.2)
    await page.evaluate(() => {
      const video = document.querySelector('video')
      if (video) video.currentTime = 15
    })
    release()
    await untilAt(page, 15.5)
    expect(await playbackState(page)).toMatchObject({ sources: 1, hasFailed: false, isPaused: false })
    await page.evaluate(() => {
      const video = document.querySelector('video')
      if (video) video.currentTime = 1
    })
    await expect.poll(async () => (await playbackState(page)).seconds).toBeLessThan(5)
    await untilAt(page, 1.5)
    expect(errors).toEqual([])
  })

  test.each([
    ['init segment', '**/init.mp4'],
    ['first segment', '**/0001.m4s'],
  ])('plays although its %s was missing at first', async (_name, pattern) => {
    const { page, open } = await openWatchPage()
    await page.addInitScript(loopFilms)
    let requestCount = 0
    await page.route(pattern, (route) => {
      requestCount += 1
      return requestCount === 1 ? route.fulfill({ status: 404 }) : route.continue()
    })
    await open(paths.long)
    await untilAt(page, 0.5)
    expect(await playbackState(page)).toMatchObject({ hasFailed: false, isPaused: false })
  })

  test('plays although its first segment was truncated', async () => {
    const { page, open } = await openWatchPage()
    let requestCount = 0
    await page.route('**/0001.m4s', async (route) => {
      requestCount += 1
      if (requestCount > 1) return route.continue()
      const body = await (await route.fetch()).body()
      return route.fulfill({ status: 200, body: Buffer.concat([body.subarray(0, 4000), Buffer.alloc(5000, 7)]) })
    })
    await open(paths.long)
    await untilAt(page, 0.5)
    expect(await playbackState(page)).toMatchObject({ hasFailed: false })
  })

  test('that cannot be fetched shows a message', async () => {
    const { page, open } = await openWatchPage()
    await page.route('**/media/**', (route) => route.fulfill({ status: 404 }))
    await open(paths.long)
    await page.getByText('This episode cannot be played right now.').waitFor()
  })

  test('is released when its page is left during the start', async () => {
    const { page, open, errors } = await openWatchPage()
    await page.route('**/0001.m4s', () => {})
    await open(paths.long)
    await page.getByRole('link', { name: 'Back to Explore' }).click()
    await page.getByRole('heading', { level: 1, name: 'Explore' }).waitFor()
    expect(errors).toEqual([])
  })

  test('opened from Explore starts without a playlist too', async () => {
    const { page, open, media, errors } = await openWatchPage()
    await page.route('**/*.m3u8', () => {})
    await open('/explore')
    await page.locator(`a[href="${paths.long}"]`).click()
    await untilAt(page, 0.5)
    expect(media.filter((name) => name.endsWith('.m4s'))[0]).toMatch(/\/0001\.m4s$/)
    expect(errors).toEqual([])
  })
})
