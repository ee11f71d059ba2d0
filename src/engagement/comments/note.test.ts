import { expect, test } from 'vitest'
import { NOTE_MAX_CHARACTERS, readNote } from './note.ts'

const refused = (code: string) => expect.objectContaining({ code, details: { field: 'text' } })

test('a note is plain text of at most 120 characters, counted as those of comments are', () => {
  expect(readNote('  on twos, I checked ')).toBe('on twos, I checked')
  expect(readNote('a'.repeat(NOTE_MAX_CHARACTERS))).toHaveLength(120)
  expect([...readNote('😀'.repeat(NOTE_MAX_CHARACTERS))]).toHaveLength(120)
  expect([...readNote(`${' '.repeat(20)}${'星'.repeat(NOTE_MAX_CHARACTERS)}`)]).toHaveLength(120)
  // Three characters and a mark, which are one to the eye and two as they are stored.
  expect(readNote('e\u0301'.repeat(NOTE_MAX_CHARACTERS))).toBe('é'.repeat(120))
})

test.each([
  ['a'.repeat(NOTE_MAX_CHARACTERS + 1)],
  ['😀'.repeat(NOTE_MAX_CHARACTERS + 1)],
  ['two\nlines'],
  ['two\r\nlines'],
  ['two\u2028lines'],
  ['a\ttab'],
  ['a\u0000b'],
  ['a lone \ud83d'],
])('%j is no note', (text) => {
  expect(() => readNote(text)).toThrow(refused('engagement.note_invalid'))
})

test.each([[''], ['   '], ['\n'], ['\u200b\u200b'], ['\u3164'], ['\u2800\u2800'], ['\u202e \u2066']])(
  '%j has nothing that anyone could read',
  (text) => {
    expect(() => readNote(text)).toThrow(refused('engagement.note_required'))
  },
)

test('characters that join others stay as they were written', () => {
  expect(readNote('👩‍🎨')).toBe('👩‍🎨')
  expect(readNote('می‌خواهم')).toBe('می‌خواهم')
})
