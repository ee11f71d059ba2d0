import { expect, test } from 'vitest'
import { gramsOf } from './text-grams.ts'

test('a longer word is its runs of three, each once', () => {
  expect(gramsOf('tanabata')).toEqual(['tan', 'ana', 'nab', 'aba', 'bat', 'ata'])
  expect(gramsOf('ananana')).toEqual(['ana', 'nan'])
  expect(gramsOf('銀河鉄道')).toEqual(['銀河鉄', '河鉄道'])
  expect(gramsOf('🌟🌟🌟🌟')).toEqual(['🌟🌟🌟'])
})

test('a short one is itself', () => {
  for (const word of ['ta', '星', '夜空', '%', 'é', '🌟']) expect(gramsOf(word)).toEqual([word])
})

test('a single letter or digit tells nothing, neither does nothing', () => {
  for (const word of ['a', 'z', '7', '', ' ']) expect(gramsOf(word)).toEqual([])
})

test('what stands between spaces is taken part by part', () => {
  expect(gramsOf('star\u0020of a\nnight')).toEqual(['sta', 'tar', 'of', 'nig', 'igh', 'ght'])
})
