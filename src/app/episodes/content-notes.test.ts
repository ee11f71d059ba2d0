import { expect, test } from 'vitest'
import { contentNoteField, formatContentNotes, readContentNotes } from './content-notes.ts'

test('the notes of a form are those that are checked, in their order', () => {
  const fields = new Set([contentNoteField('loud'), contentNoteField('gore'), 'contentNote.unknown'])
  expect(readContentNotes(fields)).toEqual(['gore', 'loud'])
  expect(readContentNotes(new Set())).toEqual([])
})

test('notes read as one sentence', () => {
  expect(formatContentNotes(['flashing', 'loud'])).toBe('Flashing lights, loud sounds')
  expect(formatContentNotes([])).toBe('')
})
