import { expect, test } from 'vitest'
import { formatFrameLength, formatFrameTime, whatWouldHelp } from './flash-words.ts'

test.each([
  [128 + 4 / 24, 24, '2:08 +04'],
  [301 + 23 / 24, 24, '5:01 +23'],
  [10, 30_000 / 1001, '0:10 +00'],
  [0, 24, '0:00 +00'],
  [61.5, null, '1:01'],
])('%f s at %f frames a second is %s', (seconds, rate, text) => {
  expect(formatFrameTime(seconds, rate)).toBe(text)
})

test.each([
  [9 + 2 / 24, 24, '9 s 02 f'],
  [0.5, 24, '0 s 12 f'],
  [8, 25, '8 s 00 f'],
  [4.25, null, '4.3 s'],
])('a length of %f s at %f frames a second is %s', (seconds, rate, text) => {
  expect(formatFrameLength(seconds, rate)).toBe(text)
})

test('what would help follows from the light and the rate', () => {
  expect(whatWouldHelp({ kind: 'luminance', perSecond: 4 })).toBe('Remove one flash per second')
  expect(whatWouldHelp({ kind: 'luminance', perSecond: 8 })).toMatch(/^Remove 5 flashes per second/)
  expect(whatWouldHelp({ kind: 'red', perSecond: 8 })).toMatch(/^Use a less saturated red/)
})
