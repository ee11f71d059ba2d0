import { expect, test } from 'vitest'
import { integrityWords } from './integrity.ts'

const result = (rows: number, names: number, stray: number) => ({
  checked: { rows, names },
  counts: { missing: 0, different: 0, stray },
  findings: [],
  refusals: [],
})

test.each([
  [1204, 3410, 0, 'The check compared 1,204 rows with 3,410 file names. They agree.'],
  [0, 1, 1, 'The check compared 0 rows with 1 file name. It found 1 difference.'],
  [1, 2, 2, 'The check compared 1 row with 2 file names. It found 2 differences.'],
])('a check of %d rows and %d names with %d findings is told in words', (rows, names, stray, words) => {
  expect(integrityWords({ problem: null, result: result(rows, names, stray) })).toBe(words)
})

test('a check that failed says why', () => {
  const words = integrityWords({ problem: 'The storage is away.', result: null })
  expect(words).toBe('The check did not get to its end: The storage is away.')
})
