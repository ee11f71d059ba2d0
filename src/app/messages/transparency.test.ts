import { expect, test } from 'vitest'
import { meanTime, quarterName } from './transparency.ts'

test.each([
  ['2026-01-01', 'January to March 2026'],
  ['2025-10-01', 'October to December 2025'],
])('the quarter from %s is %s', (startsOn, name) => {
  expect(quarterName(startsOn)).toBe(name)
})

test.each([
  [null, '–'],
  [0, 'Less than an hour'],
  [1.2, '1 hour'],
  [71.4, '71 hours'],
  [72, '3 days'],
])('a mean of %s hours is %s', (hours, text) => {
  expect(meanTime(hours)).toBe(text)
})
