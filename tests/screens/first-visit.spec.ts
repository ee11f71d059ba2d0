import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { waitForHydration } from '#tests/support/browser/forms.ts'
import { setUpApp } from '#tests/support/worlds/app-fixture.ts'

const app = setUpApp()
/** A phone fetches six files simultaneously from one server; each further round is one more wait. */
const MAX_SCRIPTS = 12
/** The scripts run after this time at the latest. */
const MAX_WAIT_MS = 3000

test.each([
  ['/', ['landing', 'root']],
  ['/explore', ['root']],
  ['/login', ['entry', 'root']],
  ['/signup', ['entry', 'root']],
  ['/about', ['root', 'site-pages']],
  ['/faq', ['root', 'site-pages']],
])('%s has loaded before its scripts are requested', async (path, styles) => {
  const { page, open } = await app.visit({ colorScheme: 'dark' })
  await open(path)
  await page.waitForFunction(() => [...document.styleSheets].some(({ href }) => href?.includes('/japanese-')))
  const { files, loaded } = await timesOf(page)
  const scripts = files.filter(({ name }) => name.endsWith('.js'))
  expect(scripts.length).toBeGreaterThan(0)
  expect(scripts.length).toBeLessThanOrEqual(MAX_SCRIPTS)
  // On a slow machine they may start without waiting any longer.
  const earliest = Math.min(loaded, MAX_WAIT_MS)
  expect(scripts.filter(({ at }) => at < earliest)).toEqual([])
  // The styles of this screen load first, the list of Japanese fonts last.
  const first = files.slice(0, styles.length).map(({ name }) => name.replace(/-[\w-]{8}\.css$/, ''))
  expect(first.sort()).toEqual(styles)
  expect(files.filter(({ name }) => name.endsWith('.css'))).toHaveLength(styles.length + 1)
  const japanese = files.find(({ name }) => name.startsWith('japanese-'))
  expect(japanese?.at).toBeGreaterThan(scripts.at(-1)?.at ?? Number.POSITIVE_INFINITY)
})

interface Times {
  /** In the order of their requests. */
  files: { name: string; at: number }[]
  loaded: number
}

/** When this page requested its files and had loaded, in milliseconds since the start of the navigation. */
function timesOf(page: Page): Promise<Times> {
  return page.evaluate(() => {
    const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    const files = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    return {
      files: files
        .map(({ name, startTime }) => ({ name: new URL(name).pathname.replace(/^\/assets\//, ''), at: startTime }))
        .sort((a, b) => a.at - b.at),
      loaded: navigation?.loadEventStart ?? Number.NaN,
    }
  })
}

describe('a page that is still loading its pictures', () => {
  /** Time stands still on the page: nothing happens because a slow machine has taken long. */
  async function openLogin(): Promise<{ page: Page; scripts: string[] }> {
    const { page } = await app.visit()
    const scripts: string[] = []
    page.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.push(request.url())
    })
    await page.route('**/*.svg', () => {})
    // The clock runs until it is paused: the moment of the pause must still be ahead, however long that takes.
    const now = Date.now()
    await page.clock.install({ time: now })
    await page.clock.pauseAt(now + 3_600_000)
    await page.goto('/login', { waitUntil: 'domcontentloaded' })
    return { page, scripts }
  }

  test.each<[string, (page: Page) => Promise<void>]>([
    ['key', (page) => page.keyboard.press('Tab')],
    ['press', (page) => page.mouse.down()],
  ])('runs its scripts at the first %s', async (_, act) => {
    const { page, scripts } = await openLogin()
    expect(scripts).toEqual([])
    await act(page)
    await waitForHydration(page)
  })

  test('runs its scripts after three seconds', async () => {
    const { page, scripts } = await openLogin()
    await page.clock.runFor(MAX_WAIT_MS - 1)
    expect(scripts).toEqual([])
    await page.clock.runFor(1)
    await waitForHydration(page)
  })
})
