import { beforeAll, expect, test } from 'vitest'
import { prepareFrameReader, recordTurns, seenFrame, stepThrough } from '#tests/support/browser/frame-numbers.ts'
import { openPaused } from '#tests/support/browser/player.ts'
import { createPerson, type Person } from '#tests/support/http/person.ts'
import type { ClipSpec } from '#tests/support/media/clips.server.ts'
import { publishFinished } from '#tests/support/media/golden-renditions.server.ts'
import { setUpApp } from '#tests/support/worlds/app-fixture.ts'

const app = setUpApp()
const wide = { viewport: { width: 1440, height: 900 } }
let creator: Person

beforeAll(async () => {
  creator = await createPerson(app.hoshi.url, 'creator', 'Mio')
})

const clip = { seconds: 4, keyframeSeconds: 2, isNumbered: true }

/** Two of every five frames are dropped: their numbers are missing. */
const isKept = (frame: number) => ![1, 2].includes(frame % 5)

const clips: [string, ClipSpec, (frame: number) => boolean, number][] = [
  ['23.976', { ...clip, fps: '24000/1001' }, () => true, 96],
  ['24', { ...clip, fps: 24 }, () => true, 96],
  ['25', { ...clip, fps: 25 }, () => true, 100],
  ['29.97', { ...clip, fps: '30000/1001' }, () => true, 120],
  ['30', { ...clip, fps: 30 }, () => true, 120],
  ['60', { ...clip, fps: 60 }, () => true, 240],
  ['a varying number of', { ...clip, fps: 24, isVariableFrameRate: true }, isKept, 96],
  // Encoded by Hoshi, with frames that are stored in another order than they are shown in.
  ['24, transcoded from VP9,', { ...clip, fps: 24, video: 'vp9', container: 'webm', audio: 'opus' }, () => true, 96],
]

test.each(clips)(
  'of %s frames a second, each is reached once forth and once back',
  async (_name, spec, isIn, count) => {
    const path = `/watch/${await publishFinished(app.hoshi, creator, spec)}`
    const { page, errors } = await openPaused(app, path, wide, 0)
    await page.keyboard.press('s')
    await page.locator('.study-frame:not([hidden])').waitFor()
    await prepareFrameReader(page)
    const frames = Array.from({ length: count }, (_, frame) => frame).filter(isIn)
    expect(await seenFrame(page)).toBe(0)
    const forth = await stepThrough(page, '.', frames.length - 1)
    expect(forth.map(({ frame }) => frame)).toEqual(frames.slice(1))
    const back = await stepThrough(page, ',', frames.length - 1)
    expect(back.map(({ frame }) => frame)).toEqual(frames.toReversed().slice(1))
    expect(errors).toEqual([])
  },
)

test('a loop link shows the same first and last frame in 100 of 100 turns', async () => {
  const path = `/watch/${await publishFinished(app.hoshi, creator, { ...clip, fps: 24 })}`
  const { page, open, errors } = await app.visit(wide)
  await open(`${path}?f=45-52`)
  await page.getByText('0:01 +21 to 0:02 +04').waitFor()
  await prepareFrameReader(page)
  const turns = await recordTurns(page, { from: 45, to: 52, turns: 100 })
  expect(turns).toHaveLength(100)
  expect(turns.filter(({ first, last }) => first !== 45 || last !== 52)).toEqual([])
  expect(turns.flatMap(({ seen }) => seen).filter((frame) => frame < 45 || frame > 52)).toEqual([])
  expect(errors).toEqual([])
})
