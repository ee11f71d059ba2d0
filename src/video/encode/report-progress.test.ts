import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { reportProgress } from './report-progress.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

/** Reports for the second half of the work, and the recorded percentages. */
function secondHalf() {
  const written: [uid: string, percent: number][] = []
  const recordProgress = async (uid: string, percent: number) => {
    written.push([uid, percent])
    return null
  }
  const report = reportProgress({ recordProgress }, 'rain', 0.5, 1)
  vi.advanceTimersByTime(1000)
  return { report, written }
}

test('a run’s share is recorded as a percentage of all the work', () => {
  const { report, written } = secondHalf()
  report(0.5)
  expect(written).toEqual([['rain', 75]])
})

test('progress is recorded once a second, however often a run reports it', () => {
  const { report, written } = secondHalf()
  report(0)
  vi.advanceTimersByTime(999)
  report(0.2)
  vi.advanceTimersByTime(1)
  report(0.4)
  expect(written).toEqual([
    ['rain', 50],
    ['rain', 70],
  ])
})

test('a failure to record progress stops nothing', async () => {
  const report = reportProgress({ recordProgress: async () => Promise.reject(new Error('No.')) }, 'rain', 0, 1)
  vi.advanceTimersByTime(1000)
  expect(() => report(0.5)).not.toThrow()
  await Promise.resolve()
})
