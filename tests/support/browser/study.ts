import type { BrowserContextOptions, Page } from 'playwright-core'
import type { AppFixture } from '#tests/support/worlds/app-fixture.ts'
import { prepareFrameReader } from './frame-numbers.ts'
import { openPaused } from './player.ts'

export const wide = { viewport: { width: 1440, height: 900 } }

/** An episode in study mode at a frame, with its frames decoded. */
export async function openStudy(app: AppFixture, path: string, frame = 0, options: BrowserContextOptions = wide) {
  const visitor = await openPaused(app, path, options, Number(((frame + 0.5) / 24).toFixed(3)))
  const { page } = visitor
  await page.keyboard.press('s')
  await page.locator('.study-frame:not([hidden])').waitFor()
  await prepareFrameReader(page)
  return visitor
}

export const clock = (page: Page) => page.getByRole('timer')
