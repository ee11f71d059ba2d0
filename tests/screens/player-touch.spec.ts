import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { openPaused, openPlaying, positionOf, recordNotices, videoOf } from '#tests/support/browser/player.ts'
import { createPerson } from '#tests/support/http/person.ts'
import { publishFinished } from '#tests/support/media/golden-renditions.server.ts'
import { setUpApp } from '#tests/support/worlds/app-fixture.ts'

const app = setUpApp()
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
let path = ''

beforeAll(async () => {
  const creator = await createPerson(app.hoshi.url, 'creator', 'Aya')
  path = `/watch/${await publishFinished(app.hoshi, creator, 'film')}`
})

interface TapAt {
  /** Milliseconds. */
  at: number
  /** Across the picture, 0 to 1. */
  share: number
}

/** Taps with times of their own: real ones are too far apart on a slow machine. */
async function tap(page: Page, ...taps: TapAt[]): Promise<void> {
  await page.evaluate((all) => {
    const video = document.querySelector('.player-picture video')!
    const { left, top, width, height } = video.getBoundingClientRect()
    for (const { at, share } of all)
      for (const type of ['pointerdown', 'pointerup']) {
        const place = { clientX: left + width * share, clientY: top + height / 2 }
        const event = new PointerEvent(type, { bubbles: true, pointerType: 'touch', isPrimary: true, ...place })
        video.dispatchEvent(Object.defineProperty(event, 'timeStamp', { value: at }))
      }
  }, taps)
}

/** A real finger in the middle of the picture. */
async function fingerOn(page: Page) {
  const session = await page.context().newCDPSession(page)
  const { x, y, width, height } = (await page.locator('.player-picture').boundingBox())!
  const middle = [{ x: x + width / 2, y: y + height / 2 }]
  return {
    down: () => session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: middle }),
    up: () => session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] }),
  }
}

test('two taps on a side seek, each further one goes further, and others do nothing', async () => {
  const { page, errors } = await openPaused(app, path, phone, 8)
  const notices = await recordNotices(page)
  await tap(page, { at: 1000, share: 0.9 }, { at: 1200, share: 0.9 })
  await expect.poll(() => positionOf(page)).toBe(13)
  await tap(page, { at: 1400, share: 0.95 })
  await expect.poll(() => positionOf(page)).toBe(18)
  await tap(page, { at: 3000, share: 0.1 }, { at: 3100, share: 0.1 })
  await expect.poll(() => positionOf(page)).toBe(13)
  await tap(page, { at: 5000, share: 0.5 }, { at: 5100, share: 0.5 })
  await tap(page, { at: 7000, share: 0.1 }, { at: 7100, share: 0.9 })
  await tap(page, { at: 9000, share: 0.9 }, { at: 9500, share: 0.9 })
  // The same words twice in a row are seen as one where the first are still there.
  await expect.poll(async () => [...new Set(await notices())]).toEqual(['5 s forward', '5 s back'])
  expect(await videoOf(page)).toMatchObject({ currentTime: 13, paused: true })
  expect(errors).toEqual([])
})

test('a held touch plays twice as fast until it ends, and the chosen speed comes back', async () => {
  const { page } = await openPlaying(app, path, phone)
  await page.keyboard.press('<')
  const finger = await fingerOn(page)
  await finger.down()
  await expect.poll(async () => (await videoOf(page)).playbackRate).toBe(2)
  await finger.up()
  await expect.poll(async () => (await videoOf(page)).playbackRate).toBe(0.75)
  expect((await videoOf(page)).paused).toBe(false)
})

test('a tap shows the controls of a player that fills the screen, and does not pause it', async () => {
  const landscape = { ...phone, viewport: { width: 844, height: 390 } }
  const { page } = await openPlaying(app, path, landscape)
  await page.locator('.player.is-resting').waitFor()
  // They rest again after three seconds.
  const seen = await page.locator('.player').evaluateHandle((player) => {
    const classes: string[] = []
    new MutationObserver(() => classes.push(player.className)).observe(player, { attributeFilter: ['class'] })
    return classes
  })
  const finger = await fingerOn(page)
  await finger.down()
  await finger.up()
  const areShown = async () => (await seen.jsonValue()).some((each) => !each.includes('is-resting'))
  await expect.poll(areShown).toBe(true)
  expect((await videoOf(page)).paused).toBe(false)
})

test('the row of controls scrolls away under the picture, where a tap brings it back, and the tabs stay below it', async () => {
  const { page, errors } = await openPaused(app, path, phone, 8)
  const boxOf = async (selector: string) => (await page.locator(selector).boundingBox())!
  const picture = await boxOf('.player-picture')
  expect(picture.y).toBe(0)
  expect((await boxOf('.controls-row')).y).toBeGreaterThanOrEqual(picture.height - 1)
  await page.evaluate(() => {
    document.querySelector<HTMLElement>('.watch-talk')!.style.minHeight = '2000px'
    window.scrollTo(0, 1400)
  })
  // A paused film shows its controls: they are on the picture now.
  await expect.poll(async () => (await boxOf('.controls-row')).y < picture.height - 60).toBe(true)
  expect(await boxOf('.player-picture')).toEqual(picture)
  await expect.poll(async () => Math.round((await boxOf('.side-tabs')).y)).toBe(Math.round(picture.height))
  const isInFront = () =>
    page.evaluate(() => {
      const { left, top, width, height } = document.querySelector('.icon-button-play')!.getBoundingClientRect()
      return document.elementFromPoint(left + width / 2, top + height / 2)?.closest('.icon-button-play') !== null
    })
  expect(await isInFront()).toBe(true)
  await page.locator('.player').evaluate((player) => player.classList.add('is-resting'))
  expect(await isInFront()).toBe(false)
  // What the row left free belongs to the tabs.
  await page.getByRole('tab', { name: /^Comments/ }).click()
  expect(errors).toEqual([])
})
