import { expect, test } from 'vitest'
import { findCycle } from './refuse-chunk-cycles.ts'

const file = (fileName: string, ...imports: string[]) => ({ fileName, imports })

test('files that import each other are named in order', () => {
  const files = [file('page', 'shared'), file('shared', 'words', 'forms'), file('words'), file('forms', 'shared')]
  expect(findCycle(files)).toEqual(['shared', 'forms', 'shared'])
})

test('files that share others, or import some from elsewhere, are no cycle', () => {
  expect(findCycle([file('a', 'c', 'elsewhere'), file('b', 'a', 'c'), file('c')])).toBeNull()
})
