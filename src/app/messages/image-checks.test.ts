import { expect, test } from 'vitest'
import { automaticMark } from './image-checks.ts'

test.each([
  ['Hentai', 'Marked automatically: drawn sexual content, waiting for a person'],
  ['gore', 'Marked automatically: gore, waiting for a person'],
  ['constructor', 'Marked automatically: constructor, waiting for a person'],
])('a mark for %s reads as a sentence', (name, sentence) => {
  expect(automaticMark({ class: name })).toBe(sentence)
})
