import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

/** The parts of the panel, by their visible names. */
export function panel(page: Page) {
  return {
    genre: (name = 'Filter by Genre') => page.getByRole('button', { name, exact: true }),
    option: (name: string) => page.getByRole('option', { name, exact: true }),
    trending: page.getByRole('switch', { name: 'Trending Only' }),
    search: page.getByPlaceholder('Search by title...', { exact: true }),
    reset: page.getByRole('button', { name: 'Reset Filters' }),
    titles: () => page.getByRole('article').getByRole('heading').allInnerTexts(),
    line: (text: string) => page.getByRole('status').getByText(text, { exact: true }),
  }
}

/** Whether the focus is on it. */
export function isFocused(locator: Locator): Promise<boolean> {
  return locator.evaluate((element) => element === document.activeElement)
}

export async function untilFocused(locator: Locator): Promise<void> {
  await expect.poll(() => isFocused(locator)).toBe(true)
}

/** Path and query of the page. */
export function pathAndQueryOf(page: Page): string {
  const { pathname, search } = new URL(page.url())
  return pathname + search
}
