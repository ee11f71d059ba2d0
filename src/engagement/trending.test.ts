import { expect, test } from 'vitest'
import { chooseTrending, type Heat, trendingPlaces } from './trending.ts'

const heats = (...numbers: number[]): Heat[] => numbers.map((heat, n) => ({ id: `e${n + 1}`, heat }))

test('there is a place for each ten listed episodes or part of them, and 24 at most', () => {
  expect([0, 1, 10, 11, 20, 239, 240, 241, 1_000_000].map(trendingPlaces)).toEqual([0, 1, 1, 2, 2, 24, 24, 24, 24])
})

test('the hottest have the places', () => {
  expect(chooseTrending(heats(90, 80, 70), 2)).toEqual(['e1', 'e2'])
  expect(chooseTrending(heats(90, 80), 2)).toEqual(['e1', 'e2'])
  expect(chooseTrending(heats(90), 2)).toEqual(['e1'])
})

test('equals are in together or out together, and never more than there are places', () => {
  expect(chooseTrending(heats(90, 80, 80), 2)).toEqual(['e1'])
  expect(chooseTrending(heats(80, 80, 70), 2)).toEqual(['e1', 'e2'])
  expect(chooseTrending(heats(80, 80, 80), 2)).toEqual([])
})

test('nothing is trending where nothing is played or nothing is listed', () => {
  expect(chooseTrending([], 3)).toEqual([])
  expect(chooseTrending(heats(90), 0)).toEqual([])
})
