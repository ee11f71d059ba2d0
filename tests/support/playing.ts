import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** The picture runs: time passes, and frames are shown. */
export async function plays(page: Page): Promise<void> {
  await page.locator('video').first().waitFor()
  const look = () =>
    page.evaluate(() => {
      const video = document.querySelector('video')
      return video && video.videoWidth > 0 ? video.currentTime : 0
    })
  await expect.poll(look).toBeGreaterThan(0.5)
  const before = await look()
  await expect.poll(look).toBeGreaterThan(before + 0.3)
}
