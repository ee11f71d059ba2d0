import { beforeAll, expect, test } from 'vitest'
import { openFirefox } from '#tests/support/browser/firefox.server.ts'
import { prepareFrameReader, recordTurns, seenFrame, stepThrough } from '#tests/support/browser/frame-numbers.ts'
import { button, openPaused } from '#tests/support/browser/player.ts'
import { soundView, view, wholeView } from '#tests/support/browser/study-view.ts'
import { createPerson, type Person } from '#tests/support/http/person.ts'
import type { ClipSpec } from '#tests/support/media/clips.server.ts'
import { publishFinished } from '#tests/support/media/golden-renditions.server.ts'
import { setUpApp } from '#tests/support/worlds/app-fixture.ts'

const app = setUpApp(undefined, openFirefox)
const wide = { viewport: { width: 1440, height: 900 } }
const clip = { seconds: 4, keyframeSeconds: 2, isNumbered: true, fps: 24 }
let creator: Person

beforeAll(async () => {
  creator = await createPerson(app.hoshi.url, 'creator', 'Mio')
})

async function openStudy(spec: ClipSpec, seconds: number) {
  const path = `/watch/${await publishFinished(app.hoshi, creator, spec)}`
  const visitor = await openPaused(app, path, wide, seconds)
  const { page } = visitor
  await page.keyboard.press('s')
  await page.locator('.study-frame:not([hidden])').waitFor()
  await prepareFrameReader(page)
  return visitor
}

/** Two of every five frames are dropped: their numbers are missing. */
const isKept = (frame: number) => ![1, 2].includes(frame % 5)

const clips: [string, ClipSpec, (frame: number) => boolean][] = [
  ['24', clip, () => true],
  ['a varying number of', { ...clip, isVariableFrameRate: true }, isKept],
]

test.each(clips)(
  'in Firefox, of %s frames a second, each of two seconds is reached once forth and once back',
  async (_name, spec, isIn) => {
    const { page, errors } = await openStudy(spec, 0)
    const frames = Array.from({ length: 48 }, (_, frame) => frame).filter(isIn)
    expect(await seenFrame(page)).toBe(0)
    const forth = await stepThrough(page, '.', frames.length - 1)
    expect(forth.map(({ frame }) => frame)).toEqual(frames.slice(1))
    const back = await stepThrough(page, ',', frames.length - 1)
    expect(back.map(({ frame }) => frame)).toEqual(frames.toReversed().slice(1))
    expect(errors).toEqual([])
  },
)

test('in Firefox, the drawings before and after shine through', async () => {
  const { page, errors } = await openStudy(clip, 1.021)
  await page.keyboard.press('o')
  const onion = page.locator('.study-onion[data-frames="24"]')
  await onion.waitFor()
  const inks = await onion.evaluate((canvas: HTMLCanvasElement) => {
    const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height)
    const pixels = Array.from({ length: data.length / 4 }, (_, at) => [...data.subarray(at * 4, at * 4 + 4)])
    const drawn = pixels.filter(([, , , alpha]) => alpha! > 60)
    return {
      previous: drawn.filter(([red, , blue]) => blue! > red!).length,
      next: drawn.filter(([red, , blue]) => red! > blue!).length,
    }
  })
  expect(inks.previous).toBeGreaterThan(50)
  expect(inks.next).toBeGreaterThan(50)
  expect(errors).toEqual([])
})

test('in Firefox, keys, the mouse and the sliders zoom and move the picture', async () => {
  const { page, errors } = await openStudy(clip, 0)
  await page.setViewportSize({ width: 1000, height: 1200 })
  for (const _ of [1, 2]) await page.keyboard.press('+')
  await expect.poll(() => view(page)).toEqual({ scale: 2, left: 0.25, top: 0.25, ...soundView })
  const { x, y, width, height } = (await page.locator('.study-stage').boundingBox())!
  await page.mouse.move(x + width / 2, y + height / 2)
  await page.mouse.down()
  await page.mouse.move(x + width * 0.7, y + height * 0.7)
  await page.mouse.up()
  await expect.poll(() => view(page)).toEqual({ scale: 2, left: 0.15, top: 0.15, ...soundView })
  await page.getByLabel('Vertical position').focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => view(page)).toEqual({ scale: 2, left: 0.2, top: 0.2, ...soundView })
  await page.keyboard.press('End')
  await expect.poll(() => view(page)).toMatchObject({ left: 0.2, top: 0.5 })
  await page.mouse.move(x + width / 2, y + height / 2)
  await page.keyboard.down('Control')
  for (const _ of [1, 2, 3, 4]) await page.mouse.wheel(0, 200)
  await page.keyboard.up('Control')
  await expect.poll(() => view(page)).toEqual(wholeView)
  expect(errors).toEqual([])
})

test.each([
  { link: '45-52', from: 45, to: 52, text: '0:01 +21 to 0:02 +04' },
  // This loop ends with the last frame of the video.
  { link: '88-95', from: 88, to: 95, text: '0:03 +16 to 0:03 +23' },
])(
  'in Firefox, the loop link $link shows the same first and last frame in each turn',
  async ({ link, from, to, text }) => {
    const path = `/watch/${await publishFinished(app.hoshi, creator, clip)}`
    const { page, open, errors } = await app.visit(wide)
    await open(`${path}?f=${link}`)
    await page.getByText(text).waitFor()
    await prepareFrameReader(page)
    const turns = await recordTurns(page, { from, to, turns: 20 })
    expect(turns.filter(({ first, last }) => first !== from || last !== to)).toEqual([])
    expect(turns.flatMap(({ seen }) => seen).filter((frame) => frame < from || frame > to)).toEqual([])
    await button(page, 'Stop loop').click()
    await page.getByText(text).waitFor({ state: 'detached' })
    expect(errors).toEqual([])
  },
)
