import type { BrowserContextOptions, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { AppFixture } from '#tests/support/worlds/app-fixture.ts'
import type { Visitor } from './browser.server.ts'
import { waitForHydration } from './forms.ts'

/** Runs in a page. Makes videos begin again in place of ending, however long it takes to walk to a control. */
export function loopFilms(): void {
  const seen = new WeakSet<EventTarget>()
  const loop = ({ target }: Event) => {
    if (!(target instanceof HTMLVideoElement) || seen.has(target)) return
    seen.add(target)
    target.loop = true
  }
  document.addEventListener('loadstart', loop, true)
}

/** Makes the film that is open begin again in place of ending. */
export const loopFilm = (page: Page) =>
  page.evaluate(() => {
    document.querySelector('video')!.loop = true
  })

/** A visitor whose episode plays in a loop, with its controls working. */
export async function openPlaying(
  app: AppFixture,
  path: string,
  options: BrowserContextOptions = {},
  prepare: (page: Page, visitor: Visitor) => Promise<unknown> = async () => {},
): Promise<Visitor> {
  const visitor = await app.visit(options)
  await prepare(visitor.page, visitor)
  await openLooped(visitor, path)
  await waitForHydration(visitor.page)
  await expect.poll(() => positionOf(visitor.page)).toBeGreaterThan(0)
  // The player has taken over what the page started.
  await button(visitor.page, 'Pause').waitFor()
  return visitor
}

/** Adds a script to one document only. The page can be used again: its pool does not see the call, and the script is removed. */
async function openLooped({ page, open }: Visitor, path: string): Promise<void> {
  const { addInitScript } = Object.getPrototypeOf(page) as Page
  const added = await addInitScript.call(page, loopFilms)
  try {
    await open(path)
  } finally {
    await added.dispose()
  }
}

/** Opens a player that is held at a moment, not looped, and unmuted: a browser refuses sound before the first click. */
export async function openPaused(
  app: AppFixture,
  path: string,
  options: BrowserContextOptions = {},
  seconds = 1,
  prepare?: (page: Page, visitor: Visitor) => Promise<unknown>,
) {
  const visitor = await openPlaying(app, path, options, prepare)
  await holdAt(visitor.page, seconds)
  return visitor
}

/** Pauses the video at a moment. The player may still be starting, and play or mute it once more: repeated until it stays. */
export async function holdAt(page: Page, seconds: number): Promise<void> {
  const hold = (at: number) => {
    const video = document.querySelector('video')!
    // Browsers round times.
    const isThere = video.paused && !video.muted && Math.abs(video.currentTime - at) < 0.0001
    video.pause()
    video.loop = false
    video.muted = false
    if (!isThere) video.currentTime = at
    return isThere
  }
  await expect.poll(() => page.evaluate(hold, seconds)).toBe(true)
  await button(page, 'Play').waitFor()
  // Out of sight on a phone.
  await page.locator('.controls-mute[aria-label="Mute"]').waitFor({ state: 'attached' })
}

/** Properties of the video that its viewer controls. */
export const videoOf = (page: Page) =>
  page.evaluate(() => {
    const video = document.querySelector('video')!
    const { currentTime, paused, muted, volume, playbackRate, preservesPitch, loop, videoHeight } = video
    return { currentTime, paused, muted, volume, playbackRate, preservesPitch, loop, videoHeight }
  })

export const positionOf = (page: Page) => page.evaluate(() => document.querySelector('video')?.currentTime ?? 0)

export const seekTo = (page: Page, seconds: number) =>
  page.evaluate((at) => {
    document.querySelector('video')!.currentTime = at
  }, seconds)

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

export const menuOf = (page: Page) => page.getByRole('menu')

/** Opens a page of the settings menu, or its root. */
export async function openMenu(page: Page, name?: 'Quality' | 'Speed' | 'Captions' | 'Chapter'): Promise<void> {
  await waitForHydration(page)
  // By key: controls at rest take no clicks, and a slow machine lets them rest before one arrives.
  await button(page, 'Settings').press('Enter')
  await page.getByRole('menu', { name: 'Settings' }).waitFor()
  if (name) await page.getByRole('menuitem', { name: new RegExp(`^${name}`) }).click()
  if (name) await page.getByRole('menu', { name }).waitFor()
}

export const choice = (page: Page, name: RegExp) => page.getByRole('menuitemradio', { name })

/** Records what the player says about keys and touches from now on. @returns a function that reads it */
export async function recordNotices(page: Page): Promise<() => Promise<string[]>> {
  const notices = await page.locator('.player-notice').evaluateHandle((element) => {
    const seen: string[] = []
    const note = () => {
      if (element.textContent) seen.push(element.textContent)
    }
    new MutationObserver(note).observe(element, { childList: true, characterData: true, subtree: true })
    return seen
  })
  return () => notices.jsonValue()
}
