import type { Page } from 'playwright-core'

/** Layout shifts of a page that no input caused. */
export interface LayoutShifts {
  /** Cumulative layout shift: moved shares of the window times their distance. */
  sum: number
  /** Each shift, as text. */
  moves: string[]
}

interface Shift {
  value: number
  what: string[]
}

/**
 * Records layout shifts from the next page on.
 *
 * @param container a selector: records every shift inside it, while the page is parsed too. Without it, all shifts of
 *   the page are recorded from its first whole frame on, because a busy browser paints parts of a page as it reads them
 */
export async function recordLayoutShifts(page: Page, container: string | null = null): Promise<void> {
  await page.addInitScript((container) => {
    interface Entry extends PerformanceEntry {
      value: number
      hadRecentInput: boolean
      sources: ShiftSource[]
    }
    interface ShiftSource {
      node: Node | null
      previousRect: DOMRectReadOnly
      currentRect: DOMRectReadOnly
    }
    const shifts: Shift[] = []
    Object.assign(window, { shifts })
    const named = (node: Node | null) =>
      node instanceof Element ? `${node.localName}.${node.className}` : (node?.textContent ?? 'gone').slice(0, 40)
    const rectOf = ({ x, y, width, height }: DOMRectReadOnly) => `${x},${y} ${width}×${height}`
    const described = ({ node, previousRect, currentRect }: ShiftSource) =>
      `${named(node)} (${rectOf(previousRect)} to ${rectOf(currentRect)})`
    let firstFrame = container === null ? Number.POSITIVE_INFINITY : 0
    // The first whole frame may itself move what an earlier one showed of the page.
    document.addEventListener('DOMContentLoaded', () =>
      requestAnimationFrame(() =>
        requestAnimationFrame((start) => {
          firstFrame = Math.min(firstFrame, start)
        }),
      ),
    )
    const isInside = ({ node }: ShiftSource) =>
      container === null || (node instanceof Element ? node : node?.parentElement)?.closest(container) != null
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources, startTime } of list.getEntries() as Entry[])
        if (!hadRecentInput && startTime > firstFrame && sources.some(isInside))
          shifts.push({ value, what: sources.map(described) })
    }).observe({ type: 'layout-shift', buffered: true })
  }, container)
}

/** Delays all fonts: shifts before then are caused by our scripts. @returns a function that lets them load */
export async function delayFonts(page: Page): Promise<() => void> {
  const released = Promise.withResolvers<void>()
  await page.route('**/*.woff2', async (route) => {
    await released.promise
    await route.continue()
  })
  return released.resolve
}

/**
 * Starts the page's scripts once it has content on screen, although its fonts are still loading. Movement by scripts is
 * not excused, as it would be after real input.
 */
export async function startScriptsAfterPaint(page: Page): Promise<void> {
  await page.waitForFunction(
    () => document.readyState !== 'loading' && performance.getEntriesByName('first-contentful-paint').length > 0,
  )
  await page.evaluate(() => dispatchEvent(new Event('keydown')))
}

/** The layout shifts of this page so far, once its scripts have nothing left to do and the result is painted. */
export async function layoutShifts(page: Page): Promise<LayoutShifts> {
  const shifts = await page.evaluate(async () => {
    // The first time after hydration has begun may lie between two of its steps.
    for (let n = 0; n < 2; n++) await new Promise((idle) => requestIdleCallback(idle))
    await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)))
    return (window as unknown as { shifts: Shift[] }).shifts
  })
  return {
    sum: shifts.reduce((sum, { value }) => sum + value, 0),
    moves: shifts.map(({ value, what }) => `${value.toFixed(6)}: ${what.join(', ')}`),
  }
}
