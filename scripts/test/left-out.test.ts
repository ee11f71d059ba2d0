import { expect, test } from 'vitest'
import { leftOutOf } from './left-out.ts'

const file = { startTime: 0, endTime: 1, message: '', status: 'passed' }
const report = { numTotalTests: 2, numPassedTests: 1, numFailedTests: 0 }
const of = (status: string) => ({ fullName: 'adds up', status, failureMessages: [] })

test('names the files of which no test started', () => {
  const testResults = [
    { ...file, name: '/home/a.test.ts', assertionResults: [of('pending'), of('pending')] },
    { ...file, name: '/home/b.test.ts', assertionResults: [of('pending'), of('passed')] },
    { ...file, name: '/home/c.test.ts', assertionResults: [of('skipped')] },
  ]
  expect(leftOutOf({ ...report, testResults }, '/home')).toEqual(['Left out, because the time was up: a.test.ts'])
})

test('says nothing when every file started', () => {
  const testResults = [{ ...file, name: '/home/b.test.ts', assertionResults: [of('passed')] }]
  expect(leftOutOf({ ...report, testResults }, '/home')).toEqual([])
})
