import type { Page } from 'playwright-core'

/** What moved on a page without anybody's hand. */
export interface LayoutShifts {
  /** Cumulative layout shift: shares of the window that moved, times how far. */
  sum: number
  /** Each move, in words. */
  moves: string[]
}

interface Shift {
  value: number
  what: string[]
}

/** From the next page on, writes down what moves. */
export async function noteLayoutShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    interface Entry extends PerformanceEntry {
      value: number
      hadRecentInput: boolean
      sources: { node: Node | null }[]
    }
    const shifts: Shift[] = []
    Object.assign(window, { shifts })
    const named = ({ node }: { node: Node | null }) =>
      node instanceof Element ? `${node.localName}.${node.className}` : (node?.textContent ?? 'gone').slice(0, 40)
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries() as Entry[])
        if (!hadRecentInput) shifts.push({ value, what: sources.map(named) })
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

/** Lets no typeface come until told: what moves before is moved by our scripts. @returns lets them come */
export async function holdTypefaces(page: Page): Promise<() => void> {
  const held = Promise.withResolvers<void>()
  await page.route('**/*.woff2', async (route) => {
    await held.promise
    await route.continue()
  })
  return held.resolve
}

/** What has moved on this page so far, once what is there has been painted. */
export async function layoutShifts(page: Page): Promise<LayoutShifts> {
  const shifts = await page.evaluate(async () => {
    await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)))
    return (window as unknown as { shifts: Shift[] }).shifts
  })
  return {
    sum: shifts.reduce((sum, { value }) => sum + value, 0),
    moves: shifts.map(({ value, what }) => `${value.toFixed(6)}: ${what.join(', ')}`),
  }
}
