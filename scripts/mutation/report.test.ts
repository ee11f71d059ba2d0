import { expect, test } from 'vitest'
import { linesOf, shareOf } from './report.ts'

test('a mutant that the time limit ended counts as killed', () => {
  const fates = ['killed', 'killed', 'timeout', 'survived'] as const
  expect(shareOf(fates.map((fate) => ({ fate })))).toEqual({ killed: 2, timeout: 1, survived: 1, percent: 75 })
})

test('a mutant is shown on its line', () => {
  const source = 'one\n  two < three\nfour'
  const start = source.indexOf('<')
  expect(linesOf(source, { start, end: start + 1, replacement: '<=' })).toEqual({
    original: 'two < three',
    mutated: 'two <= three',
  })
})
