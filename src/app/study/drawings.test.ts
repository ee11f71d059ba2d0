import { describe, expect, it } from 'vitest'
import { Drawings, describeDrawing } from './drawings.ts'

/** A hold of 12, three on twos, three on ones, two on threes. */
const lengths = [12, 2, 2, 2, 1, 1, 1, 3, 3]
const firsts = lengths.map((_, index) => lengths.slice(0, index).reduce((sum, length) => sum + length, 0))
const drawings = new Drawings(lengths.map((length, index) => [firsts[index]!, length]))

describe('drawings', () => {
  it('are found by any of their frames', () => {
    expect([0, 11, 12, 13, 14, 18, 20, 26, 90].map((frame) => drawings.at(frame).number)).toEqual([
      1, 1, 2, 2, 3, 5, 7, 9, 9,
    ])
  })

  it('are stepped through by number, whatever their length', () => {
    expect(drawings.beside(5, 1)).toEqual({ number: 2, first: 12, length: 2 })
    expect(drawings.beside(13, -1)).toEqual({ number: 1, first: 0, length: 12 })
    expect([drawings.beside(3, -1), drawings.beside(26, 1)]).toEqual([null, null])
  })

  it('of one length stand together in the timing, holds each for itself', () => {
    expect(drawings.timingsBetween(0, 27).map(({ first, end, words }) => [first, end, words])).toEqual([
      [0, 12, 'hold 12'],
      [12, 18, 'on twos'],
      [18, 21, 'on ones'],
      [21, 27, 'on threes'],
    ])
    const holds = new Drawings([
      [0, 5],
      [5, 5],
    ])
    expect(holds.timingsBetween(0, 10)).toHaveLength(2)
  })

  it('are counted in a range that begins and ends inside of one', () => {
    expect(drawings.between(13, 15).map(({ number }) => number)).toEqual([2, 3])
    expect(drawings.countsBetween(13, 22)).toEqual({ ones: 3, twos: 3, threes: 1, holds: 0 })
    expect(drawings.countsBetween(0, 27)).toEqual({ ones: 3, twos: 3, threes: 2, holds: 1 })
  })
})

it.each([
  [1, 24, 'On ones', 'Every frame is a new drawing, 24 drawings per second.'],
  [2, 24, 'On twos', 'This drawing holds for 2 frames, 12 drawings per second.'],
  [3, 24000 / 1001, 'On threes', 'This drawing holds for 3 frames, 8 drawings per second.'],
  [2, 25, 'On twos', 'This drawing holds for 2 frames, 12.5 drawings per second.'],
  [2, null, 'On twos', 'This drawing holds for 2 frames.'],
  [18, 24, 'Hold 18', 'This drawing holds for 18 frames.'],
])('a drawing of %i frames at %s frames a second is described', (length, rate, title, words) => {
  expect(describeDrawing({ number: 1, first: 0, length }, rate)).toEqual({ title, words })
})
