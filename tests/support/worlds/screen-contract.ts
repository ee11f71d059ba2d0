import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axeViolationsAtAllWidths, axeViolationsInEveryLook } from '#tests/support/browser/axe-violations.ts'
import type { Visitor } from '#tests/support/browser/browser.server.ts'
import { waitForHydration } from '#tests/support/browser/forms.ts'
import {
  delayFonts,
  type LayoutShifts,
  layoutShifts,
  recordLayoutShifts,
  startScriptsAfterPaint,
} from '#tests/support/browser/layout-shifts.ts'
import { type Screen, type ScreenIds, SMALL, WITH_PLAYER } from './screens.ts'

/** The page of all screens of a spec: a new one for each would take twice the processor time. */
export interface ScreenPage {
  readonly visitor: Visitor
}

/** Called once at the top of a spec. @param visit makes the visitor, signed in or not */
export function openScreenPage(visit: () => Promise<Visitor>): ScreenPage {
  let visitor: Visitor
  beforeAll(async () => {
    visitor = await visit()
    await recordLayoutShifts(visitor.page)
  })
  afterAll(() => visitor?.close())
  return {
    get visitor() {
      return visitor
    },
  }
}

/** Tests a screen in a browser. Its answer is tested in `src/server/http/every-page.db.test.ts`. */
export function testScreen(screen: Screen, ids: () => ScreenIds, opened: ScreenPage): void {
  let page: Page
  let beforeFonts: LayoutShifts

  // One visit for all tests below: each only reads, or leaves the page unchanged.
  beforeAll(async () => {
    page = opened.visitor.page
    // With the request for a font in the test's hands, the browser uses no cache: each is a first visit.
    const releaseFonts = await delayFonts(page)
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.goto(screen.path(ids()), { waitUntil: 'commit' })
    await startScriptsAfterPaint(page)
    await waitForHydration(page)
    beforeFonts = await layoutShifts(page)
    releaseFonts()
    await page.waitForLoadState('networkidle')
  })
  afterAll(async () => {
    await page.unrouteAll()
    await page.evaluate(() => {
      localStorage.clear()
      sessionStorage.clear()
    })
    opened.visitor.errors.length = 0
  })

  test('nothing is blocked, third-party or in the console', () => {
    // The browser itself logs the refusal of the page.
    const refusal = `status of ${screen.status}`
    const unexpected = opened.visitor.errors.filter((error) => !(screen.status && error.includes(refusal)))
    expect(unexpected).toEqual([])
  })

  test('nothing shifts while it loads', () => {
    // late-fonts covers shifts by fonts.
    expect(beforeFonts.moves).toEqual([])
  })

  test('loads no more script than allowed', async () => {
    const most = screen.scripts ?? SMALL
    // A player loads last: it is there when a frame is.
    const isReady = (hasVideo: boolean) => !hasVideo || (document.querySelector('video')?.videoWidth ?? 0) > 0
    await page.waitForFunction(isReady, most === WITH_PLAYER)
    await page.waitForLoadState('networkidle')
    const bytes = await scriptBytes(page)
    expect(bytes).toBeGreaterThan(most === WITH_PLAYER ? 100_000 : 10_000)
    expect(bytes).toBeLessThanOrEqual(most)
  })

  test('lets the keyboard jump to the content', async () => {
    await page.keyboard.press('Tab')
    expect(await page.getByRole('link', { name: 'Skip to content' }).isVisible()).toBe(true)
    await page.keyboard.press('Enter')
    await expect.poll(() => new URL(page.url()).hash).toBe('#main')
    await page.keyboard.press('Tab')
    const isInside = await page.evaluate(() => document.querySelector('main')?.contains(document.activeElement))
    expect(isInside).toBe(true)
  })

  test('is accessible, wide and narrow, dark and light', async () => {
    const audit = screen.isFirstOfLayout ? axeViolationsInEveryLook : axeViolationsAtAllWidths
    expect(await audit(page)).toEqual([])
  })

  test('never scrolls sideways, on a phone or zoomed in', async () => {
    // 720 px is the width of a 1440 px window at 200 % zoom.
    for (const width of [720, 390, 360, 320]) {
      await page.setViewportSize({ width, height: 700 })
      const widest = await page.evaluate(() => document.documentElement.scrollWidth)
      expect(widest, `at ${width} px`).toBeLessThanOrEqual(width)
    }
  })
}

/** The bytes of all scripts that the page loaded, compressed. */
function scriptBytes(page: Page): Promise<number> {
  return page.evaluate(() => {
    const files = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    const scripts = files.filter(({ name }) => /\.m?js$/.test(new URL(name).pathname))
    return scripts.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)
  })
}
