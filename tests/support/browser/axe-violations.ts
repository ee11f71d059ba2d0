import axe from 'axe-core'
import type { Page } from 'playwright-core'

declare global {
  interface Window {
    axe: typeof axe
  }
}

const WIDE = 1440
const NARROW = 390
/** Longer animations are part of the tested state. */
const SHORT_ANIMATION_MS = 2000

/** Rules that depend on colours; all others are the same in either scheme. */
const colorRules = ['color-contrast', 'link-in-text-block']
/** Rules that a narrow page can break although the wide one does not, because it hides words or scrolls. */
const layoutRules = [
  ...['aria-command-name', 'aria-hidden-focus', 'aria-input-field-name', 'aria-toggle-field-name', 'button-name'],
  ...['heading-order', 'label', 'landmark-one-main', 'link-name', 'page-has-heading-one'],
  ...['scrollable-region-focusable', 'select-name', 'summary-name'],
]

/** Violations at the page's width: of all rules in dark, of colours in light, as `scheme, rule: where`. */
export async function axeViolations(page: Page): Promise<string[]> {
  return [...(await audit(page, 'dark')), ...(await audit(page, 'light', colorRules))]
}

/**
 * Violations on a desktop in dark, and on a phone in light, as `width px, scheme, rule: where`. The phone repeats only
 * the rules that its colours and its layout can break.
 */
export async function axeViolationsAtAllWidths(page: Page): Promise<string[]> {
  const wide = await atWidth(page, WIDE, () => audit(page, 'dark'))
  const narrow = await atWidth(page, NARROW, () => audit(page, 'light', [...colorRules, ...layoutRules]))
  return [...wide, ...narrow]
}

/** Violations in both schemes at both widths, for parts that one of the widths hides, such as a menu. */
export async function axeViolationsInEveryLook(page: Page): Promise<string[]> {
  const wide = await atWidth(page, WIDE, () => axeViolations(page))
  const narrow = await atWidth(page, NARROW, () => axeViolations(page))
  return [...wide, ...narrow]
}

async function atWidth(page: Page, width: number, find: () => Promise<string[]>): Promise<string[]> {
  await page.setViewportSize({ width, height: 900 })
  return (await find()).map((violation) => `${width} px, ${violation}`)
}

/** Runs all rules, or only these, once transitions have ended. */
async function audit(page: Page, colorScheme: 'dark' | 'light', rules?: string[]): Promise<string[]> {
  await page.emulateMedia({ colorScheme })
  await waitForAnimations(page)
  // It is half a megabyte: each page loads it once.
  const hasAxe = await page.evaluate(() => 'axe' in window)
  if (!hasAxe) await page.evaluate(axe.source)
  const { violations } = await page.evaluate(
    (some) => window.axe.run(document, { resultTypes: ['violations'], ...some }),
    rules ? { runOnly: rules } : {},
  )
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${colorScheme}, ${id}: ${target.join(' ')}`))
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
