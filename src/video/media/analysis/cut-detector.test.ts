import { expect, test } from 'vitest'
import { drawFrame, type Rgb, SIZE } from '#tests/support/browser/drawn-frames.ts'
import { createCutDetector } from './cut-detector.ts'

/** Two shots: windows of a wall, and trees before a sky. */
const wall: Rgb = [180, 150, 120]
const glass: Rgb = [40, 70, 110]
const sky: Rgb = [120, 190, 230]
const windows = (shift = 0) =>
  drawFrame(
    wall,
    ...[0, 1, 2, 3, 4, 5].map((at) => ({
      patch: { x: at * 24 + shift, y: 10 + (at % 3) * 20, width: 14, height: 30 },
      colour: glass,
    })),
  )
const trees = (shift = 0) =>
  drawFrame(
    sky,
    ...[0, 1, 2, 3].map((at) => ({
      patch: { x: at * 36 + shift, y: 20 - at * 4, width: 20, height: 60 },
      colour: glass,
    })),
  )
const white = drawFrame([250, 250, 250])

/** Each picture shown for so many frames. */
const held = (...shots: [picture: Uint8Array, frames: number][]) =>
  shots.flatMap(([picture, frames]) => Array.from({ length: frames }, () => picture))

function detect(frames: Uint8Array[]): number[] {
  const detector = createCutDetector(SIZE)
  for (const frame of frames) detector.push(frame)
  return detector.end()
}

/** A frame between two others, from 0 to 1. */
const mix = (one: Uint8Array, other: Uint8Array, share: number) =>
  one.map((value, at) => Math.round(value + (other[at]! - value) * share))

const steps = (frames: number) => Array.from({ length: frames }, (_, frame) => frame)

test('the first frame of each shot is a cut, but not that of the film', () => {
  expect(detect(held([windows(), 12], [trees(), 12], [white, 12], [windows(), 12]))).toEqual([12, 24, 36])
})

test.each([1, 2, 7])('the last frame that is seen after a cut may be number %i', (frames) => {
  expect(detect(held([windows(), 12], [trees(), frames]))).toEqual([12])
})

test.each([
  { of: 'a picture that stands', frames: held([windows(), 40]) },
  { of: 'a pan of six pixels a frame', frames: steps(4).flatMap((at) => [windows(at * 6)]) },
  { of: 'a pan on twos', frames: steps(4).flatMap((at) => held([trees(at * 8), 2])) },
  { of: 'a dissolve', frames: steps(13).map((at) => mix(windows(), trees(), at / 12)) },
  { of: 'a fade from white on twos', frames: steps(9).flatMap((at) => held([mix(white, trees(), at / 8), 2])) },
  { of: 'a film of one frame', frames: [windows()] },
  { of: 'a film without frames', frames: [] },
])('in $of is no cut', ({ frames }) => {
  expect(detect(frames)).toEqual([])
})

test.each([1, 2, 3, 8])('a flash of %i frames is no cut, nor is a cut lost before it', (frames) => {
  const flash = held([windows(), 14], [white, frames], [windows(), 14])
  expect(detect(flash)).toEqual([])
  expect(detect([...held([trees(), 14]), ...flash])).toEqual([14])
})

test('a flash that fades is no cut', () => {
  const fading = steps(8).map((at) => mix(white, windows(), at / 8))
  expect(detect([...held([windows(), 12]), ...fading, ...held([windows(), 12])])).toEqual([])
})

test('a wipe is no cut', () => {
  const [before, after] = [windows(), trees()]
  const isWiped = (index: number, at: number) => Math.floor(index / 3) % SIZE.width < at * 20
  const wiped = steps(9).map((at) => before.map((value, index) => (isWiped(index, at) ? after[index]! : value)))
  expect(detect([...held([before, 12]), ...wiped, ...held([after, 12])])).toEqual([])
})

test('a picture too small for blocks has no cuts', () => {
  const detector = createCutDetector({ width: 160, height: 9 })
  for (const level of [0, 255]) detector.push(new Uint8Array(160 * 9 * 3).fill(level))
  expect(detector.end()).toEqual([])
})
