import { expect, test } from 'vitest'
import { isOneTypoApart, plainWords, readSearch } from './search-term.ts'

test('a term is trimmed, composed, and cut into its words, each once', () => {
  expect(readSearch('  Night  Train Night ')).toEqual({ term: 'Night  Train Night', words: ['Night', 'Train'] })
  expect(readSearch('e\u0301toile')).toEqual({ term: 'étoile', words: ['étoile'] })
  expect(readSearch('銀河　鉄道')).toEqual({ term: '銀河　鉄道', words: ['銀河', '鉄道'] })
  expect(readSearch('100% _ \\')).toEqual({ term: '100% _ \\', words: ['100%', '_', '\\'] })
})

test('blanks are no term', () => {
  for (const raw of ['', '   ', '\u3000', '\n']) expect(readSearch(raw)).toBeNull()
})

test('two hundred characters are a term, one more or a control is refused', () => {
  expect(readSearch('星'.repeat(200))?.words).toHaveLength(1)
  expect(readSearch('🌟'.repeat(200))?.words).toHaveLength(1)
  for (const raw of ['x'.repeat(201), 'x'.repeat(1024 * 1024), 'a\u0000', '\ud800', 'a\nb', 'a\tb'])
    expect(() => readSearch(raw)).toThrow(
      expect.objectContaining({ code: 'catalog.search_invalid', details: { field: 'search' } }),
    )
})

test('plain words stand between blanks and punctuation', () => {
  expect(plainWords('“Spider-Man”, the man… 夜の、星!')).toEqual(['Spider', 'Man', 'the', 'man', '夜の', '星'])
  expect(plainWords('!?')).toEqual([])
})

test('one typo is a letter more, a letter less, another letter or two swapped neighbours', () => {
  const near = ['tanabata!', 'anabata', 'tanabat', 'tanbata', 'tanabbata', 'tanavata', 'atnabata', 'tanabaat']
  for (const word of near) {
    expect(isOneTypoApart('tanabata', word), word).toBe(true)
    expect(isOneTypoApart(word, 'tanabata'), word).toBe(true)
  }
  expect(isOneTypoApart('銀河鉄道', '銀河鉄路')).toBe(true)
  expect(isOneTypoApart('🌟🌟🌟🌟', '🌟🌟🌟')).toBe(true)
})

test('the same word, and two typos, are none', () => {
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
