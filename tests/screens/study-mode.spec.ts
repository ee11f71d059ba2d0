import { beforeAll, describe, expect, test } from 'vitest'
import { axeViolations, axeViolationsAtAllWidths } from '#tests/support/browser/axe-violations.ts'
import { waitForHydration } from '#tests/support/browser/forms.ts'
import { prepareFrameReader, seenFrame, stepThrough } from '#tests/support/browser/frame-numbers.ts'
import { button, openPaused, recordNotices, videoOf } from '#tests/support/browser/player.ts'
import { clock, openStudy, wide } from '#tests/support/browser/study.ts'
import { query } from '#tests/support/data/publishing.ts'
import { createPerson, type Person } from '#tests/support/http/person.ts'
import { publishFinished } from '#tests/support/media/golden-renditions.server.ts'
import { setUpApp } from '#tests/support/worlds/app-fixture.ts'

const app = setUpApp()
const numbers = (from: number, to: number) =>
  Array.from({ length: Math.abs(to - from) + 1 }, (_, index) => from + Math.sign(to - from) * index)

let creator: Person
const paths = { ones: '', twos: '' }

beforeAll(async () => {
  creator = await createPerson(app.hoshi.url, 'creator', 'Mio')
  paths.ones = `/watch/${await publishFinished(app.hoshi, creator, 'numbered', { title: 'The Last Local' })}`
  paths.twos = `/watch/${await publishFinished(app.hoshi, creator, 'numberedOnTwos')}`
})

describe('study mode', () => {
  test('pauses, takes the page, and gives it back with the speed and the focus', async () => {
    const { page, open, errors } = await app.visit(wide)
    await open(paths.ones)
    await page.keyboard.press('>')
    await page.getByText('Speed 1.25', { exact: true }).waitFor()
    await button(page, 'Study mode').click()
    await page.getByRole('heading', { name: 'The Last Local', level: 2 }).waitFor()
    await clock(page).waitFor()
    expect(await videoOf(page)).toMatchObject({ paused: true, playbackRate: 1 })
    expect(await button(page, 'Back to the episode').evaluate((element) => element === document.activeElement)).toBe(
      true,
    )
    expect(await page.getByRole('button', { name: 'Log In' }).count()).toBe(0)
    await page.keyboard.press('Escape')
    await clock(page).waitFor({ state: 'detached' })
    expect((await videoOf(page)).playbackRate).toBe(1.25)
    expect(await button(page, 'Study mode').evaluate((element) => element === document.activeElement)).toBe(true)
    expect(errors).toEqual([])
  })

  test('pauses a video that has not started yet', async () => {
    const { page } = await app.visit(wide)
    await page.goto(`${app.hoshi.url}${paths.ones}`)
    await waitForHydration(page)
    await page.keyboard.press('s')
    await page.locator('.study-frame:not([hidden])').waitFor()
    expect(await videoOf(page)).toMatchObject({ paused: true })
  })

  test('whose code cannot be loaded leaves the player as it is, and says so each time', async () => {
    const { page } = await openPaused(app, paths.ones, wide)
    await page.route('**/study-mode-*', (route) => route.abort())
    const notices = await recordNotices(page)
    const words = 'Study mode could not be loaded. Load the page again.'
    await page.keyboard.press('s')
    await expect.poll(notices).toEqual([words])
    expect(await page.locator('.player.is-studying').count()).toBe(0)
    await page.locator('.player-notice.is-shown').waitFor({ state: 'detached' })
    await page.keyboard.press('.')
    await expect.poll(notices).toEqual([words, words])
    await button(page, 'Play').click()
    await button(page, 'Pause').waitFor()
  })

  test('says where there is no steady frame rate, and keeps what works without one', async () => {
    const id = await publishFinished(app.hoshi, creator, 'brief')
    await query(
      app.hoshi.connectionString,
      `with gone as (delete from frame_analyses where video_uid = (select video_id from episodes where id = $1))
       update videos set frame_rate_numerator = null, frame_rate_denominator = null, preview_name = null
       where uid = (select video_id from episodes where id = $1)`,
      [id],
    )
    const { page, errors } = await openPaused(app, `/watch/${id}`, wide)
    await page.keyboard.press('s')
    await page.locator('.study-badge').getByText('No steady frame rate').waitFor()
    await page.keyboard.press('.')
    await page.getByRole('status').getByText('No steady frame rate').waitFor()
    expect(await clock(page).count()).toBe(0)
    expect(await button(page, 'Forward one frame').count()).toBe(0)
    expect(await page.getByRole('switch', { name: 'Onion skin' }).count()).toBe(0)
    await page.keyboard.press('g')
    await page.locator('.study-thirds').waitFor()
    expect(errors.filter((problem) => !problem.includes('404'))).toEqual([])
  })

  test('says that its data could not be read, and tries again', async () => {
    const { page, open } = await app.visit(wide)
    await page.route('**/exposure-sheet', (route) => route.abort())
    await open(paths.twos)
    await button(page, 'Study mode').click()
    await page.getByText('The timesheet could not be read. Check your connection.').waitFor()
    await page.unroute('**/exposure-sheet')
    await button(page, 'Try again').click()
    await page.getByText('On twos', { exact: true }).waitFor()
  })

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
    await button(page, 'Forward one frame').click()
    await button(page, 'Forward one frame').click()
    await button(page, 'Back one frame').click()
    expect([await seenFrame(page), await clock(page).textContent()]).toEqual([1, '0:00 +01'])
    // The element follows: playing goes on from here.
    await expect.poll(async () => Math.floor((await videoOf(page)).currentTime * 24)).toBe(1)
    expect(errors).toEqual([])
  })

  test('steps by two and three frames', async () => {
    const { page } = await openStudy(app, paths.ones, 30)
    await page.keyboard.press('x')
    await button(page, 'Forward two frames').click()
    expect(await seenFrame(page)).toBe(32)
    await page.getByText('3f', { exact: true }).click()
    await button(page, 'Back three frames').click()
    expect(await seenFrame(page)).toBe(29)
  })

  test('follows the seek bar, and shows the frame at which playing pauses', async () => {
    const { page } = await openStudy(app, paths.ones)
    await page.getByRole('slider', { name: 'Seek' }).fill('5')
    await expect.poll(() => seenFrame(page)).toBe(120)
    expect(await clock(page).textContent()).toBe('0:05 +00')
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
    await page.getByText('8 drawings a second').waitFor()
    await expect.poll(() => seenFrame(page)).toBeGreaterThanOrEqual(6)
    await page.mouse.up()
    const stopped = await seenFrame(page)
    expect(stopped % 2).toBe(0)
    await page.getByText('8 drawings a second').waitFor({ state: 'detached' })
    await page.getByText('Drawing', { exact: false }).first().waitFor()
    expect(await seenFrame(page)).toBe(stopped)
  })

  test('lays lines over the picture, flips it, and lets neighbouring drawings shine through', async () => {
    const { page, errors } = await openStudy(app, paths.ones, 60)
    const marks = { grid: '.study-thirds', safe: '.study-title-safe', flipped: '.study-stage.is-flipped' }
    const shown = async () => ({
      grid: await page.locator(marks.grid).count(),
      safe: await page.locator(marks.safe).count(),
      flipped: await page.locator(marks.flipped).count(),
    })
    expect(await shown()).toEqual({ grid: 0, safe: 0, flipped: 0 })
    for (const key of ['g', 'u', 'h']) await page.keyboard.press(key)
    expect(await shown()).toEqual({ grid: 1, safe: 1, flipped: 1 })
    await button(page, 'Grid').click()
    await expect.poll(shown).toEqual({ grid: 0, safe: 1, flipped: 1 })
    await page.keyboard.press('o')
    await page.locator('.study-onion[data-frames="60"]').waitFor()
    const inks = await page.locator('.study-onion').evaluate((canvas: HTMLCanvasElement) => {
      const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height)
      const pixels = Array.from({ length: data.length / 4 }, (_, at) => [...data.subarray(at * 4, at * 4 + 4)])
      const drawn = pixels.filter(([, , , alpha]) => alpha! > 60)
      return {
        previous: drawn.filter(([red, , blue]) => blue! > red!).length,
        next: drawn.filter(([red, , blue]) => red! > blue!).length,
        all: pixels.length,
      }
    })
    expect(inks.previous).toBeGreaterThan(50)
    expect(inks.next).toBeGreaterThan(50)
    // Outlines only.
    expect(inks.previous + inks.next).toBeLessThan(inks.all / 4)
    expect(errors).toEqual([])
  })

  test('shows each frame in the video where a browser decodes none for scripts', async () => {
    const { page, context, errors } = await app.visit(wide)
    await context.addInitScript(() => Reflect.deleteProperty(globalThis, 'VideoDecoder'))
    await page.goto(`${app.hoshi.url}${paths.ones}?f=0-1`)
    await button(page, 'End the loop').click()
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

  test('is read and reached by everybody', async () => {
    const { page } = await openStudy(app, paths.twos, 60)
    for (const key of ['a', '.', '.', '.', 'b', 'o', 'g', '+']) await page.keyboard.press(key)
    expect(await axeViolationsAtAllWidths(page)).toEqual([])
    await page.emulateMedia({ colorScheme: 'light' })
    expect(await axeViolations(page)).toEqual([])
  })
})
