import { expect, test } from 'vitest'
import { summaryOf, tallyOf } from './tally.ts'

const clean = { numTotalTests: 3, numPassedTests: 3, numFailedTests: 0, testResults: [] }

test('counts the tests of the report', () => {
  expect(tallyOf({ ...clean, numTotalTests: 6, numFailedTests: 2 }, 1)).toEqual({ passed: 3, failed: 2, skipped: 1 })
})

test('a run without a report is a failure', () => {
  expect(tallyOf(null, 0)).toEqual({ passed: 0, failed: 1, skipped: 0 })
})

test('a bad exit code without a failed test is a failure', () => {
  expect(tallyOf(clean, 1)).toEqual({ passed: 3, failed: 1, skipped: 0 })
})

test('a file that could not be loaded is a failure', () => {
  const report = {
    ...clean,
    testResults: [{ name: 'a', startTime: 0, endTime: 1, status: 'failed', assertionResults: [], message: '' }],
  }
  expect(tallyOf(report, 1)).toEqual({ passed: 3, failed: 1, skipped: 0 })
})

test('a file whose hook failed is a failure, also beside a failed test in it or elsewhere', () => {
  const of = (...statuses: string[]) => statuses.map((status) => ({ fullName: 'adds up', status, failureMessages: [] }))
  const file = { startTime: 0, endTime: 1, message: '', status: 'failed' }
  const testResults = [
    { ...file, name: '/home/before.test.ts', assertionResults: of('skipped') },
    { ...file, name: '/home/after.test.ts', assertionResults: of('passed', 'failed') },
    { ...file, name: '/home/other.test.ts', assertionResults: of('failed') },
  ]
  const report = { numTotalTests: 4, numPassedTests: 1, numFailedTests: 2, testResults }
  expect(tallyOf(report, 1, ['/home/after.test.ts'])).toEqual({ passed: 1, failed: 4, skipped: 1 })
})

test('the last line names skipped tests only when there are any', () => {
  expect(summaryOf({ passed: 12, failed: 0, skipped: 0 })).toBe('12 passed, 0 failed')
  expect(summaryOf({ passed: 12, failed: 1, skipped: 2 })).toBe('12 passed, 1 failed, 2 skipped')
})
