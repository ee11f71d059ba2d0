import type { Page, Route } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { waitForHydration } from '#tests/support/browser/forms.ts'
import { prepareFrameReader, recordTurns, seenFrame, stepThrough } from '#tests/support/browser/frame-numbers.ts'
import { button, openPaused, recordNotices, videoOf } from '#tests/support/browser/player.ts'
import { queryDatabase } from '#tests/support/data/query-database.server.ts'
import { createPerson, type Person } from '#tests/support/http/person.ts'
import { publishFinished } from '#tests/support/media/golden-renditions.server.ts'
import { setUpApp } from '#tests/support/worlds/app-fixture.ts'

const app = setUpApp()
const wide = { viewport: { width: 1440, height: 900 } }
let creator: Person

beforeAll(async () => {
  creator = await createPerson(app.hoshi.url, 'creator', 'Mio')
})

/** Requests that a loop link needs besides the video: the code of study mode, and the exposure sheet. */
const parts = ['**/assets/study-mode-*.js', '**/exposure-sheet']

/** Holds requests back until the returned function is called, and then sends them unless told otherwise. */
async function hold(page: Page, url: string, end = (route: Route) => route.continue()): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(url, async (route) => {
    await released
    await end(route)
  })
  return release
}

/** Runs in a page: notes the time of each picture of its video that nothing covers, from the first one on. */
function notePictures(): void {
  const times: number[] = []
  Object.assign(globalThis, { pictureTimes: times })
  const follow = (video: HTMLVideoElement) =>
    video.requestVideoFrameCallback((_now, { mediaTime }) => {
      if (!document.querySelector('.study-frame:not([hidden])')) times.push(mediaTime)
      follow(video)
    })
  document.addEventListener('loadstart', ({ target }) => target instanceof HTMLVideoElement && follow(target), {
    capture: true,
    once: true,
  })
}

const notedFrames = (page: Page) =>
  page.evaluate(() =>
    (globalThis as unknown as { pictureTimes: number[] }).pictureTimes.map((seconds) => Math.round(seconds * 24)),
  )

/** Lets a page draw for as long as a video of two seconds lasts. */
const drawPictures = (page: Page) =>
  page.evaluate(async () => {
    for (let picture = 0; picture < 120; picture += 1) await new Promise(requestAnimationFrame)
  })

describe('a loop link', () => {
  test.each(parts)(
    'holds its first frame until %s has come, whoever plays it, and never leaves its loop',
    async (url) => {
      const path = `/watch/${await publishFinished(app.hoshi, creator, 'numbered')}`
      const { page, errors } = await app.visit(wide)
      await page.addInitScript(notePictures)
      const release = await hold(page, url)
      await page.goto(`${path}?f=120-131`)
      await waitForHydration(page)
      await expect.poll(async () => (await notedFrames(page)).length).toBeGreaterThan(0)
      await button(page, 'Play').click()
      await drawPictures(page)
      await prepareFrameReader(page)
      expect(await seenFrame(page)).toBe(120)
      release()
      await page.getByText('Stop loop').waitFor()
      const turns = await recordTurns(page, { from: 120, to: 131, turns: 2 })
      expect(turns.map(({ first, last }) => [first, last])).toEqual(turns.map(() => [120, 131]))
      expect((await notedFrames(page)).filter((frame) => frame < 120 || frame > 131)).toEqual([])
      expect(errors).toEqual([])
    },
  )

  test('in an embedded player holds its first frame too', async () => {
    const path = `/embed/${await publishFinished(app.hoshi, creator, 'numbered')}`
    const { page } = await app.visit(wide)
    const release = await hold(page, '**/exposure-sheet')
    await page.goto(`${path}?f=50-61`)
    await waitForHydration(page)
    await button(page, 'Play').click()
    await expect.poll(async () => (await videoOf(page)).videoHeight).toBeGreaterThan(0)
    await drawPictures(page)
    await prepareFrameReader(page)
    expect(await seenFrame(page)).toBe(50)
    release()
    await page.getByText('Stop loop').waitFor()
    const turns = await recordTurns(page, { from: 50, to: 61, turns: 1 })
    expect(turns.map(({ first, last }) => [first, last])).toEqual([[50, 61]])
  })

  test('to the last frame of the film goes on, however late its code comes', async () => {
    const path = `/watch/${await publishFinished(app.hoshi, creator, 'numbered')}`
    const { page } = await app.visit(wide)
    const release = await hold(page, '**/assets/study-mode-*.js')
    await page.goto(`${path}?f=186-191`)
    await waitForHydration(page)
    await drawPictures(page)
    release()
    await prepareFrameReader(page)
    await page.getByText('0:07 +18 to 0:07 +23').waitFor()
    const turns = await recordTurns(page, { from: 186, to: 191, turns: 2 })
    expect(turns.map(({ first, last }) => [first, last])).toEqual(turns.map(() => [186, 191]))
  })

  test('whose code cannot be loaded stays where it is, says so, and plays when it is asked to', async () => {
    const path = `/watch/${await publishFinished(app.hoshi, creator, 'numbered')}`
    const { page } = await app.visit(wide)
    const release = await hold(page, '**/assets/study-mode-*.js', (route) => route.abort())
    await page.goto(`${path}?f=50-61`)
    await waitForHydration(page)
    const notices = await recordNotices(page)
    release()
    await expect.poll(notices).toContain('Study mode could not be loaded. Please reload the page.')
    await button(page, 'Play').click()
    await expect.poll(async () => (await videoOf(page)).currentTime).toBeGreaterThan(62 / 24 + 0.2)
  })
})

describe('a film of varying rate that has not been analysed yet', () => {
  /** Takes what was found in the frames of an episode away. @returns what puts it back */
  async function takeAnalysis(id: string): Promise<() => Promise<unknown>> {
    const { connectionString } = app.hoshi
    const [taken] = await queryDatabase<{ row: unknown }>(
      connectionString,
      `delete from frame_analyses where video_uid = (select video_id from episodes where id = $1)
       returning to_jsonb(frame_analyses) as row`,
      [id],
    )
    return () =>
      queryDatabase(
        connectionString,
        'insert into frame_analyses select * from jsonb_populate_record(null::frame_analyses, $1)',
        [JSON.stringify(taken?.row)],
      )
  }

  test('offers no steps by its average rate, says so, and is right once it has been', async () => {
    const id = await publishFinished(app.hoshi, creator, 'varyingRate')
    const putBack = await takeAnalysis(id)
    const { page } = await openPaused(app, `/watch/${id}`, wide, 0)
    const notices = await recordNotices(page)
    await page.keyboard.press('.')
    await expect.poll(notices).toContain('The frames of this episode are still being analyzed.')
    await page.keyboard.press('s')
    await page.getByText(/You can step through them as soon as that is done/).waitFor()
    expect(await button(page, 'Forward one frame').count()).toBe(0)
    await putBack()
    await page.locator('.study-frame:not([hidden])').waitFor()
    await prepareFrameReader(page)
    // Two of every five frames were dropped; the others carry the numbers 0, 3, 4, 5, 8 and so on.
    const steps = await stepThrough(page, '.', 4)
    expect(steps.map(({ frame }) => frame)).toEqual([3, 4, 5, 8])
  })

  test('has its loop once it has been', async () => {
    const id = await publishFinished(app.hoshi, creator, 'varyingRate')
    const putBack = await takeAnalysis(id)
    const { page, open } = await app.visit(wide)
    const release = await hold(page, '**/exposure-sheet')
    await open(`/watch/${id}?f=4-9`)
    const notices = await recordNotices(page)
    release()
    await expect.poll(notices).toContain('The frames of this episode are still being analyzed.')
    expect((await videoOf(page)).paused).toBe(true)
    await putBack()
    await page.getByText('Stop loop').waitFor()
    await button(page, 'Play').click()
    await prepareFrameReader(page)
    await expect.poll(() => seenFrame(page)).toBe(8)
  })
})
