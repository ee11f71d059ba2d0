import type { Page } from 'playwright-core'

/** Follows a link without a network. */
export async function openWithoutNetwork(page: Page): Promise<void> {
  await page.context().setOffline(true)
  await page.getByRole('link', { name: 'About' }).first().click()
  await page.getByRole('heading', { name: 'You are offline' }).waitFor()
}

/** Searches Explore without a network. */
export async function searchWithoutNetwork(page: Page): Promise<void> {
  await page.context().setOffline(true)
  await page.getByRole('searchbox').fill('whale')
  await page.getByText('could not be searched').waitFor()
}
