import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { inOrder, longest } from '#tests/support/run/test-order.ts'
import { withTimesOf } from './file-times.ts'

const rooms = (path: string) => ({ path, suite: 'rooms' })
const slow = (path: string, suite = 'slow') => ({ path, suite })
const pathsOf = (files: readonly { path: string }[]) => files.map(({ path }) => path)

test('the files that took the longest last time start first, then the others by name', () => {
  const files = [rooms('d.test.ts'), rooms('b.test.ts'), rooms('a.test.ts'), rooms('c.test.ts')]
  expect(pathsOf(inOrder(files, { 'b.test.ts': 2, 'c.test.ts': 9 }, []))).toEqual([
    'c.test.ts',
    'b.test.ts',
    'a.test.ts',
    'd.test.ts',
  ])
})

test('without measured times, files that are known to be long start first', () => {
  const [, second = ''] = longest
  expect(pathsOf(inOrder([slow('a.slow.test.ts'), slow(second)], {}, []))).toEqual([second, 'a.slow.test.ts'])
})

test('files that must run start before all others, and suites run in sequence', () => {
  const files = [slow('a'), slow('b', 'slow-apart'), rooms('c'), slow('d'), slow('e', 'slow-apart')]
  expect(pathsOf(inOrder(files, { a: 100 }, ['d', 'e']))).toEqual(['e', 'd', 'c', 'b', 'a'])
})

test('the files that are known to be long exist', () => {
  const project = join(import.meta.dirname, '../..')
  expect(longest.filter((file) => !existsSync(join(project, file)))).toEqual([])
})

test('a run of some files leaves the times of the others, and files that did not start keep theirs', () => {
  const file = (name: string, status: string, endTime: number) => {
    const assertionResults = [{ fullName: 'adds up', status, failureMessages: [] }]
    return { name: `/home/${name}`, status: 'passed', startTime: 0, endTime, message: '', assertionResults }
  }
  const testResults = [file('a', 'passed', 3000), file('b', 'pending', 0)]
  const report = { numTotalTests: 2, numPassedTests: 1, numFailedTests: 0, testResults }
  expect(withTimesOf(report, '/home', { a: 1, b: 2, c: 4 })).toEqual({ a: 3, b: 2, c: 4 })
})
