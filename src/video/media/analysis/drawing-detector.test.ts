import { expect, test } from 'vitest'
import { drawFrame, type Rgb, SIZE } from '#tests/support/browser/drawn-frames.ts'
import { createDrawingDetector } from './drawing-detector.ts'

const paper: Rgb = [180, 170, 150]
const ink: Rgb = [40, 30, 30]

/** The same numbers each time. */
function createRandom(): () => number {
  let state = 1
  return () => {
    state = (state * 16_807) % 2_147_483_647
    return state / 2_147_483_647
  }
}

/** Adds grain of this standard deviation, in levels, as it is after scaling. */
function addGrain(frame: Uint8Array, deviation: number, random: () => number): Uint8Array {
  if (deviation === 0) return frame
  for (let at = 0; at < frame.length; at += 3) {
    const grain = (random() + random() + random() + random() - 2) * Math.sqrt(3) * deviation
    for (let channel = 0; channel < 3; channel += 1)
      frame[at + channel] = Math.min(255, Math.max(0, Math.round(frame[at + channel]! + grain)))
  }
  return frame
}

interface Film {
  frames: number
  /** Frames that each drawing stays. */
  exposure: number
  grain?: number
  /** Size of what moves, in pixels of the analysed frame. */
  moving?: number
}

function detect({ frames, exposure, grain = 0, moving = 4 }: Film): number[] {
  const random = createRandom()
  const detector = createDrawingDetector(SIZE)
  for (let frame = 0; frame < frames; frame += 1) {
    const drawing = Math.floor(frame / exposure)
    const patch = { x: 20 + (drawing % 20) * 5, y: 30, width: moving, height: moving }
    detector.push(addGrain(drawFrame(paper, { patch, colour: ink }), grain, random))
  }
  return detector.end().drawings
}

const each = (frames: number, exposure: number) =>
  Array.from({ length: Math.ceil(frames / exposure) }, (_, drawing) => drawing * exposure)

test.each([1, 2, 3, 4])('drawings on %i frames begin where they do', (exposure) => {
  expect(detect({ frames: 48, exposure })).toEqual(each(48, exposure))
})

test.each([
  { exposure: 1, grain: 0.5 },
  { exposure: 1, grain: 2 },
  { exposure: 2, grain: 0.5 },
  { exposure: 2, grain: 1 },
  { exposure: 2, grain: 2 },
  { exposure: 3, grain: 0.5 },
  { exposure: 3, grain: 2 },
])('under grain of $grain levels, drawings on $exposure frames begin where they do', ({ exposure, grain }) => {
  expect(detect({ frames: 96, exposure, grain })).toEqual(each(96, exposure))
})

test('grain alone is one drawing', () => {
  expect(detect({ frames: 60, exposure: 60, grain: 2 })).toEqual([0])
})

test('an eyelid of two pixels is a new drawing', () => {
  expect(detect({ frames: 12, exposure: 6, moving: 2 })).toEqual([0, 6])
})

test('a pan is a new drawing each frame', () => {
  const detector = createDrawingDetector(SIZE)
  for (let frame = 0; frame < 24; frame += 1) {
    const trees = [0, 30, 60, 90].map((x) => ({ patch: { x: x + frame, y: 20, width: 8, height: 50 }, colour: ink }))
    detector.push(drawFrame(paper, ...trees))
  }
  expect(detector.end().drawings).toEqual(each(24, 1))
})

test('a slow fade is a new drawing each frame', () => {
  const detector = createDrawingDetector(SIZE)
  for (let frame = 0; frame < 24; frame += 1)
    detector.push(drawFrame([100 + 2 * frame, 100 + 2 * frame, 100 + 2 * frame]))
  expect(detector.end().drawings).toEqual(each(24, 1))
})

test('a film without frames has no drawings', () => {
  expect(createDrawingDetector(SIZE).end()).toEqual({ drawings: [], changes: [] })
})

test.each([0, 0.5, 2])(
  'under grain of %d levels, the change of a drawing is how much of the picture moved',
  (grain) => {
    const random = createRandom()
    const detector = createDrawingDetector(SIZE)
    // What leaves a place and what comes to one: a half, a quarter, and 4 of 14,400 pixels.
    const widths = [0, 80, 80, 40, 40, 0, 0]
    const patches = [...widths.map((width) => ({ x: 0, y: 0, width, height: 90 })), { x: 9, y: 9, width: 2, height: 2 }]
    for (const patch of patches) detector.push(addGrain(drawFrame(paper, { patch, colour: ink }), grain, random))
    expect(detector.end()).toEqual({ drawings: [0, 1, 3, 5, 7], changes: [0, 50, 25, 25, 1] })
  },
)
