import { expect, test } from 'vitest'
import { type NewWord, readNewWord, WORD_MAX_CHARACTERS } from './site-word.ts'

const word: NewWord = { word: ' Spam ', action: 'hold', places: ['name', 'comment', 'name'] }
const refused = (code: string, field: string) => expect.objectContaining({ code, details: { field } })

test('a word is read with its places, each once and in order', () => {
  expect(readNewWord(word)).toEqual({ word: 'Spam', action: 'hold', places: ['comment', 'name'] })
})

test.each(['', ' ', '...', 'a\nb', '🙂', 'a'.repeat(WORD_MAX_CHARACTERS + 1)])('%j is no word', (text) => {
  expect(() => readNewWord({ ...word, word: text })).toThrow(refused('moderation.word_invalid', 'word'))
})

test('a word without a place is refused', () => {
  expect(() => readNewWord({ ...word, places: [] })).toThrow(refused('moderation.word_places_required', 'places'))
})
