import { expect, test } from 'vitest'
import { gramsOf } from './text-grams.ts'

test('a longer word gives its runs of three characters, each once', () => {
  expect(gramsOf('tanabata')).toEqual(['tan', 'ana', 'nab', 'aba', 'bat', 'ata'])
  expect(gramsOf('ananana')).toEqual(['ana', 'nan'])
  expect(gramsOf('銀河鉄道')).toEqual(['銀河鉄', '河鉄道'])
  expect(gramsOf('🌟🌟🌟🌟')).toEqual(['🌟🌟🌟'])
})

test('a short word gives itself', () => {
  for (const word of ['ta', '星', '夜空', '%', 'é', '🌟']) expect(gramsOf(word)).toEqual([word])
})

test('a single letter or digit gives nothing, and so does empty text', () => {
  for (const word of ['a', 'z', '7', '', ' ']) expect(gramsOf(word)).toEqual([])
})

test('each part between spaces gives its own grams', () => {
  expect(gramsOf('star\u0020of a\nnight')).toEqual(['sta', 'tar', 'of', 'nig', 'igh', 'ght'])
})
