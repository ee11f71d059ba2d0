import { beforeAll, describe, expect, test } from 'vitest'
import { axeViolations, axeViolationsAtAllWidths } from '#tests/support/browser/axe-violations.ts'
import { waitForHydration } from '#tests/support/browser/forms.ts'
import { button, openPaused, openPlaying, recordNotices, videoOf } from '#tests/support/browser/player.ts'
import { clock, openStudy, wide } from '#tests/support/browser/study.ts'
import { queryDatabase } from '#tests/support/data/query-database.server.ts'
import { createPerson, type Person } from '#tests/support/http/person.ts'
import { publishFinished } from '#tests/support/media/golden-renditions.server.ts'
import { setUpApp } from '#tests/support/worlds/app-fixture.ts'

const app = setUpApp()

let creator: Person
const paths = { ones: '', twos: '' }

beforeAll(async () => {
  creator = await createPerson(app.hoshi.url, 'creator', 'Mio')
  paths.ones = `/watch/${await publishFinished(app.hoshi, creator, 'numbered', { title: 'The Last Local' })}`
  paths.twos = `/watch/${await publishFinished(app.hoshi, creator, 'numberedOnTwos')}`
})

describe('study mode', () => {
  test('pauses, takes the page, and gives it back with the speed and the focus', async () => {
    const { page, errors } = await openPlaying(app, paths.ones, wide)
    await page.keyboard.press('>')
    await expect.poll(async () => (await videoOf(page)).playbackRate).toBe(1.25)
    await button(page, 'Study mode').press('Enter')
    await page.getByRole('heading', { name: 'The Last Local', level: 2 }).waitFor()
    await clock(page).waitFor()
    expect(await videoOf(page)).toMatchObject({ paused: true, playbackRate: 1 })
    expect(await button(page, 'Back to Episode').evaluate((element) => element === document.activeElement)).toBe(true)
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
    const words = 'Study mode could not be loaded. Please reload the page.'
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
    await queryDatabase(
      app.hoshi.connectionString,
      `with gone as (delete from frame_analyses where video_uid = (select video_id from episodes where id = $1))
       update videos set frame_rate_numerator = null, frame_rate_denominator = null, preview_name = null
       where uid = (select video_id from episodes where id = $1)`,
      [id],
    )
    const { page, errors } = await openPaused(app, `/watch/${id}`, wide)
    await page.keyboard.press('s')
    await page.locator('.study-badge').getByText('No constant frame rate').waitFor()
    const notices = await recordNotices(page)
    await page.keyboard.press('.')
    await expect.poll(notices).toEqual(['No constant frame rate'])
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
    await page.getByText('The timesheet could not be loaded. Check your connection and try again.').waitFor()
    await page.unroute('**/exposure-sheet')
    await button(page, 'Try Again').click()
    await page.getByText('On twos', { exact: true }).waitFor()
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
    const inks = () =>
      page.locator('.study-onion').evaluate((canvas: HTMLCanvasElement) => {
        // The browser warns of a canvas that is read twice.
        const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d')!
        copy.drawImage(canvas, 0, 0)
        const { data } = copy.getImageData(0, 0, canvas.width, canvas.height)
        const pixels = Array.from({ length: data.length / 4 }, (_, at) => [...data.subarray(at * 4, at * 4 + 4)])
        const drawn = pixels.filter(([, , , alpha]) => alpha! > 60)
        return {
          previous: drawn.filter(([red, , blue]) => blue! > red!).length,
          next: drawn.filter(([red, , blue]) => red! > blue!).length,
          all: pixels.length,
        }
      })
    // One of them may be decoded later.
    await expect.poll(inks).toSatisfy(({ previous, next }) => previous > 50 && next > 50)
    const { previous, next, all } = await inks()
    // Outlines only.
    expect(previous + next).toBeLessThan(all / 4)
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
