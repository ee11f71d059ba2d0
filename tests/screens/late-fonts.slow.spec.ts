import { beforeAll, describe, expect, test } from 'vitest'
import { withMotion } from '#tests/support/browser/browser.server.ts'
import { waitForHydration } from '#tests/support/browser/forms.ts'
import {
  delayFonts,
  layoutShifts,
  recordLayoutShifts,
  startScriptsAfterPaint,
} from '#tests/support/browser/layout-shifts.ts'
import { seedEpisode } from '#tests/support/data/publishing.ts'
import { createPerson } from '#tests/support/http/person.ts'
import { setUpApp } from '#tests/support/worlds/app-fixture.ts'

const app = setUpApp()
/** Lighthouse reports thousandths. */
const NONE = 0.001
/** A line of each wraps differently with the fallback; a page is good up to 0.1. */
const WRAPPED: Record<string, number> = { '/contact': 0.005, '/terms': 0.002, '/privacy': 0.005 }
/** Chromium excuses movement for half a second after a window gets its size. */
const EXCUSED_MS = 500

const paths: Record<string, string> = {}

beforeAll(async () => {
  const creator = await createPerson(app.hoshi.url, 'creator', '月見')
  const supportLinks = [{ label: 'Patreon', url: 'https://example.com/studio' }]
  await creator.call('PATCH', '/api/v1/creators/me', { bio: 'Small jokes, drawn seriously.', supportLinks })
  for (const title of ['A Quiet Star', '星の夜']) {
    const description = 'Snow falls on the bus stop. '.repeat(4)
    const id = await seedEpisode(app.hoshi.connectionString, creator, { title, description })
    paths.watch = `/watch/${id}`
  }
  paths.profile = `/creator/${creator.account.uid}`
})

// A phone's letters have fractions of pixels by themselves, a desktop's by a style.
const screens = [
  { width: 1350, height: 940, deviceScaleFactor: 1 },
  { width: 412, height: 823, deviceScaleFactor: 2.625 },
]
const names = ['/', '/explore', 'profile', 'watch', '/login', '/signup', '/about', '/contact', '/terms', '/privacy']

describe.each(screens)('on a screen of $width pixels', ({ width, height, deviceScaleFactor }) => {
  test.each(names)('%s does not shift when its fonts load late', async (name) => {
    const { page } = await app.visit({ ...withMotion, viewport: { width, height }, deviceScaleFactor })
    await recordLayoutShifts(page)
    const loadedFonts: string[] = []
    page.on('requestfinished', (request) => {
      if (request.url().endsWith('.woff2')) loadedFonts.push(request.url())
    })
    const releaseFonts = await delayFonts(page)
    await page.goto(paths[name] ?? name, { waitUntil: 'commit' })
    await startScriptsAfterPaint(page)
    await waitForHydration(page)
    await layoutShifts(page)
    expect(loadedFonts).toEqual([])
    await page.waitForFunction((excused) => performance.now() > 2 * excused, EXCUSED_MS)
    releaseFonts()
    await page.waitForLoadState('networkidle')
    await page.evaluate(() => document.fonts.ready)
    expect(loadedFonts.length).toBeGreaterThanOrEqual(2)
    const { sum, moves } = await layoutShifts(page)
    expect(sum, moves.join('; ')).toBeLessThan(WRAPPED[name] ?? NONE)
  })
})
