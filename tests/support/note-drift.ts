import type { Page } from 'playwright-core'

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
