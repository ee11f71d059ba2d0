import type { Page, Route } from 'playwright-core'
import { waitForHydration } from '#tests/support/browser/forms.ts'
import { openMenu as openPlayerMenu } from '#tests/support/browser/player.ts'
import { pauseVideo } from './states.ts'

/** The settings of the player, while the video is held. */
export async function openSettings(page: Page): Promise<void> {
  await pauseVideo(page)
  await openPlayerMenu(page)
}

export async function openQualities(page: Page): Promise<void> {
  await pauseVideo(page)
  await openPlayerMenu(page, 'Quality')
}

export async function openSpeeds(page: Page): Promise<void> {
  await pauseVideo(page)
  await openPlayerMenu(page, 'Speed')
}

export async function openKeyboard(page: Page): Promise<void> {
  await pauseVideo(page)
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keyboard' }).waitFor()
}

export async function openTheatre(page: Page): Promise<void> {
  await pauseVideo(page)
  await page.keyboard.press('t')
  await page.locator('.player.is-theatre').waitFor()
}

/** Points at a chapter on the seek bar. */
export async function pointAtChapter(page: Page): Promise<void> {
  await pauseVideo(page)
  const { x, y, width, height } = (await page.locator('.seek-range').boundingBox())!
  await page.mouse.move(x + width / 4, y + height / 2)
  await page.locator('.seek-preview.is-shown image').waitFor()
}

/** Plays from a place whose segments are never answered. */
export async function waitForMedia(page: Page): Promise<void> {
  await loseMedia(page, () => new Promise(() => {}))
  await page.getByText('Buffering...').waitFor()
}

/** Plays from a place whose segments cannot be fetched. */
export async function stopPicture(page: Page): Promise<void> {
  await loseMedia(page, (route) => route.abort())
  await page.getByText('Playback stopped.').waitFor()
}

/** Plays from a place whose segments, from the twentieth on, are answered like this. */
async function loseMedia(page: Page, answer: (route: Route) => Promise<unknown>): Promise<void> {
  await page.route(/\/0(0[2-9]|1\d)\d\.m4s$/, answer)
  // Until now the whole video may have been loaded.
  await page.reload()
  await waitForHydration(page)
  await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 0)
  await page.locator('video').evaluate((video: HTMLVideoElement) => {
    video.currentTime = 390
    video.play().catch(() => {})
  })
}
