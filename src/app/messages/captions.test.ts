import { expect, test } from 'vitest'
import {
  comparison,
  comparisonInPoints,
  formatShare,
  formatWatchTime,
  growthCaption,
  longDay,
  monthlyGrowth,
  shortDay,
} from './captions.ts'

const all = { days: 28, since: '2026-01-01' }
const words = (now: number, before: number, days = 28, counted = { ...all, days }) => {
  const { change, rest } = comparison({ now, before }, days, counted)
  return [change, rest].filter(Boolean).join(' ')
}

test.each([
  [112, 100, '+12% from the previous 28 days'],
  [96, 100, '−4% from the previous 28 days'],
  [100, 100, '+0% from the previous 28 days'],
  [995, 1000, '−1% from the previous 28 days'],
  [3, 0, 'New, no earlier data'],
  [0, 0, 'No activity yet'],
  [0, 5, '−100% from the previous 28 days'],
])('%i after %i reads "%s|%s"', (now, before, expected) => {
  expect(words(now, before)).toBe(expected)
})

test('a range says how long the one before it is, and since when it was counted', () => {
  expect(words(2, 1, 1)).toBe('+100% from the previous day')
  expect(words(2, 1, 365)).toBe('+100% from the previous 365 days')
  expect(words(2, 1, 28, { days: 9, since: '2025-05-27' })).toBe('Tracked since May 27, 9 of the previous 28 days')
})

test('shares are compared in points', () => {
  expect(comparisonInPoints(0.564, 0.53, 7)).toEqual({
    change: '+3',
    isLess: false,
    rest: 'points from the previous 7 days',
  })
  expect(comparisonInPoints(0.5, 0.53, 7)).toMatchObject({ change: '−3', isLess: true })
  expect(comparisonInPoints(0.5, null, 7).rest).toBe('New, no earlier data')
  expect(comparisonInPoints(null, 0.5, 7).rest).toBe('No activity yet')
})

test('times, shares and days are short', () => {
  expect([42, 1500, 5400, 5_651_999].map(formatWatchTime)).toEqual(['42 s', '25 min', '1.5 h', '1,570 h'])
  expect(formatShare(0.555)).toBe('56%')
  expect([shortDay('2026-05-27'), longDay('2026-05-27')]).toEqual(['May 27', 'Wed, May 27'])
})

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

test('the change of a month is apart from the rest', () => {
  expect(monthlyGrowth({ recent: 92, before: 100 })).toEqual({ change: '-8%', isLess: true, rest: 'from last month' })
  expect(monthlyGrowth({ recent: 0, before: 0 })).toEqual({ change: '', isLess: false, rest: 'No activity yet' })
})

test('without a previous month there is nothing to compare', () => {
  expect(growthCaption({ recent: 1, before: 0 })).toBe('New this month')
  expect(growthCaption({ recent: 0, before: 0 })).toBe('No activity yet')
})
