import axe from 'axe-core'
import type { Page } from 'playwright-core'

declare global {
  interface Window {
    axe: typeof axe
  }
}

/** Longer animations are part of the tested state. */
const SHORT_ANIMATION_MS = 2000

/** Rules that depend on colours; all others are the same in either scheme. */
const colorRules = ['color-contrast', 'link-in-text-block']

/** Violations that axe finds in dark and light once transitions have ended, as `scheme, rule: where`. */
export async function axeViolations(page: Page): Promise<string[]> {
  // It is half a megabyte: each page loads it once.
  const hasAxe = await page.evaluate(() => 'axe' in window)
  if (!hasAxe) await page.evaluate(axe.source)
  const found: string[] = []
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    await waitForAnimations(page)
    const runOnly = colorScheme === 'light' ? { runOnly: colorRules } : {}
    const { violations } = await page.evaluate(
      (some) => window.axe.run(document, { resultTypes: ['violations'], ...some }),
      runOnly,
    )
    for (const { id, nodes } of violations)
      found.push(...nodes.map(({ target }) => `${colorScheme}, ${id}: ${target.join(' ')}`))
  }
  return found
}

/** The same at desktop and phone widths, as `width px, scheme, rule: where`. */
export async function axeViolationsAtAllWidths(page: Page): Promise<string[]> {
  const found: string[] = []
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 })
    found.push(...(await axeViolations(page)).map((each) => `${width} px, ${each}`))
  }
  return found
}

/** Waits until short animations and transitions have ended. */
async function waitForAnimations(page: Page): Promise<void> {
  await page.evaluate(async (maxMs) => {
    await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)))
    const shortAnimations = document
      .getAnimations()
      .filter(({ effect }) => Number(effect?.getComputedTiming().endTime) <= maxMs)
    await Promise.allSettled(shortAnimations.map(({ finished }) => finished))
  }, SHORT_ANIMATION_MS)
}
