import { expect, test } from 'vitest'
import { isMilestone } from './notification.ts'

test('milestones are the powers of ten', () => {
  const told = [0, 1, 2, 9, 10, 11, 99, 100, 101, 110, 1000, 10_000, 20_000].filter(isMilestone)
  expect(told).toEqual([1, 10, 100, 1000, 10_000])
})
