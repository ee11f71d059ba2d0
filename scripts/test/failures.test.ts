import { expect, test } from 'vitest'
import { failuresOf } from './failures.ts'

const file = { startTime: 0, endTime: 1, message: '' }
const report = { numTotalTests: 2, numPassedTests: 1, numFailedTests: 1 }

test('names each failed test with its error and the line where it happened', () => {
  const assertionResults = [
    { fullName: 'adds up', status: 'passed', failureMessages: [] },
    { fullName: 'takes away', status: 'failed', failureMessages: ['Error: 1 is not 2\n    at /home/a.test.ts:3:7'] },
  ]
  const testResults = [{ ...file, name: '/home/a.test.ts', status: 'failed', assertionResults }]
  expect(failuresOf({ ...report, testResults }, '/home')).toEqual([
    '✗ a.test.ts › takes away: Error: 1 is not 2 (line 3)',
  ])
})

test("keeps a browser's log of what it waited for", () => {
  const failure =
    'locator.click: Timeout 9ms exceeded.\nCall log:\n\u001b[2m  - waiting for a link\u001b[22m\n\n    at press (/home/b.ts:1:2)'
  const assertionResults = [{ fullName: 'presses', status: 'failed', failureMessages: [failure] }]
  const testResults = [{ ...file, name: '/home/a.test.ts', status: 'failed', assertionResults }]
  expect(failuresOf({ ...report, testResults }, '/home')).toEqual([
    '✗ a.test.ts › presses: locator.click: Timeout 9ms exceeded. | Call log: | - waiting for a link',
  ])
})

test('names a file that could not be loaded', () => {
  const broken = { ...file, name: '/home/a.test.ts', status: 'failed', assertionResults: [], message: 'no such module' }
  expect(failuresOf({ ...report, testResults: [broken] }, '/home')).toEqual(['✗ a.test.ts: no such module'])
})

test('names a file whose hook failed beside its failed test', () => {
  const assertionResults = [{ fullName: 'adds up', status: 'failed', failureMessages: [] }]
  const testResults = [{ ...file, name: '/home/a.test.ts', status: 'failed', assertionResults }]
  const results = [{ file: 'a.test.ts', hasPassed: false, errors: ['no room'] }]
  expect(failuresOf({ ...report, testResults }, '/home', results)).toEqual([
    '✗ a.test.ts: no room',
    '✗ a.test.ts › adds up',
  ])
})
