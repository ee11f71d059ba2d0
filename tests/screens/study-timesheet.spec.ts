import { beforeAll, describe, expect, test } from 'vitest'
import { seenFrame } from '#tests/support/browser/frame-numbers.ts'
import { button, loopFilm } from '#tests/support/browser/player.ts'
import { clock, openStudy, wide } from '#tests/support/browser/study.ts'
import { queryDatabase } from '#tests/support/data/query-database.server.ts'
import { createPerson } from '#tests/support/http/person.ts'
import { publishFinished } from '#tests/support/media/golden-renditions.server.ts'
import { setUpApp } from '#tests/support/worlds/app-fixture.ts'

const app = setUpApp()
const paths = { ones: '', twos: '' }

beforeAll(async () => {
  const creator = await createPerson(app.hoshi.url, 'creator', 'Mio')
  paths.ones = `/watch/${await publishFinished(app.hoshi, creator, 'numbered')}`
  paths.twos = `/watch/${await publishFinished(app.hoshi, creator, 'numberedOnTwos')}`
})

test('tells drawings on twos, and steps by them', async () => {
  const { page, errors } = await openStudy(app, paths.twos, 10)
  await page.getByText('On twos', { exact: true }).waitFor()
  await page.getByText('This drawing holds for 2 frames, 12 drawings per second.').waitFor()
  await page.getByText('Drawing 6', { exact: true }).waitFor()
  // By key: a press of the pointer that is long runs through the drawings.
  await button(page, 'Forward one drawing').press('Enter')
  await page.keyboard.press(']')
  expect(await clock(page).textContent()).toBe('0:00 +14')
  await page.keyboard.press('.')
  await page.getByText('frame 2 of 2').waitFor()
  await page.keyboard.press('[')
  expect(await clock(page).textContent()).toBe('0:00 +12')
  await button(page, 'Back one drawing').press('Enter')
  expect(await clock(page).textContent()).toBe('0:00 +10')
  const counts = page.locator('.light-counts')
  expect(await counts.textContent()).toContain('In the episode96 drawings')
  expect(await counts.getByRole('listitem').allTextContents()).toEqual(['ones0', 'twos96', 'threes0', 'holds0'])
  expect(errors).toEqual([])
})

test('goes to a frame of the timesheet, and along it with a drag', async () => {
  const { page } = await openStudy(app, paths.ones, 60)
  const strip = (await page.locator('.timesheet-strip').boundingBox())!
  const now = (await page.locator('.timesheet-now rect').boundingBox())!
  const [x, y] = [now.x + now.width / 2, strip.y + 50]
  await page.mouse.click(x + 3 * 26, y)
  await expect.poll(() => seenFrame(page)).toBe(63)
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x - 5 * 26, y, { steps: 5 })
  await page.mouse.up()
  await expect.poll(() => seenFrame(page)).toBe(68)
})

test('stands still while the film plays where motion is reduced, and follows when it pauses', async () => {
  const { page } = await openStudy(app, paths.ones, 24, { ...wide, reducedMotion: 'reduce' })
  const placeOfNow = () => page.locator('.timesheet-now').getAttribute('transform')
  const before = await placeOfNow()
  await loopFilm(page)
  await page.keyboard.press('k')
  await expect.poll(placeOfNow).not.toBe(before)
  await page.keyboard.press('k')
  await expect.poll(placeOfNow).toBe(before)

  // A press goes to the column that it was on, though the strip moves with the pause.
  await page.keyboard.press('k')
  await expect.poll(placeOfNow).not.toBe(before)
  const drawing = page.locator('.timesheet-drawing').nth(20)
  const number = Number(await drawing.textContent())
  const { x, y } = (await drawing.boundingBox())!
  await page.mouse.click(x + 10, y + 10)
  await expect.poll(() => seenFrame(page)).toBe(number - 1)
})

describe('of a film whose cuts', () => {
  const measured = (changes: number[] | null, cuts: number[] | null) =>
    queryDatabase(
      app.hoshi.connectionString,
      `update frame_analyses set cuts = $2, changes = $3
       where video_uid = (select video_id from episodes where id = $1)`,
      [paths.twos.split('/').at(-1), cuts, changes],
    )

  test('are known draws them and what each drawing changes, and loops snap to them', async () => {
    await measured([0, ...Array.from({ length: 95 }, (_, at) => (at === 29 ? 100 : 25))], [60])
    const { page, errors } = await openStudy(app, paths.twos, 60)
    const place = async (selector: string) => (await page.locator(selector).boundingBox())!
    const [cut, now] = [await place('.timesheet-cut'), await place('.timesheet-now rect')]
    expect(Math.abs(cut.x + cut.width / 2 - now.x)).toBeLessThan(2)
    const bar = page.locator('.timesheet-drawing.is-current .timesheet-change')
    expect(await bar.getAttribute('height')).toBe('24')
    await page.keyboard.press(']')
    expect(await bar.getAttribute('height')).toBe('6')
    expect(await page.locator('.timesheet-names').textContent()).toBe('FrameDrawingChangeTiming')

    for (const key of ['a', '.', '.', '.', '.', '.', '.', '.', '.', 'b']) await page.keyboard.press(key)
    const [start, end] = [
      page.getByRole('slider', { name: 'Loop start' }),
      page.getByRole('slider', { name: 'Loop end' }),
    ]
    const band = await place('.loop-band')
    const drag = async (handle: typeof start, frame: number) => {
      const from = (await handle.boundingBox())!
      await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2)
      await page.mouse.down()
      await page.mouse.move(band.x + (band.width * (frame + 0.5)) / 192, from.y + 4, { steps: 3 })
      await page.mouse.up()
    }
    await drag(start, 57)
    expect(await start.getAttribute('aria-valuenow')).toBe('60')
    await start.press('ArrowLeft')
    expect(await start.getAttribute('aria-valuenow')).toBe('59')
    await drag(start, 40)
    expect(await start.getAttribute('aria-valuenow')).toBe('40')
    await drag(end, 61)
    expect(await end.getAttribute('aria-valuenow')).toBe('59')
    expect(errors).toEqual([])
  })

  test('were not looked for leaves them and the row out', async () => {
    await measured(null, null)
    const { page } = await openStudy(app, paths.twos, 60)
    await page.locator('.timesheet-drawing.is-current').waitFor()
    expect(await page.locator('.timesheet-names').textContent()).toBe('FrameDrawingTiming')
    expect(await page.locator('.timesheet-cut, .timesheet-change').count()).toBe(0)
  })
})

test('steps by the frame rate until the drawings have been read', async () => {
  const { page, open, errors } = await app.visit(wide)
  await page.route('**/exposure-sheet', (route) => route.fulfill({ status: 404, json: { code: 'video.not_analysed' } }))
  await page.route('**/frame-times', (route) => route.fulfill({ status: 404, json: { code: 'video.not_analysed' } }))
  await open(paths.ones)
  await button(page, 'Study mode').click()
  await page
    .getByText('The drawings of this episode have not been analyzed yet. You can still step through frames.')
    .waitFor()
  expect(await page.locator('.timesheet').count()).toBe(0)
  await page.keyboard.press('.')
  await clock(page).waitFor()
  expect(await button(page, 'Forward one drawing').count()).toBe(0)
  expect(errors.filter((problem) => !problem.includes('404'))).toEqual([])
})
