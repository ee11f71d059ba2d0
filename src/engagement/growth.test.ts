import { expect, test } from 'vitest'
import { growthCaption } from './growth.ts'

test.each([
  [112, 100, '+12% from last month'],
  [92, 100, '-8% from last month'],
  [200, 100, '+100% from last month'],
  [0, 100, '-100% from last month'],
  [1301, 100, '+1,201% from last month'],
  [1, 3, '-67% from last month'],
])('%d after %d reads %j', (recent, before, caption) => {
  expect(growthCaption({ recent, before })).toBe(caption)
})

test.each([
  [201, 200, '+1% from last month'],
  [199, 200, '-1% from last month'],
  [1004, 1000, '+0% from last month'],
  [996, 1000, '+0% from last month'],
  [100, 100, '+0% from last month'],
])('half a percent rounds away from zero, less rounds to zero: %d after %d reads %j', (recent, before, caption) => {
  expect(growthCaption({ recent, before })).toBe(caption)
})

test('without a previous month there is nothing to compare', () => {
  expect(growthCaption({ recent: 1, before: 0 })).toBe('New this month')
  expect(growthCaption({ recent: 0, before: 0 })).toBe('No activity yet')
})
