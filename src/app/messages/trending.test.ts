import { expect, test } from 'vitest'
import { trendingReason } from './trending.ts'

test.each([
  [41, 'Watched 41 times in 7 days'],
  [12_408, 'Watched 12,408 times in 7 days'],
  [1, 'Watched 1 time in 7 days'],
])('%i watches by others say why an episode is trending', (watches, sentence) => {
  expect(trendingReason(watches)).toBe(sentence)
})

test('without watches there is no reason to name', () => {
  expect([0, null, undefined].map(trendingReason)).toEqual([null, null, null])
})
