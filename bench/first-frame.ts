import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { openBrowser, type TestBrowser } from '#tests/support/browser.server.ts'
import { waitForScripts } from '#tests/support/by-hand.ts'
import { createPerson } from '#tests/support/person.ts'
import { obtainClips } from './clips.ts'
import { runFfmpeg } from './ffmpeg.ts'
import { type Figure, median } from './figures.ts'
import { withDataDir, withHoshi } from './hoshi-process.ts'
import { atTheEnd } from './leftovers.ts'
import { HLS_PAGE, MP4_PAGE, openPlainPlayers, type PlainPlayers } from './plain-players.ts'
import { publishFile } from './short-clip.ts'

const ROUNDS = 3
const FILM_SECONDS = 40
const PATIENCE_MS = 60_000
const HLS_GOAL = 0.3
const MP4_GOAL = 1.1
const WARM_GOAL_MS = 150

/** A line as the browser's own tools make it: each request waits, and all share the width. */
interface Line {
  name: string
  bitsPerSecond: number
  latencyMs: number
}

const slow: Line = { name: '1.6 Mbit/s, 150 ms', bitsPerSecond: 1_600_000, latencyMs: 150 }
const fast: Line = { name: '10 Mbit/s, 40 ms', bitsPerSecond: 10_000_000, latencyMs: 40 }

/**
 * From the start of a navigation to the first picture on the screen, with an empty cache: a whole watch page beside bare
 * pages that hold nothing but the same film, in turn; then from the click on a card that was pointed at.
 */
export async function measureFirstFrame(note: (line: string) => void): Promise<Figure[]> {
  const { short } = await obtainClips(note)
  return withDataDir(async (dir) => {
    const film = join(dir, 'film.mp4')
    note(`encoding ${FILM_SECONDS} s at 360p…`)
    await runFfmpeg([
      ...['-i', short, '-t', String(FILM_SECONDS), '-vf', 'scale=640:360', '-c:v', 'libx264', '-preset', 'veryfast'],
      ...['-b:v', '700k', '-maxrate', '900k', '-bufsize', '1400k', '-g', '48', '-sc_threshold', '0'],
      ...['-c:a', 'aac', '-b:a', '96k', film],
    ])
    return withHoshi(async ({ url }) => {
      const creator = await createPerson(url, 'creator', 'Bench')
      const { episodeId } = await publishFile(creator, film)
      const plain = await openPlainPlayers(film, join(dir, 'plain'))
      const browser = await openBrowser()
      const forget = atTheEnd(() => browser.close())
      try {
        return await compare(browser, url, `/watch/${episodeId}`, plain, note)
      } finally {
        forget()
        await browser.close()
        await plain.close()
      }
    })
  })
}

async function compare(
  browser: TestBrowser,
  url: string,
  watch: string,
  plain: PlainPlayers,
  note: (line: string) => void,
): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const line of [slow, fast]) {
    const pages: [name: string, origin: string, path: string, taken: number[]][] = [
      ['watch page', url, watch, []],
      ['hls.js', plain.url, HLS_PAGE, []],
      ['MP4', plain.url, MP4_PAGE, []],
    ]
    const warm: number[] = []
    for (let round = 1; round <= ROUNDS; round += 1) {
      for (const [, origin, path, taken] of pages) taken.push(await firstFrameOf(browser, origin, path, line))
      warm.push(await clickToFrame(browser, url, watch, line))
      const words = pages.map(([name, , , taken]) => `${name} ${Math.round(taken.at(-1)!)}`)
      note(`${line.name}, round ${round} of ${ROUNDS}: ${words.join(', ')}, click ${Math.round(warm.at(-1)!)} ms`)
    }
    const [ours, hls, mp4] = pages.map(([, , , taken]) => median(taken)) as [number, number, number]
    figures.push(
      { ...figure(`first frame at ${line.name}, beside hls.js`, ours, hls), goal: Math.round(hls * HLS_GOAL) },
      { ...figure(`first frame at ${line.name}, beside faststart MP4`, ours, mp4), goal: Math.round(mp4 * MP4_GOAL) },
      { name: `click to frame at ${line.name}, card pointed at`, value: median(warm), unit: 'ms', goal: WARM_GOAL_MS },
    )
  }
  return figures
}

function figure(name: string, value: number, baseline: number): Figure {
  return { name, value, unit: 'ms', baseline: { value: baseline } }
}

type Clocked = Window & { firstFrameAt?: number; clickedAt?: number }

async function firstFrameOf(browser: TestBrowser, origin: string, path: string, line: Line): Promise<number> {
  const visitor = await browser.visit(origin)
  try {
    await clockFrames(visitor.page)
    await slowDown(visitor.page, line)
    await visitor.page.goto(path, { waitUntil: 'commit' })
    return await frameTime(visitor.page)
  } finally {
    await visitor.leave()
  }
}

async function clickToFrame(browser: TestBrowser, origin: string, watch: string, line: Line): Promise<number> {
  const visitor = await browser.visit(origin)
  try {
    const { page } = visitor
    await clockFrames(page)
    await slowDown(page, line)
    await page.goto('/explore', { waitUntil: 'commit' })
    await waitForScripts(page)
    const open = page.locator(`a[href="${watch}"]`)
    const warmed = page.waitForResponse((response) => response.url().endsWith('/0001.m4s'))
    await open.hover()
    await (await warmed).finished()
    await open.click()
    const frame = await frameTime(page)
    return frame - (await page.evaluate(() => (window as Clocked).clickedAt ?? 0))
  } finally {
    await visitor.leave()
  }
}

/** Notes when the first picture of the player stands on the screen, and when something was clicked. */
async function clockFrames(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const clocked = window as Clocked
    addEventListener('click', () => (clocked.clickedAt = performance.now()), { capture: true })
    const watched = new WeakSet<HTMLVideoElement>()
    new MutationObserver(() => {
      for (const video of document.querySelectorAll<HTMLVideoElement>('video:not(.preview-clip)')) {
        if (watched.has(video)) continue
        watched.add(video)
        video.requestVideoFrameCallback((now) => (clocked.firstFrameAt ??= now))
      }
    }).observe(document, { childList: true, subtree: true })
  })
}

async function frameTime(page: Page): Promise<number> {
  const isThere = () => (window as Clocked).firstFrameAt
  const found = await page.waitForFunction(isThere, undefined, { timeout: PATIENCE_MS, polling: 20 })
  return (await found.jsonValue()) ?? 0
}

async function slowDown(page: Page, { bitsPerSecond, latencyMs }: Line): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.setCacheDisabled', { cacheDisabled: true })
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: latencyMs,
    downloadThroughput: bitsPerSecond / 8,
    uploadThroughput: bitsPerSecond / 16,
  })
}
