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
  // On a busy machine a short video may have ended by now, or begun again.
  const hasMoved = () =>
    page.evaluate((from) => {
      const { ended, currentTime } = document.querySelector('video')!
      return ended || Math.abs(currentTime - from) > 0.3
    }, before)
  await expect.poll(hasMoved).toBe(true)
}
