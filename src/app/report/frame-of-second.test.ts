import { expect, test } from 'vitest'
import { frameOfSecond } from './frame-of-second.ts'

const rate = { numerator: 24, denominator: 1 }

test('frames count from 0 within their second', () => {
  expect([198, 198.375, 198.9999].map((seconds) => frameOfSecond(seconds, rate))).toEqual([0, 9, 23])
})

test('a rate that is not known has none', () => {
  expect(frameOfSecond(1.5, null)).toBeNull()
  expect(frameOfSecond(1.5, { numerator: 0, denominator: 1 })).toBeNull()
})
