import type { Page } from 'playwright-core'

/**
 * Texts that are drawn outside the window, to its left or right: their beginnings, with the class around them. Texts
 * that scroll or are cut inside the window, and those for screen readers only, are not outside.
 */
export function textsOutside(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const outside = new Set<string>()
    const isOutside = ({ left, right, width, height }: DOMRect) =>
      width > 1 && height > 1 && (left < -1 || right > window.innerWidth + 1)
    // The body cuts elements that stand out, so that they are never seen.
    const cutsInside = (element: Element) =>
      element !== document.body &&
      element !== document.documentElement &&
      getComputedStyle(element).overflowX !== 'visible' &&
      !isOutside(element.getBoundingClientRect())
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const text = walker.currentNode
      const parent = text.parentElement
      if (!parent || text.textContent?.trim() === '' || !parent.checkVisibility({ visibilityProperty: true })) continue
      const range = document.createRange()
      range.selectNodeContents(text)
      if (![...range.getClientRects()].some(isOutside)) continue
      let around: Element | null = parent
      while (around && !cutsInside(around)) around = around.parentElement
      if (!around) outside.add(`${parent.closest('[class]')?.className}: ${text.textContent?.slice(0, 20)}`)
    }
    return [...outside]
  })
}
