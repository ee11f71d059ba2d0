import { expect, test } from 'vitest'
import { passedOn } from './slow-results.ts'

const of = (tree: string, file: string, hasPassed: boolean) => ({ tree, file, hasPassed })

test('a slow file has passed when its last run on the same tree did', () => {
  const results = [
    of('now', 'a.slow.test.ts', false),
    of('before', 'b.slow.test.ts', true),
    of('now', 'c.slow.test.ts', true),
    of('now', 'a.slow.test.ts', true),
    of('now', 'd.slow.test.ts', true),
    of('now', 'd.slow.test.ts', false),
  ]
  expect(passedOn('now', results)).toEqual(['a.slow.test.ts', 'c.slow.test.ts'])
})

test('nothing has passed on a tree that nobody ran, or without git', () => {
  expect(passedOn('later', [of('now', 'a.slow.test.ts', true)])).toEqual([])
  expect(passedOn(null, [of('now', 'a.slow.test.ts', true)])).toEqual([])
})
