import { expect, test } from 'vitest'
import { inGenreOrder, readDescription, readGenre, readGenreFilter, readTags, readTitle } from './episode-fields.ts'

const refused = (code: string, field: string) => expect.objectContaining({ code, details: { field } })

function refusalOf(run: () => unknown): unknown {
  try {
    return { kept: run() }
  } catch (error) {
    return error
  }
}

test('a title is one line of 1 to 120 characters, counted in composed code points', () => {
  expect(readTitle('  Night Train ')).toBe('Night Train')
  expect(readTitle('e\u0301'.repeat(120))).toBe('é'.repeat(120))
  expect(readTitle('🌟'.repeat(120))).toBe('🌟'.repeat(120))
  for (const title of ['', '   ', '\n\t'])
    expect(refusalOf(() => readTitle(title))).toEqual(refused('catalog.title_required', 'title'))
  for (const title of ['x'.repeat(121), 'x'.repeat(1024 * 1024), 'a\nb', 'a\u0000', '\udfff', '\u009f'])
    expect(refusalOf(() => readTitle(title))).toEqual(refused('catalog.title_invalid', 'title'))
})

test('a known genre in any case gets its canonical spelling; any other stays as written', () => {
  expect(readGenre(' sci-FI ')).toBe('Sci-Fi')
  expect(readGenre('SLICE OF LIFE')).toBe('Slice of Life')
  expect(readGenre('Iyashikei')).toBe('Iyashikei')
  expect(readGenre('constructor')).toBe('constructor')
  expect(refusalOf(() => readGenre(' '))).toEqual(refused('catalog.genre_required', 'genre'))
  expect(refusalOf(() => readGenre('g'.repeat(41)))).toEqual(refused('catalog.genre_invalid', 'genre'))
  expect(refusalOf(() => readGenre('a\nb'))).toEqual(refused('catalog.genre_invalid', 'genre'))
})

test('a genre filter gets its canonical spelling; All and blank text mean no filter', () => {
  expect(readGenreFilter(' SLICE of life')).toBe('Slice of Life')
  expect(readGenreFilter('Iyashikei')).toBe('Iyashikei')
  for (const none of ['', '  ', 'All', 'all', ' ALL ']) expect(readGenreFilter(none)).toBeNull()
  for (const invalid of ['g'.repeat(41), 'a\u0000', 'a\nb'])
    expect(refusalOf(() => readGenreFilter(invalid))).toEqual(refused('catalog.genre_invalid', 'genre'))
})

test('a description may be empty and may have several lines', () => {
  expect(readDescription('')).toBe('')
  expect(readDescription('one\r\n\ttwo\r')).toBe('one\n\ttwo')
  for (const text of ['d'.repeat(5001), 'a\u0000b', '\ud800'])
    expect(refusalOf(() => readDescription(text))).toEqual(refused('catalog.description_invalid', 'description'))
})

test('tags are trimmed, never empty, and unique regardless of case', () => {
  expect(readTags([' Night ', '', '  ', 'night', 'NIGHT', 'Sea'])).toEqual(['Night', 'Sea'])
  expect(readTags([])).toEqual([])
})

test('twenty tags of forty characters are accepted; one more of either is refused', () => {
  const twenty = Array.from({ length: 20 }, (_, index) => `${index}`.padEnd(40, 'x'))
  expect(readTags([...twenty, ...twenty, ''])).toEqual(twenty)
  for (const tags of [[...twenty, 'more'], ['t'.repeat(41)], ['a\u0000'], ['\ud800'], ['a\nb']])
    expect(refusalOf(() => readTags(tags))).toEqual(refused('catalog.tags_invalid', 'tags'))
})

test('genres come in the product’s order, free-text ones last by name', () => {
  expect(inGenreOrder(['zen', 'Thriller', 'Action', 'Absurd'])).toEqual(['Action', 'Thriller', 'Absurd', 'zen'])
})
