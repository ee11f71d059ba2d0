import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { seekTo } from './player.ts'

/**
 * Where the only note on the picture, one of 0:01, belongs: it comes in at the right edge then, and is gone at the left one five
 * seconds later.
 *
 * @returns its place and how far the note is from it, in pixels
 */
export async function placeOfDrift(page: Page, seconds: number): Promise<{ place: number; off: number }> {
  const picture = (await page.locator('.player-picture').boundingBox())!
  const note = (await page.locator('.note-on-picture').boundingBox())!
  const place = picture.x + picture.width - ((seconds - 1) / 5) * (picture.width + note.width)
  return { place, off: note.x - place }
}

/** Seeks a paused video from 0:02 to 0:04 and back, and waits each time until the note is where it belongs. */
export async function followSeeks(page: Page): Promise<void> {
  for (const seconds of [2, 4, 2]) {
    await seekTo(page, seconds)
    const off = async () => (await placeOfDrift(page, seconds)).off
    await expect.poll(off, { message: `at ${seconds} s` }).toBeCloseTo(0, 0)
  }
  expect((await placeOfDrift(page, 2)).off).toBeCloseTo(0, 0)
}
