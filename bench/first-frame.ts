import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { openBrowser, type TestBrowser } from '#tests/support/browser/browser.server.ts'
import { waitForHydration } from '#tests/support/browser/forms.ts'
import { createPerson } from '#tests/support/http/person.ts'
import { bt709Tags } from '#tests/support/media/colour-tags.ts'
import { type BaselinePlayers, HLS_PAGE, MP4_PAGE, openBaselinePlayers } from './baseline-players.ts'
import { onCleanup } from './cleanup.ts'
import { obtainClips } from './clips.ts'
import { runFfmpeg } from './ffmpeg.ts'
import { type Figure, median } from './figures.ts'
import { withDataDir, withHoshi } from './hoshi-process.ts'
import { publishFile } from './short-clip.ts'

const ROUNDS = 3
const VIDEO_SECONDS = 40
const TIMEOUT_MS = 60_000
const HLS_GOAL = 0.3
const PREFETCHED_GOAL_MS = 150

/** A connection as the browser's devtools emulate it: latency on each request, shared bandwidth. */
interface Connection {
  name: string
  bitsPerSecond: number
  latencyMs: number
  /** Multiple of the time of a bare page with a faststart MP4: where bytes are fast, the rest of a page weighs more. */
  mp4Goal: number
}

const slow: Connection = { name: '1.6 Mbit/s, 150 ms', bitsPerSecond: 1_600_000, latencyMs: 150, mp4Goal: 1.1 }
const fast: Connection = { name: '10 Mbit/s, 40 ms', bitsPerSecond: 10_000_000, latencyMs: 40, mp4Goal: 1.25 }

/**
 * Time from the start of a navigation to the first frame on screen, with an empty cache: a full watch page beside bare
 * pages with only the same video, in turn; then from the click on a hovered card.
 */
export async function measureFirstFrame(report: (line: string) => void): Promise<Figure[]> {
  const { short } = await obtainClips(report)
  return withDataDir(async (dir) => {
    const videoPath = join(dir, 'video.mp4')
    report(`encoding ${VIDEO_SECONDS} s at 360p…`)
    await runFfmpeg([
      ...['-i', short, '-t', String(VIDEO_SECONDS), '-vf', 'scale=640:360:out_color_matrix=bt709'],
      // Without tags a picture this small would count as BT.601, and be encoded anew.
      ...[...bt709Tags, '-c:v', 'libx264', '-preset', 'veryfast'],
      ...['-b:v', '700k', '-maxrate', '900k', '-bufsize', '1400k', '-g', '48', '-sc_threshold', '0'],
      ...['-c:a', 'aac', '-b:a', '96k', videoPath],
    ])
    return withHoshi(async ({ url }) => {
      const creator = await createPerson(url, 'creator', 'Bench')
      const { episodeId } = await publishFile(creator, videoPath)
      const players = await openBaselinePlayers(videoPath, join(dir, 'plain'))
      const browser = await openBrowser()
      const unregister = onCleanup(() => browser.close())
      try {
        return await compare(browser, url, `/watch/${episodeId}`, players, report)
      } finally {
        unregister()
        await browser.close()
        await players.close()
      }
    })
  })
}

async function compare(
  browser: TestBrowser,
  url: string,
  watch: string,
  players: BaselinePlayers,
  report: (line: string) => void,
): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const connection of [slow, fast]) {
    const pages: [name: string, origin: string, path: string, taken: number[]][] = [
      ['watch page', url, watch, []],
      ['hls.js', players.url, HLS_PAGE, []],
      ['MP4', players.url, MP4_PAGE, []],
    ]
    const prefetchedTimes: number[] = []
    for (let round = 1; round <= ROUNDS; round += 1) {
      for (const [, origin, path, taken] of pages) taken.push(await firstFrameOf(browser, origin, path, connection))
      prefetchedTimes.push(await clickToFrame(browser, url, watch, connection))
      const results = pages.map(([name, , , taken]) => `${name} ${Math.round(taken.at(-1)!)}`)
      report(
        `${connection.name}, round ${round} of ${ROUNDS}: ${results.join(', ')}, click ${Math.round(prefetchedTimes.at(-1)!)} ms`,
      )
    }
    const [ours, hls, mp4] = pages.map(([, , , taken]) => median(taken)) as [number, number, number]
    figures.push(
      { ...figure(`first frame at ${connection.name}, beside hls.js`, ours, hls), goal: Math.round(hls * HLS_GOAL) },
      {
        ...figure(`first frame at ${connection.name}, beside faststart MP4`, ours, mp4),
        goal: Math.round(mp4 * connection.mp4Goal),
      },
      {
        name: `click to frame at ${connection.name}, card pointed at`,
        value: median(prefetchedTimes),
        unit: 'ms',
        goal: PREFETCHED_GOAL_MS,
      },
    )
  }
  return figures
}

function figure(name: string, value: number, baseline: number): Figure {
  return { name, value, unit: 'ms', baseline: { value: baseline } }
}

type TimedWindow = Window & { firstFrameAt?: number; clickedAt?: number }

async function firstFrameOf(
  browser: TestBrowser,
  origin: string,
  path: string,
  connection: Connection,
): Promise<number> {
  const visitor = await browser.visit(origin)
  try {
    await recordTimes(visitor.page)
    await throttle(visitor.page, connection)
    await visitor.page.goto(path, { waitUntil: 'commit' })
    return await frameTime(visitor.page)
  } finally {
    await visitor.close()
  }
}

async function clickToFrame(
  browser: TestBrowser,
  origin: string,
  watch: string,
  connection: Connection,
): Promise<number> {
  const visitor = await browser.visit(origin)
  try {
    const { page } = visitor
    await recordTimes(page)
    await throttle(page, connection)
    await page.goto('/explore', { waitUntil: 'commit' })
    await waitForHydration(page)
    const open = page.locator(`a[href="${watch}"]`)
    const prefetch = page.waitForResponse((response) => response.url().endsWith('/0001.m4s'))
    await open.hover()
    await (await prefetch).finished()
    await open.click()
    const frame = await frameTime(page)
    return frame - (await page.evaluate(() => (window as TimedWindow).clickedAt ?? 0))
  } finally {
    await visitor.close()
  }
}

/** Records when the player's first frame is on screen, and when something was clicked. */
async function recordTimes(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const timedWindow = window as TimedWindow
    addEventListener('click', () => (timedWindow.clickedAt = performance.now()), { capture: true })
    const watched = new WeakSet<HTMLVideoElement>()
    new MutationObserver(() => {
      for (const video of document.querySelectorAll<HTMLVideoElement>('video:not(.preview-clip)')) {
        if (watched.has(video)) continue
        watched.add(video)
        video.requestVideoFrameCallback((now) => (timedWindow.firstFrameAt ??= now))
      }
    }).observe(document, { childList: true, subtree: true })
  })
}

async function frameTime(page: Page): Promise<number> {
  const firstFrameAt = () => (window as TimedWindow).firstFrameAt
  const found = await page.waitForFunction(firstFrameAt, undefined, { timeout: TIMEOUT_MS, polling: 20 })
  return (await found.jsonValue()) ?? 0
}

async function throttle(page: Page, { bitsPerSecond, latencyMs }: Connection): Promise<void> {
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
