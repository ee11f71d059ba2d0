import { describe, expect, test } from 'vitest'
import { clockOf, frameFrom, offeredTiles } from './frame-clock.ts'

const ntsc = { numerator: 24_000, denominator: 1001 }

describe('the clock of a frame', () => {
  test.each([
    [0, null, '0:00 +00'],
    [23, null, '0:00 +23'],
    [24, null, '0:01 +00'],
    [1447, { numerator: 24, denominator: 1 }, '1:00 +07'],
    [24, ntsc, '0:01 +00'],
    [48, ntsc, '0:02 +00'],
  ])('frame %d at %o is %s', (frame, rate, clock) => {
    expect(clockOf(frame, rate)).toBe(clock)
  })

  test('a time leads to the first frame that begins then, and not past the last one', () => {
    expect(frameFrom(1, null, 100)).toBe(24)
    expect(frameFrom(1, ntsc, 100)).toBe(24)
    expect(frameFrom(9, null, 100)).toBe(99)
  })
})

describe('the frames that are offered', () => {
  test('are at most eight, evenly spread', () => {
    expect(offeredTiles(100)).toEqual([6, 18, 31, 43, 56, 68, 81, 93])
    expect(offeredTiles(8)).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
    expect(offeredTiles(3)).toEqual([0, 1, 2])
  })
})
