import { expect, test } from 'vitest'
import { wordChange, wordPlacesText } from './words.ts'

test('an entry of the log names the word, what becomes of it, and where', () => {
  expect(wordChange({ word: 'spam', action: 'refuse', places: 'comment name' })).toBe(
    '“spam”, Reject: Comments, Usernames',
  )
})

test('places are named in their order, and unknown ones as they are', () => {
  expect(wordPlacesText(['comment', 'title', 'note'])).toBe('Comments, Episode titles, note')
})
