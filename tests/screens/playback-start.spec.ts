import type { BrowserContextOptions, Page, Request } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import type { ClipSpec } from '#tests/support/clips.server.ts'
import { publishFinished } from '#tests/support/golden-renditions.server.ts'
import { onScreen } from '#tests/support/on-screen.ts'
import { createPerson } from '#tests/support/person.ts'

const on = onScreen()
const SECONDS = 22
const paths = { film: '', short: '', silent: '' }

beforeAll(async () => {
  const creator = await createPerson(on.hoshi.url, 'creator', 'Aya')
  const publish = async (spec: ClipSpec) => `/watch/${await publishFinished(on.hoshi, creator, spec)}`
  paths.film = await publish({ seconds: SECONDS, keyframeSeconds: 2 })
  paths.short = await publish({ seconds: 3 })
  paths.silent = await publish({ seconds: 10, keyframeSeconds: 2, audio: 'none' })
})

/** A watch page about to be opened, and what it fetches of films, in order. */
async function visitor(options: BrowserContextOptions = {}) {
  const { page, troubles } = await on.visit(options)
  // What is looked at here begins before a page has loaded.
  const open = (path: string) => page.goto(path, { waitUntil: 'commit' })
  const media: string[] = []
  page.on('request', (request: Request) => {
    const name = /\/media\/\w+\/(.*)$/.exec(new URL(request.url()).pathname)?.[1]
    if (name && /\.(m3u8|mp4|m4s)$/.test(name)) media.push(name)
  })
  // Everything that ever went wrong with the picture, from the first moment on.
  await page.addInitScript(() => {
    const seen = window as unknown as Seen
    seen.stalls = []
    seen.sources = new Set()
    const note = (event: Event) => {
      const video = event.target as HTMLVideoElement
      const { buffered, currentTime, duration, seeking } = video
      const end = buffered.length > 0 ? buffered.end(buffered.length - 1) : 0
      // A busy machine may decode too slowly, too; what is counted is that there was nothing to decode.
      const isStarved = end - currentTime < 0.5 && duration - currentTime > 0.5
      if (event.type === 'waiting' && currentTime > 0.1 && !seeking && isStarved) seen.stalls.push(currentTime)
      if (event.type === 'emptied' || event.type === 'loadstart') seen.sources.add(video.currentSrc || video.src)
    }
    for (const type of ['waiting', 'loadstart', 'emptied']) document.addEventListener(type, note, true)
  })
  return { page, open, troubles, media }
}

interface Seen {
  /** Where, in seconds. */
  stalls: number[]
  sources: Set<string>
}

const look = (page: Page) =>
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
  await expect.poll(async () => (await look(page)).seconds).toBeGreaterThan(seconds)
}

async function setRate(page: Page, rate: number): Promise<void> {
  await page.evaluate((times) => {
    const video = document.querySelector('video')
    if (video) video.playbackRate = times
  }, rate)
}

/** Lets a film run to its end: slowly until all of it is there, so that a slow machine does not run out of it, then fast. */
async function runToEnd(page: Page): Promise<void> {
  await untilAt(page, 0.2)
  await setRate(page, 0.0625)
  const isAllThere = () =>
    page.evaluate(() => {
      const { buffered, duration } = document.querySelector('video')!
      return buffered.length > 0 && buffered.end(buffered.length - 1) > duration - 0.5
    })
  await expect.poll(isAllThere).toBe(true)
  await setRate(page, 2)
  await expect.poll(async () => (await look(page)).hasEnded).toBe(true)
}

describe('a film', () => {
  test('runs before any playlist and any script of the player has been answered', async () => {
    const { page, open, media } = await visitor()
    await page.route('**/*.m3u8', () => {})
    await page.route('**/assets/*.js', () => {})
    await open(paths.film)
    await untilAt(page, 0.5)
    expect(media.slice(0, 2).map((name) => name.split('/')[1])).toEqual(['init.mp4', '0001.m4s'])
    expect(media.filter((name) => name.endsWith('.m3u8'))).toEqual([])
  })

  test('is taken over without a stop and runs to its end, and no byte of it comes twice', async () => {
    const { page, open, troubles, media } = await visitor()
    await open(paths.film)
    await runToEnd(page)
    const { stalls, sources, duration, hasFailed } = await look(page)
    expect({ stalls, sources, hasFailed }).toEqual({ stalls: [], sources: 1, hasFailed: false })
    expect(duration).toBeCloseTo(SECONDS, 0)
    const segments = media.filter((name) => name.endsWith('.m4s')).map((name) => name.split('/')[1])
    expect(segments).toEqual([...new Set(segments)])
    expect(segments).toHaveLength(6)
    expect(media.some((name) => name.endsWith('.m3u8'))).toBe(true)
    expect(troubles).toEqual([])
  })

  test('of one segment needs nothing else to run to its end', async () => {
    const { page, open, troubles, media } = await visitor()
    await open(paths.short)
    await expect.poll(async () => (await look(page)).hasEnded).toBe(true)
    expect(media.map((name) => name.split('/')[1])).toEqual(['init.mp4', '0001.m4s'])
    expect(troubles).toEqual([])
  })

  test('without sound is taken over like any other', async () => {
    const { page, open, troubles } = await visitor()
    await open(paths.silent)
    await runToEnd(page)
    expect(await look(page)).toMatchObject({ stalls: [], sources: 1 })
    expect(troubles).toEqual([])
  })

  test('can be sought in before it is taken over', async () => {
    const { page, open, troubles } = await visitor()
    let goOn = () => {}
    const held = new Promise<void>((resolve) => {
      goOn = resolve
    })
    await page.route('**/*.m3u8', async (route) => {
      await held
      await route.continue()
    })
    await open(paths.film)
    await untilAt(page, 0.2)
    await page.evaluate(() => {
      const video = document.querySelector('video')
      if (video) video.currentTime = 15
    })
    goOn()
    await untilAt(page, 15.5)
    expect(await look(page)).toMatchObject({ sources: 1, hasFailed: false, isPaused: false })
    await page.evaluate(() => {
      const video = document.querySelector('video')
      if (video) video.currentTime = 1
    })
    await expect.poll(async () => (await look(page)).seconds).toBeLessThan(5)
    await untilAt(page, 1.5)
    expect(troubles).toEqual([])
  })

  test.each([
    ['init segment', '**/init.mp4'],
    ['first segment', '**/0001.m4s'],
  ])('plays though its %s was missing at the start', async (_name, pattern) => {
    const { page, open } = await visitor()
    let asked = 0
    await page.route(pattern, (route) => {
      asked += 1
      return asked === 1 ? route.fulfill({ status: 404 }) : route.continue()
    })
    await open(paths.film)
    await untilAt(page, 0.5)
    expect(await look(page)).toMatchObject({ hasFailed: false, isPaused: false })
  })

  test('plays though the first segment broke off', async () => {
    const { page, open } = await visitor()
    let asked = 0
    await page.route('**/0001.m4s', async (route) => {
      asked += 1
      if (asked > 1) return route.continue()
      const body = await (await route.fetch()).body()
      return route.fulfill({ status: 200, body: Buffer.concat([body.subarray(0, 4000), Buffer.alloc(5000, 7)]) })
    })
    await open(paths.film)
    await untilAt(page, 0.5)
    expect(await look(page)).toMatchObject({ hasFailed: false })
  })

  test('that nothing comes of says so', async () => {
    const { page, open } = await visitor()
    await page.route('**/media/**', (route) => route.fulfill({ status: 404 }))
    await open(paths.film)
    await page.getByText('This episode cannot be played right now.').waitFor()
  })

  test('is let go of when its page is left in the middle of the start', async () => {
    const { page, open, troubles } = await visitor()
    await page.route('**/0001.m4s', () => {})
    await open(paths.film)
    await page.getByRole('link', { name: 'Back to Explore' }).click()
    await page.getByRole('heading', { level: 1, name: 'Explore' }).waitFor()
    expect(troubles).toEqual([])
  })

  test('found on Explore begins without a playlist too', async () => {
    const { page, open, media, troubles } = await visitor()
    await page.route('**/*.m3u8', () => {})
    await open('/explore')
    await page.locator(`a[href="${paths.film}"]`).click()
    await untilAt(page, 0.5)
    expect(media.filter((name) => name.endsWith('.m4s'))[0]).toMatch(/\/0001\.m4s$/)
    expect(troubles).toEqual([])
  })
})
