import { expect, test } from 'vitest'
import { automaticMark } from './image-checks.ts'

test.each([
  ['Hentai', 'Marked automatically: drawn sexual content, awaiting review'],
  ['gore', 'Marked automatically: gore, awaiting review'],
  ['constructor', 'Marked automatically: constructor, awaiting review'],
])('a mark for %s reads as a sentence', (name, sentence) => {
  expect(automaticMark({ class: name })).toBe(sentence)
})
