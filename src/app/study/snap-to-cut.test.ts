import { expect, test } from 'vitest'
import { snapToCut } from './snap-to-cut.ts'

const cuts = [48, 52, 120]

test.each([
  ['from', 44, 44],
  ['from', 45, 48],
  ['from', 48, 48],
  ['from', 49, 48],
  ['from', 51, 52],
  ['from', 55, 52],
  ['from', 56, 56],
  ['to', 119, 119],
  ['to', 116, 119],
  ['to', 122, 119],
  ['to', 123, 123],
] as const)('the end "%s" of a loop that is dragged to frame %i stays at %i', (end, frame, stays) => {
  expect(snapToCut(end, frame, cuts)).toBe(stays)
})
