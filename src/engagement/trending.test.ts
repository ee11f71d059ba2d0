import { expect, test } from 'vitest'
import { chooseTrending, type Heat, trendingSlots } from './trending.ts'

const heats = (...numbers: number[]): Heat[] => numbers.map((heat, n) => ({ id: `e${n + 1}`, heat }))

test('there is one slot for every ten listed episodes or part of ten, at most 24', () => {
  expect([0, 1, 10, 11, 20, 239, 240, 241, 1_000_000].map(trendingSlots)).toEqual([0, 1, 1, 2, 2, 24, 24, 24, 24])
})

test('the hottest get the slots', () => {
  expect(chooseTrending(heats(90, 80, 70), 2)).toEqual(['e1', 'e2'])
  expect(chooseTrending(heats(90, 80), 2)).toEqual(['e1', 'e2'])
  expect(chooseTrending(heats(90), 2)).toEqual(['e1'])
})

test('equals are in or out together, and never exceed the slots', () => {
  expect(chooseTrending(heats(90, 80, 80), 2)).toEqual(['e1'])
  expect(chooseTrending(heats(80, 80, 70), 2)).toEqual(['e1', 'e2'])
  expect(chooseTrending(heats(80, 80, 80), 2)).toEqual([])
})

test('nothing is trending without plays or without listed episodes', () => {
  expect(chooseTrending([], 3)).toEqual([])
  expect(chooseTrending(heats(90), 0)).toEqual([])
})
