import { expect, test } from 'vitest'
import { moveRow } from './move-row.ts'

const rows = ['a', 'b', 'c']

test('a row moves to another place, and the rest keeps its order', () => {
  expect(moveRow(rows, 0, 2)).toEqual(['b', 'c', 'a'])
  expect(moveRow(rows, 2, 1)).toEqual(['a', 'c', 'b'])
})

test.each([
  [0, -1],
  [2, 3],
  [3, 0],
  [Number.NaN, 0],
])('from %d to %d nothing changes', (from, to) => {
  expect(moveRow(rows, from, to)).toBe(rows)
})
