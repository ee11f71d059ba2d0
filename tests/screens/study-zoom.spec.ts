import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { button, loopFilm, videoOf } from '#tests/support/browser/player.ts'
import { openStudy, wide } from '#tests/support/browser/study.ts'
import { soundView, view, wholeView } from '#tests/support/browser/study-view.ts'
import { createPerson } from '#tests/support/http/person.ts'
import { publishFinished } from '#tests/support/media/golden-renditions.server.ts'
import { setUpApp } from '#tests/support/worlds/app-fixture.ts'

const app = setUpApp()
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
/** The picture is as large as its box. */
const upright = { viewport: { width: 1000, height: 1200 } }
/** Its height is limited, and its box is larger. */
const low = { viewport: { width: 1366, height: 700 } }
let path = ''

beforeAll(async () => {
  const creator = await createPerson(app.hoshi.url, 'creator', 'Nao')
  path = `/watch/${await publishFinished(app.hoshi, creator, 'numbered')}`
})

interface Point {
  /** Across the picture as it is without zoom, 0 to 1. */
  x: number
  y: number
}

/** Fingers on the picture; the page gets their events from the browser. */
async function fingersOn(page: Page) {
  const session = await page.context().newCDPSession(page)
  const stage = (await page.locator('.study-stage').boundingBox())!
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: readonly Point[], box = stage) =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: points.map(({ x, y }, id) => ({ x: box.x + x * box.width, y: box.y + y * box.height, id })),
    })
  return {
    down: (...points: Point[]) => send('touchStart', points),
    move: (...points: Point[]) => send('touchMove', points),
    up: () => send('touchEnd', []),
    async tap(target: Locator) {
      await send('touchStart', [{ x: 0.5, y: 0.5 }], (await target.boundingBox())!)
      await send('touchEnd', [])
    },
  }
}

describe('on a touch screen', () => {
  test('two fingers zoom around what is between them, and one moves it', async () => {
    const { page, errors } = await openStudy(app, path, 48, phone)
    const before = await videoOf(page)
    const scrolled = () => page.locator('.player').evaluate((element) => element.scrollTop)
    const fingers = await fingersOn(page)
    await fingers.down({ x: 0.4, y: 0.5 })
    await fingers.down({ x: 0.4, y: 0.5 }, { x: 0.6, y: 0.5 })
    await fingers.move({ x: 0.3, y: 0.5 }, { x: 0.7, y: 0.5 })
    await fingers.up()
    await expect.poll(() => view(page)).toEqual({ scale: 2, left: 0.25, top: 0.25, ...soundView })
    await page.locator('.study-pill').getByText('2×', { exact: true }).waitFor()

    await fingers.down({ x: 0.5, y: 0.5 })
    await fingers.move({ x: 0.7, y: 0.9 })
    await fingers.up()
    await expect.poll(() => view(page)).toEqual({ scale: 2, left: 0.15, top: 0.05, ...soundView })

    // None of it was a tap, two taps, or scrolled.
    expect(await videoOf(page)).toEqual(before)
    expect(await scrolled()).toBe(0)
    await fingers.tap(button(page, 'Fit to screen'))
    await expect.poll(() => view(page)).toEqual(wholeView)
    expect(errors).toEqual([])
  })

  test('two fingers that move together up or down do not scroll the page', async () => {
    const { page } = await openStudy(app, path, 0, phone)
    const fingers = await fingersOn(page)
    await fingers.down({ x: 0.4, y: 0.9 }, { x: 0.6, y: 0.9 })
    for (const y of [0.7, 0.5, 0.3, 0.1]) await fingers.move({ x: 0.4, y }, { x: 0.6, y })
    await fingers.move({ x: 0.2, y: 0.1 }, { x: 0.8, y: 0.1 })
    await fingers.up()
    await expect.poll(async () => (await view(page)).scale).toBe(3)
    expect(await page.locator('.player').evaluate((element) => element.scrollTop)).toBe(0)
  })

  test('without zoom, one finger does not move the picture', async () => {
    const { page } = await openStudy(app, path, 0, phone)
    const fingers = await fingersOn(page)
    await fingers.down({ x: 0.3, y: 0.5 })
    await fingers.move({ x: 0.7, y: 0.5 })
    await fingers.up()
    await button(page, 'Zoom').click()
    await expect.poll(() => view(page)).toMatchObject({ scale: 2, left: 0.25 })
  })
})

test('the keyboard zooms and moves by itself, and a flipped picture keeps what is in sight', async () => {
  const { page, errors } = await openStudy(app, path, 0, upright)
  for (const _ of [1, 2, 3]) await page.keyboard.press('+')
  await expect.poll(() => view(page)).toEqual({ scale: 3, left: 0.33, top: 0.33, ...soundView })
  await page.keyboard.press('-')
  await expect.poll(async () => (await view(page)).scale).toBe(2)
  await page.getByLabel('Horizontal position').focus()
  await page.keyboard.press('Home')
  await expect.poll(() => view(page)).toMatchObject({ left: 0, top: 0.25 })
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowLeft', 'ArrowDown', 'ArrowDown', 'ArrowUp'])
    await page.keyboard.press(key)
  await expect.poll(() => view(page)).toMatchObject({ left: 0.05, top: 0.3 })
  await page.keyboard.press('Home')
  await page.getByLabel('Vertical position').focus()
  await page.keyboard.press('End')
  await expect.poll(() => view(page)).toEqual({ scale: 2, left: 0, top: 0.5, ...soundView })
  await page.keyboard.press('h')
  await expect.poll(() => view(page)).toMatchObject({ left: 0.5, top: 0.5 })

  await button(page, 'Zoom out').focus()
  for (const _ of [1, 2]) await page.keyboard.press('Enter')
  await expect.poll(() => view(page)).toEqual(wholeView)
  expect(await button(page, 'Zoom').evaluate((element) => element === document.activeElement)).toBe(true)
  expect(await page.getByLabel('Horizontal position').count()).toBe(0)
  expect(errors).toEqual([])
})

test('the mouse zooms where it points, drags, and still plays with a click', async () => {
  const { page } = await openStudy(app, path, 0, upright)
  const { x, y, width, height } = (await page.locator('.study-picture').boundingBox())!
  await page.mouse.move(x + width * 0.4, y + height * 0.8)
  await page.keyboard.down('Control')
  for (const _ of [1, 2]) await page.mouse.wheel(0, -100)
  await page.keyboard.up('Control')
  // The point under the mouse stays where it was.
  await expect.poll(() => view(page)).toMatchObject({ scale: 2, left: 0.2, top: 0.4 })
  await page.mouse.down()
  await page.mouse.move(x + width * 0.6, y + height * 0.6)
  await page.mouse.up()
  await expect.poll(() => view(page)).toEqual({ scale: 2, left: 0.1, top: 0.5, ...soundView })
  expect((await videoOf(page)).paused).toBe(true)
  await loopFilm(page)
  await page.mouse.click(x + width / 2, y + height / 2)
  await button(page, 'Pause').first().waitFor()
})

test('a picture that is smaller than its box grows into it, and zooming moves nothing else', async () => {
  const { page } = await openStudy(app, path, 0, low)
  const panel = () => page.locator('.study-panel').boundingBox()
  const before = await panel()
  expect(await view(page)).toEqual(wholeView)
  await button(page, 'Zoom').click()
  await page.getByLabel('Horizontal position').focus()
  await page.keyboard.press('End')
  await page.getByLabel('Vertical position').focus()
  await page.keyboard.press('Home')
  await expect.poll(() => view(page)).toMatchObject({ scale: 2, ...soundView })
  expect(await panel()).toEqual(before)
})

test.each([
  ['a wide screen', wide],
  // The controls of the episode are below its picture.
  ['a phone', phone],
])('on %s, leaving study mode shows the whole picture, and coming back what was looked at', async (_, options) => {
  const { page } = await openStudy(app, path, 0, options)
  await page.keyboard.press('.')
  await page.keyboard.press('+')
  await page.getByLabel('Vertical position').focus()
  await page.keyboard.press('Home')
  const looked = { scale: 1.5, top: 0, ...soundView }
  await expect.poll(() => view(page)).toMatchObject(looked)
  await page.keyboard.press('Escape')
  await page.locator('.player:not(.is-studying)').waitFor()
  await expect.poll(() => view(page)).toEqual(wholeView)
  await page.keyboard.press('s')
  await expect.poll(() => view(page)).toMatchObject(looked)
})

test('what ends the zoom without its buttons leaves the keys with the player', async () => {
  const { page } = await openStudy(app, path, 0, upright)
  await page.keyboard.press('+')
  await page.getByLabel('Horizontal position').focus()
  await page.keyboard.press('-')
  await expect.poll(() => view(page)).toEqual(wholeView)
  expect(await button(page, 'Zoom').evaluate((element) => element === document.activeElement)).toBe(true)
})

test('the wheel zooms over the buttons on the picture too, and those are large enough for fingers', async () => {
  const { page } = await openStudy(app, path, 0, phone)
  await page.keyboard.press('+')
  const names = ['Zoom out', 'Zoom in', 'Fit to screen']
  const heights = names.map(async (name) => (await button(page, name).boundingBox())!.height)
  for (const height of await Promise.all(heights)) expect(height).toBeGreaterThanOrEqual(44)
  await button(page, 'Fit to screen').hover()
  await page.keyboard.down('Control')
  await page.mouse.wheel(0, -100)
  await page.keyboard.up('Control')
  await expect.poll(async () => (await view(page)).scale).toBe(2.12)
  expect(await page.evaluate(() => visualViewport!.scale)).toBe(1)
})

test('a click on what comes after the end does not play the film', async () => {
  const { page } = await openStudy(app, path, 180, upright)
  await page.keyboard.press('+')
  await page.keyboard.press('k')
  const end = page.getByText('You watched ')
  await end.waitFor()
  const isOnCard = page.evaluate(
    () =>
      new Promise<boolean>((resolve) =>
        window.addEventListener('click', ({ target }) => resolve((target as Element).closest('.end-card') !== null), {
          capture: true,
          once: true,
        }),
      ),
  )
  await end.click()
  expect(await isOnCard).toBe(true)
  await loopFilm(page)
  await button(page, 'Replay').click()
  await end.waitFor({ state: 'detached' })
})
