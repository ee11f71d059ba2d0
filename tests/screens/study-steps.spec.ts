import { beforeAll, describe, expect, test } from 'vitest'
import { prepareFrameReader, seenFrame, stepThrough } from '#tests/support/browser/frame-numbers.ts'
import { button, loopFilm, videoOf } from '#tests/support/browser/player.ts'
import { clock, openStudy, wide } from '#tests/support/browser/study.ts'
import { createPerson } from '#tests/support/http/person.ts'
import { publishFinished } from '#tests/support/media/golden-renditions.server.ts'
import { setUpApp } from '#tests/support/worlds/app-fixture.ts'

const app = setUpApp()
const numbers = (from: number, to: number) =>
  Array.from({ length: Math.abs(to - from) + 1 }, (_, index) => from + Math.sign(to - from) * index)

const paths = { ones: '', twos: '' }

beforeAll(async () => {
  const creator = await createPerson(app.hoshi.url, 'creator', 'Mio')
  paths.ones = `/watch/${await publishFinished(app.hoshi, creator, 'numbered', { title: 'The Last Local' })}`
  paths.twos = `/watch/${await publishFinished(app.hoshi, creator, 'numberedOnTwos')}`
})

describe('a step in study mode', () => {
  test('steps through every frame once, forth and back, by key and by button', async () => {
    const { page, errors } = await openStudy(app, paths.ones)
    expect(await seenFrame(page)).toBe(0)
    const last = 8 * 24 - 1
    expect((await stepThrough(page, '.', last)).map(({ frame }) => frame)).toEqual(numbers(1, last))
    expect(await clock(page).textContent()).toBe('0:07 +23')
    // There is no frame after the last one.
    await page.keyboard.press('.')
    expect(await seenFrame(page)).toBe(last)
    expect((await stepThrough(page, ',', last)).map(({ frame }) => frame)).toEqual(numbers(last - 1, 0))
    // By key: a press of the pointer that is long runs through the drawings.
    await button(page, 'Forward one frame').press('Enter')
    await button(page, 'Forward one frame').press('Enter')
    await button(page, 'Back one frame').press('Enter')
    await expect.poll(async () => [await seenFrame(page), await clock(page).textContent()]).toEqual([1, '0:00 +01'])
    // The element follows: playing goes on from here.
    await expect.poll(async () => Math.floor((await videoOf(page)).currentTime * 24)).toBe(1)
    expect(errors).toEqual([])
  })

  test('steps by two and three frames', async () => {
    const { page } = await openStudy(app, paths.ones, 30)
    await page.keyboard.press('x')
    await button(page, 'Forward two frames').press('Enter')
    await expect.poll(() => seenFrame(page)).toBe(32)
    await page.getByText('3f', { exact: true }).click()
    await button(page, 'Back three frames').press('Enter')
    await expect.poll(() => seenFrame(page)).toBe(29)
  })

  test('follows the seek bar, and shows the frame at which playing pauses', async () => {
    const { page } = await openStudy(app, paths.ones)
    await page.getByRole('slider', { name: 'Seek' }).fill('5')
    await expect.poll(() => seenFrame(page)).toBe(120)
    expect(await clock(page).textContent()).toBe('0:05 +00')
    await loopFilm(page)
    await page.keyboard.press(' ')
    await expect.poll(async () => (await videoOf(page)).currentTime).toBeGreaterThan(5.5)
    await page.keyboard.press(' ')
    await page.locator('.study-frame:not([hidden])').waitFor()
    const { currentTime } = await videoOf(page)
    const frame = await seenFrame(page)
    expect(Math.abs(frame - currentTime * 24)).toBeLessThanOrEqual(2)
    const { second, frames } = { second: Math.floor(frame / 24), frames: String(frame % 24).padStart(2, '0') }
    expect(await clock(page).textContent()).toBe(`0:0${second} +${frames}`)
  })

  test('runs through the drawings while a step is held, and stops on a drawing', async () => {
    const { page } = await openStudy(app, paths.twos)
    const forward = (await button(page, 'Forward one frame').boundingBox())!
    await page.mouse.move(forward.x + forward.width / 2, forward.y + forward.height / 2)
    await page.mouse.down()
    await page.getByText('8 drawings per second').waitFor()
    await expect.poll(() => seenFrame(page)).toBeGreaterThanOrEqual(6)
    await page.mouse.up()
    const stopped = await clock(page).textContent()
    await page.getByText('8 drawings per second').waitFor({ state: 'detached' })
    await page.getByText('Drawing', { exact: false }).first().waitFor()
    await page.locator('.study-frame:not([hidden])').waitFor()
    expect((await seenFrame(page)) % 2).toBe(0)
    expect(await clock(page).textContent()).toBe(stopped)
  })

  test('shows each frame in the video where a browser decodes none for scripts', async () => {
    const { page, context, errors } = await app.visit(wide)
    await context.addInitScript(() => Reflect.deleteProperty(globalThis, 'VideoDecoder'))
    await page.goto(`${app.hoshi.url}${paths.ones}?f=0-1`)
    await button(page, 'Stop loop').click()
    await button(page, 'Study mode').click()
    await clock(page).waitFor()
    await prepareFrameReader(page)
    await page.getByRole('slider', { name: 'Seek' }).fill('2')
    await expect.poll(() => seenFrame(page)).toBe(48)
    for (const [key, frame] of [
      ['.', 49],
      ['.', 50],
      [',', 49],
      ['[', 48],
    ] as const) {
      await page.keyboard.press(key)
      await expect.poll(() => seenFrame(page), { message: key }).toBe(frame)
    }
    expect(await page.getByRole('switch', { name: 'Onion skin' }).count()).toBe(0)
    expect(errors).toEqual([])
  })
})
