import { expect, test } from 'vitest'
import { mayMoveToTrash } from './audit.ts'

test('a few strays or a small share of the names are removed, and never more than a quarter', () => {
  const few: [found: number, all: number][] = [
    [0, 0],
    [2, 8],
    [5, 20],
    [10, 40],
    [20, 1000],
  ]
  const many: [found: number, all: number][] = [
    [1, 1],
    [2, 4],
    [10, 20],
    [11, 44],
    [21, 1000],
  ]
  expect(few.filter(([found, all]) => !mayMoveToTrash(found, all))).toEqual([])
  expect(many.filter(([found, all]) => mayMoveToTrash(found, all))).toEqual([])
})
