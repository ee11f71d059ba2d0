import { expect, test } from 'vitest'
import { axisTop, linePoints } from './chart-points.ts'

test('a line goes from left to right, with its greatest value at the top', () => {
  expect(linePoints([0, 5, 10])).toBe('0,100 50,50 100,0')
  expect(linePoints([0, 0])).toBe('0,100 100,100')
  expect(linePoints([7])).toBe('0,0')
  expect(linePoints([0.5], 1)).toBe('0,50')
})

test.each([
  [0, 4],
  [4, 4],
  [5, 8],
  [9, 20],
  [35, 40],
  [95, 100],
  [3653, 4000],
])('an axis for %i ends at %i', (greatest, top) => {
  expect(axisTop(greatest)).toBe(top)
})
