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

/** What has moved on this page so far, its typefaces settled. */
export async function layoutShifts(page: Page): Promise<LayoutShifts> {
  const shifts = await page.evaluate(async () => {
    await document.fonts.ready
    await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)))
    return (window as unknown as { shifts: Shift[] }).shifts
  })
  return {
    sum: shifts.reduce((sum, { value }) => sum + value, 0),
    moves: shifts.map(({ value, what }) => `${value.toFixed(6)}: ${what.join(', ')}`),
  }
}
