import { gzipSync } from 'node:zlib'
import { openBrowser, type TestBrowser } from '#tests/support/browser/browser.server.ts'
import { createPerson } from '#tests/support/http/person.ts'
import { onCleanup } from './cleanup.ts'
import type { Figure } from './figures.ts'
import { withHoshi } from './hoshi-process.ts'
import { publishShortClip } from './short-clip.ts'

const GOAL_KB = 160
const WATCH_GOAL_KB = 300
const TIMEOUT_MS = 60_000

/** Gzipped size of all script files that a signed-out browser with an empty cache fetches for a screen. */
export async function measureScripts(report: (line: string) => void): Promise<Figure[]> {
  return withHoshi(async ({ url }) => {
    const creator = await createPerson(url, 'creator', 'Bench')
    const { episodeId } = await publishShortClip(creator)
    const screens: [name: string, path: string, goal: number][] = [
      ['landing', '/', GOAL_KB],
      ['explore', '/explore', GOAL_KB],
      ['login', '/login', GOAL_KB],
      ['signup', '/signup', GOAL_KB],
      ['about', '/about', GOAL_KB],
      ['faq', '/faq', GOAL_KB],
      ['forgot-password', '/forgot-password', GOAL_KB],
      ['reset-password', '/reset-password?token=none', GOAL_KB],
      ['creator-profile', `/creator/${creator.account.uid}`, GOAL_KB],
      ['not-found', '/no-such-page', GOAL_KB],
      ['watch, playing', `/watch/${episodeId}`, WATCH_GOAL_KB],
    ]
    const browser = await openBrowser()
    const unregister = onCleanup(() => browser.close())
    try {
      const figures: Figure[] = []
      for (const [name, path, goal] of screens) {
        const scripts = await scriptsOf(browser, url, path, name.startsWith('watch'))
        const kilobytes = (await gzippedBytes(scripts)) / 1000
        report(`${name}: ${scripts.length} files`)
        figures.push({ name: `scripts of ${name}, gzipped`, value: kilobytes, unit: 'KB', goal })
      }
      return figures
    } finally {
      unregister()
      await browser.close()
    }
  })
}

/** @returns URLs of the script files, without duplicates */
async function scriptsOf(browser: TestBrowser, url: string, path: string, plays: boolean): Promise<string[]> {
  const visitor = await browser.visit(url)
  try {
    const scripts = new Set<string>()
    visitor.page.on('response', (response) => {
      if (/javascript/.test(response.headers()['content-type'] ?? '')) scripts.add(response.url())
    })
    await visitor.open(path)
    if (plays) {
      const isPlaying = () => (document.querySelector('video')?.currentTime ?? 0) > 0
      await visitor.page.waitForFunction(isPlaying, undefined, { timeout: TIMEOUT_MS })
    }
    await visitor.page.waitForLoadState('networkidle')
    return [...scripts]
  } finally {
    await visitor.close()
  }
}

async function gzippedBytes(urls: readonly string[]): Promise<number> {
  let sum = 0
  for (const url of urls) {
    const response = await fetch(url)
    if (response.status !== 200) throw new Error(`${url} answered ${response.status}.`)
    sum += gzipSync(Buffer.from(await response.arrayBuffer())).length
  }
  return sum
}
