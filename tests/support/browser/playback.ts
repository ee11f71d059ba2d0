import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** Waits until the video plays: time passes, and frames are shown. */
export async function expectPlayback(page: Page): Promise<void> {
  await page.locator('video').first().waitFor()
  const position = () =>
    page.evaluate(() => {
      const video = document.querySelector('video')
      return video && video.videoWidth > 0 ? video.currentTime : 0
    })
  await expect.poll(position).toBeGreaterThan(0.5)
  const before = await position()
  await expect.poll(position).toBeGreaterThan(before + 0.3)
}
