import { expect, test } from 'vitest'
import { isOneTypoApart, readSearch, splitWords } from './search-term.ts'

test('a term is trimmed, composed and split into distinct words', () => {
  expect(readSearch('  Night  Train Night ')).toEqual({ term: 'Night  Train Night', words: ['Night', 'Train'] })
  expect(readSearch('e\u0301toile')).toEqual({ term: 'étoile', words: ['étoile'] })
  expect(readSearch('銀河　鉄道')).toEqual({ term: '銀河　鉄道', words: ['銀河', '鉄道'] })
  expect(readSearch('100% _ \\')).toEqual({ term: '100% _ \\', words: ['100%', '_', '\\'] })
})

test('blank text is no term', () => {
  for (const raw of ['', '   ', '\u3000', '\n']) expect(readSearch(raw)).toBeNull()
})

test('a term of 200 characters is accepted; one more or a control character is refused', () => {
  expect(readSearch('星'.repeat(200))?.words).toHaveLength(1)
  expect(readSearch('🌟'.repeat(200))?.words).toHaveLength(1)
  for (const raw of ['x'.repeat(201), 'x'.repeat(1024 * 1024), 'a\u0000', '\ud800', 'a\nb', 'a\tb'])
    expect(() => readSearch(raw)).toThrow(
      expect.objectContaining({ code: 'catalog.search_invalid', details: { field: 'search' } }),
    )
})

test('words are split at spaces and punctuation', () => {
  expect(splitWords('“Spider-Man”, the man… 夜の、星!')).toEqual(['Spider', 'Man', 'the', 'man', '夜の', '星'])
  expect(splitWords('!?')).toEqual([])
})

test('one typo is an extra, missing or wrong letter, or two swapped neighbours', () => {
  const typos = ['tanabata!', 'anabata', 'tanabat', 'tanbata', 'tanabbata', 'tanavata', 'atnabata', 'tanabaat']
  for (const word of typos) {
    expect(isOneTypoApart('tanabata', word), word).toBe(true)
    expect(isOneTypoApart(word, 'tanabata'), word).toBe(true)
  }
  expect(isOneTypoApart('銀河鉄道', '銀河鉄路')).toBe(true)
  expect(isOneTypoApart('🌟🌟🌟🌟', '🌟🌟🌟')).toBe(true)
})

test('the same word and two typos are not one typo', () => {
  for (const word of [
    'tanabata',
    'tanabat!!',
    'anabat',
    'tnabaat',
    'natabata',
    'xanabaty',
    'tanabata!!',
    'batatana',
    '',
  ])
    expect(isOneTypoApart('tanabata', word), word).toBe(false)
  expect(isOneTypoApart('🌟🌟🌟🌟', '🌟🌟')).toBe(false)
})
