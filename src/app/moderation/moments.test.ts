import { expect, test } from 'vitest'
import { framesAround, framesOverLength } from './moments.ts'

const everySecond = Array.from({ length: 22 }, (_, second) => second)
const everySixSeconds = Array.from({ length: 100 }, (_, at) => at * 6)

test.each([
  ['in the middle', everySecond, 10.5, [8, 10, 12]],
  ['at the beginning', everySecond, 0.4, [0, 2]],
  ['at the end', everySecond, 21.8, [19, 21]],
  ['behind the end', everySecond, 90, [20, 21]],
  ['of a long episode, the next frames', everySixSeconds, 300, [49, 50, 51]],
  ['of an episode with one frame', [0], 3, [0]],
])('frames around a moment %s', (_, times, seconds, expected) => {
  const frames = framesAround(times, seconds)
  expect(frames.map(({ index }) => index)).toEqual(expected)
  expect(frames.filter(({ isReported }) => isReported)).toHaveLength(1)
})

test('the frame of the moment itself is marked', () => {
  expect(framesAround(everySecond, 10.5).find(({ isReported }) => isReported)).toEqual({ index: 10, isReported: true })
})

test.each([
  [everySecond, [2, 8, 13, 19]],
  [
    [0, 1],
    [0, 1],
  ],
  [[], []],
])('without a moment up to four frames show the whole length: %j', (times, expected) => {
  expect(framesOverLength(times).map(({ index }) => index)).toEqual(expected)
})
