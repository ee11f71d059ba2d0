import { expect, test } from 'vitest'
import { scaledDown } from './poster.ts'

test.each([
  [640, 360, 320, '320x180'],
  [640, 360, 80, '80x45'],
  [360, 640, 160, '90x160'],
  [640, 268, 80, '80x34'],
  [640, 2, 80, '80x1'],
  [100, 80, 320, '100x80'],
  [320, 180, 320, '320x180'],
])('a poster of %d by %d, scaled down to %d pixels, is %s', (width, height, side, expected) => {
  const scaled = scaledDown({ width, height }, side)
  expect(`${scaled.width}x${scaled.height}`).toBe(expected)
})
