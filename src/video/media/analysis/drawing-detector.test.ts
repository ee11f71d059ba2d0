import { describe, expect, test } from 'vitest'
import { drawFrame, type Rgb, SIZE } from '#tests/support/browser/drawn-frames.ts'
import { createDrawingDetector } from './drawing-detector.ts'

const paper: Rgb = [180, 170, 150]
const ink: Rgb = [40, 30, 30]

/** A generator of pseudo-random numbers, the same in each run. */
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
    // The changed area, both where the patch was and where it is: a half, a quarter, and 4 of 14,400 pixels.
    const widths = [0, 80, 80, 40, 40, 0, 0]
    const patches = [...widths.map((width) => ({ x: 0, y: 0, width, height: 90 })), { x: 9, y: 9, width: 2, height: 2 }]
    for (const patch of patches) detector.push(addGrain(drawFrame(paper, { patch, colour: ink }), grain, random))
    expect(detector.end()).toEqual({ drawings: [0, 1, 3, 5, 7], changes: [0, 50, 25, 25, 1] })
  },
)

/** Luma of a painted ground, a row each, with four columns to a pixel of the analysed frame. */
type Ground = readonly Uint8Array[]

const COLUMNS = 4
const GROUND_WIDTH = (SIZE.width + 50) * COLUMNS

/** Waves of these lengths, in pixels, and heights, in levels, in three directions each. */
function paint(...waves: [length: number, height: number][]): Ground {
  const directed = waves.flatMap(([length, height], at) =>
    [0, 1, 2].map((turn) => {
      const [angle, number] = [at + turn * 2.1, (2 * Math.PI) / length]
      const [x, y] = [(Math.cos(angle) * number) / COLUMNS, Math.sin(angle) * number]
      return { x, y, height: height / 1.7, phase: turn + at }
    }),
  )
  const lumaAt = (x: number, y: number) =>
    directed.reduce((sum, wave) => sum + wave.height * Math.sin(wave.x * x + wave.y * y + wave.phase), 128)
  return Array.from({ length: SIZE.height }, (_, y) =>
    Uint8Array.from({ length: GROUND_WIDTH }, (_column, x) => Math.round(lumaAt(x, y))),
  )
}

const grounds = {
  soft: paint([60, 24], [30, 10]),
  softer: paint([70, 20], [35, 8]),
  detailed: paint([100, 20], [30, 10], [10, 8], [5, 6]),
}

/** @param shift in pixels of the analysed frame */
function drawGround(ground: Ground, shift: number, firstColumn = 0): Uint8Array {
  const frame = new Uint8Array(SIZE.width * SIZE.height * 3).fill(128)
  for (let y = 0; y < SIZE.height; y += 1)
    for (let x = firstColumn; x < SIZE.width; x += 1) {
      const at = (y * SIZE.width + x) * 3
      const luma = ground[y]![(x + shift) * COLUMNS]!
      frame[at] = luma
      frame[at + 1] = luma
      frame[at + 2] = luma
    }
  return frame
}

interface Pan {
  ground: Ground
  /** Pixels per frame, of 1920. */
  pixels: number
  exposure: number
  grain?: number
  /** Whether a figure on twos stands before it. */
  hasFigure?: boolean
}

const PAN_FRAMES = 12

function detectPan({ ground, pixels, exposure, grain = 0, hasFigure = false }: Pan): number[] {
  const random = createRandom()
  const detector = createDrawingDetector(SIZE)
  for (let frame = 0; frame < PAN_FRAMES; frame += 1) {
    const picture = drawGround(ground, (Math.floor(frame / exposure) * exposure * pixels * SIZE.width) / 1920)
    if (hasFigure)
      for (let row = 30; row < 50; row += 1) {
        const at = row * SIZE.width + 60 + frame - (frame % 2)
        picture.fill(40, at * 3, (at + 12) * 3)
      }
    detector.push(addGrain(picture, grain, random))
  }
  return detector.end().drawings
}

describe.each([
  { kind: 'soft', ground: grounds.soft },
  { kind: 'softer', ground: grounds.softer },
  { kind: 'detailed', ground: grounds.detailed },
])('a pan over a $kind ground', ({ ground }) => {
  test.each([3, 6, 12, 24])('of %i of 1920 pixels a frame is a new drawing each one, two or three frames', (pixels) => {
    for (const exposure of [1, 2, 3])
      expect(detectPan({ ground, pixels, exposure }), `on ${exposure}`).toEqual(each(PAN_FRAMES, exposure))
  })

  test.each([1, 2, 3])('under grain is a new drawing each %i frames', (exposure) => {
    expect(detectPan({ ground, pixels: 24, exposure, grain: 1 })).toEqual(each(PAN_FRAMES, exposure))
  })

  test('is one each frame behind a figure on twos', () => {
    expect(detectPan({ ground, pixels: 12, exposure: 1, hasFigure: true })).toEqual(each(PAN_FRAMES, 1))
  })

  test.each([0, 0.5, 1, 2])('that stands still under grain of %d levels is one drawing', (grain) => {
    expect(detectPan({ ground, pixels: 0, exposure: 1, grain })).toEqual([0])
  })
})

test('the change of a soft pan is how much of the picture moves', () => {
  const detector = createDrawingDetector(SIZE)
  for (const shift of [0, 0, 1]) detector.push(drawGround(grounds.soft, shift, SIZE.width / 2))
  expect(detector.end()).toEqual({ drawings: [0, 2], changes: [0, 50] })
})

test('what compression leaves of a soft drawing on twos, a frame later, is no drawing', () => {
  const detector = createDrawingDetector(SIZE)
  const shifts = [0, 1, 2, 3, 4].flatMap((drawing) => [drawing * 2, drawing * 2 + 0.5])
  for (const shift of shifts) detector.push(drawGround(grounds.soft, shift))
  expect(detector.end().drawings).toEqual([0, 2, 4, 6, 8])
})
