import axe from 'axe-core'
import type { Page } from 'playwright-core'

declare global {
  interface Window {
    axe: typeof axe
  }
}

/** Longer animations are part of what is looked at. */
const PASSING_MS = 2000

/** What colours decide; all else is the same in either scheme. */
const rulesOfColours = ['color-contrast', 'link-in-text-block']

/** What axe finds in the dark and in the light once colours have arrived there, as `scheme, rule: where`. */
export async function unreadable(page: Page): Promise<string[]> {
  // It is half a megabyte: a page gets it once, however often it is looked at.
  const hasAxe = await page.evaluate(() => 'axe' in window)
  if (!hasAxe) await page.evaluate(axe.source)
  const found: string[] = []
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    await settled(page)
    const runOnly = colorScheme === 'light' ? { runOnly: rulesOfColours } : {}
    const { violations } = await page.evaluate(
      (some) => window.axe.run(document, { resultTypes: ['violations'], ...some }),
      runOnly,
    )
    for (const { id, nodes } of violations)
      found.push(...nodes.map(({ target }) => `${colorScheme}, ${id}: ${target.join(' ')}`))
  }
  return found
}

/** The same at the widths of a desk and of a telephone, as `width px, scheme, rule: where`. */
export async function unreadableAtAnyWidth(page: Page): Promise<string[]> {
  const found: string[] = []
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 })
    found.push(...(await unreadable(page)).map((each) => `${width} px, ${each}`))
  }
  return found
}

/** Waits until colours and places have arrived where they are going. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(async (passingMs) => {
    await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)))
    const passing = document
      .getAnimations()
      .filter(({ effect }) => Number(effect?.getComputedTiming().endTime) <= passingMs)
    await Promise.allSettled(passing.map(({ finished }) => finished))
  }, PASSING_MS)
}
