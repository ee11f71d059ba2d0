import type { BrowserContextOptions, Page } from 'playwright-core'
import type { AppFixture } from '#tests/support/worlds/app-fixture.ts'
import { prepareFrameReader } from './frame-numbers.ts'
import { openPaused } from './player.ts'

/** A film of 24 frames a second, each with its number. */
export const numberedFilm = { seconds: 8, keyframeSeconds: 2, isNumbered: true }
/** One in which two of every five frames are left out: the others last differently long, and keep their numbers. */
export const varyingFilm = { seconds: 4, keyframeSeconds: 2, isNumbered: true, isVariableFrameRate: true }
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
