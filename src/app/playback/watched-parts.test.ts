import { expect, test } from 'vitest'
import { watchReportOf } from './watched-parts.ts'

function played(duration: number, ...ranges: [number, number][]) {
  return {
    duration,
    played: {
      length: ranges.length,
      start: (index: number) => ranges[index]![0],
      end: (index: number) => ranges[index]![1],
    },
  }
}

test('nothing is reported before a quarter, nor without a length', () => {
  expect(watchReportOf(played(100))).toBeNull()
  expect(watchReportOf(played(100, [0, 24.9]))).toBeNull()
  expect(watchReportOf(played(Number.NaN, [0, 30]))).toBeNull()
  expect(watchReportOf(played(Number.POSITIVE_INFINITY, [0, 30]))).toBeNull()
})

test('the highest mark passed is reported, with all that has played', () => {
  expect(watchReportOf(played(100, [0, 25]))).toEqual({ reached: 25, watchedSeconds: 25, ranges: [[0, 25]] })
  expect(watchReportOf(played(100, [0, 10.004], [80, 96]))).toEqual({
    reached: 95,
    watchedSeconds: 26,
    ranges: [
      [80, 96],
      [0, 10],
    ],
  })
})

test('of many ranges the longest are sent', () => {
  const many = Array.from({ length: 80 }, (_, index): [number, number] => [index * 2, index * 2 + 1])
  const report = watchReportOf(played(170, ...many, [165, 170]))
  expect(report?.ranges).toHaveLength(60)
  expect(report?.ranges[0]).toEqual([165, 170])
  expect(report?.watchedSeconds).toBe(85)
})
