import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

/** Presses Tab until the focus is there, and checks every stop on the way. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await target.waitFor()
  const problems: string[] = []
  for (let presses = 0; presses < 100 && !(await hasFocus(target)); presses++) {
    await page.keyboard.press(key)
    problems.push(...(await focusProblems(page)))
  }
  expect(problems).toEqual([])
  expect(await hasFocus(target), `The keyboard comes to ${target}.`).toBe(true)
}

/** Moves the focus there by an arrow key, in a menu or a list. */
export async function arrowTo(page: Page, target: Locator, key = 'ArrowDown'): Promise<void> {
  await target.waitFor()
  const problems: string[] = []
  for (let presses = 0; presses < 30 && !(await hasFocus(target)); presses++) {
    await page.keyboard.press(key)
    problems.push(...(await focusProblems(page)))
  }
  expect(problems).toEqual([])
  expect(await hasFocus(target), `The keyboard comes to ${target}.`).toBe(true)
}

/** Goes to a control by Tab and presses it. */
export async function pressByKeys(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await tabTo(page, target, key)
  await page.keyboard.press('Enter')
}

export const slider = (page: Page, name: string) => page.getByRole('slider', { name, exact: true })

export function hasFocus(target: Locator): Promise<boolean> {
  return target.evaluate((element) => element === document.activeElement)
}

/** Problems that keep the focused element from being seen or named; empty where nothing has the focus. */
async function focusProblems(page: Page): Promise<string[]> {
  const problems = await page.evaluate(() => {
    const focused = document.activeElement
    if (!(focused instanceof HTMLElement) || focused === document.body) return []
    const html = focused.outerHTML.slice(0, 200)
    const hasOutline = (element: Element) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(element)
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0
    }
    /** A slider is marked at its thumb, of which scripts can read the rules only. */
    const thumb = CSS.supports('selector(::-moz-range-thumb)')
      ? ':focus-visible::-moz-range-thumb'
      : ':focus-visible::-webkit-slider-thumb'
    const hasMarkedThumb = () =>
      [...document.styleSheets]
        .flatMap((sheet) => [...sheet.cssRules])
        .some((rule) => {
          if (!(rule instanceof CSSStyleRule) || !rule.selectorText.includes(thumb)) return false
          const selector = rule.selectorText.replaceAll(/::-(webkit|moz)-[\w-]+/g, '')
          return focused.matches(selector) && (rule.style.outline !== '' || rule.style.boxShadow !== '')
        })
    const siblings = [...(focused.parentElement?.children ?? [])]
    const nearby = [focused, ...(focused.parentElement ? [focused.parentElement] : []), ...siblings]
    const isMarked = nearby.some(hasOutline) || (focused.matches('input[type=range]') && hasMarkedThumb())
    return isMarked ? [] : [`not marked: ${html}`]
  })
  const focused = page.locator(':focus')
  if ((await focused.count()) === 0) return problems
  // A summary has no role of its own, and is named by its label or its text.
  const isNamedSummary = await focused
    .first()
    .evaluate((element) => element.matches('summary') && (element.ariaLabel ?? element.textContent ?? '').trim() !== '')
  const hasName = isNamedSummary || /^- '?[a-z]+ "./.test(await focused.first().ariaSnapshot())
  if (hasName) return problems
  const html = await focused.first().evaluate((element) => element.outerHTML.slice(0, 200))
  return [...problems, `without a name: ${html}`]
}
