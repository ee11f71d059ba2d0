import { expect, test } from 'vitest'
import { DOUBLE_TAP_MS, doubleTap } from './touch-gestures.ts'

test.each([
  ['left', 0.1, 0.2, 'back'],
  ['right', 0.9, 0.8, 'on'],
  ['middle', 0.5, 0.5, null],
  ['left, then right', 0.1, 0.9, null],
  ['right, then middle', 0.9, 0.5, null],
])('two taps on the %s', (_name, first, second, direction) => {
  expect(doubleTap({ at: 1000, share: first }, { at: 1000 + DOUBLE_TAP_MS, share: second })).toBe(direction)
})

test('a single tap, and a late second one, lead nowhere', () => {
  expect(doubleTap(null, { at: 1000, share: 0.1 })).toBeNull()
  expect(doubleTap({ at: 1000, share: 0.1 }, { at: 1001 + DOUBLE_TAP_MS, share: 0.1 })).toBeNull()
})

test('each further tap leads further', () => {
  const taps = [0, 200, 400, 600].map((at) => ({ at, share: 0.95 }))
  expect(taps.map((tap, index) => doubleTap(taps[index - 1] ?? null, tap))).toEqual([null, 'on', 'on', 'on'])
})
