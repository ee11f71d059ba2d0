import { describe, expect, it } from 'vitest'
import { median, percentile, table } from './figures.ts'

describe('the median', () => {
  it('is the middle value of an odd count, in any order', () => {
    expect(median([9, 1, 5])).toBe(5)
    expect(median([10, 9, 100])).toBe(10)
  })

  it('is the mean of the two middle values of an even count', () => {
    expect(median([4, 1, 3, 2])).toBe(2.5)
  })

  it('of one value is that value, and of none is an error', () => {
    expect(median([7])).toBe(7)
    expect(() => median([])).toThrow(RangeError)
  })

  it('does not change its input', () => {
    const values = [3, 1, 2]
    median(values)
    expect(values).toEqual([3, 1, 2])
  })
})

describe('a percentile', () => {
  it('is the smallest value that at least so many percent do not exceed', () => {
    const twenty = Array.from({ length: 20 }, (_, n) => 20 - n)
    expect([5, 50, 95, 100].map((percent) => percentile(twenty, percent))).toEqual([1, 10, 19, 20])
    expect(percentile([7], 95)).toBe(7)
    expect(() => percentile([], 95)).toThrow(RangeError)
  })
})

describe('the table', () => {
  const line = (figure: Parameters<typeof table>[0][number]) => table([figure]).split('\n')[2]

  it('shows ok up to the goal, and over above it', () => {
    expect(line({ name: 'start', value: 8, unit: 's', goal: 8 })).toBe('start  8.00 s         -      -  <= 8 s  ok')
    expect(line({ name: 'start', value: 8.01, unit: 's', goal: 8 })).toMatch(/<= 8 s {2}over$/)
  })

  it('shows neither without a goal', () => {
    expect(line({ name: 'speed', value: 176.4, unit: 'MB/s' })).toBe('speed  176 MB/s         -      -     -')
  })

  it('shows a smaller figure as a fraction of its baseline and a larger one as a multiple', () => {
    expect(line({ name: 'a', value: 0.5, unit: 's', baseline: { value: 50 } })).toContain('50.0 s  1/100')
    expect(line({ name: 'a', value: 60, unit: 's', baseline: { value: 50 } })).toContain('50.0 s  1.20x')
  })

  it('marks a calculated baseline', () => {
    expect(line({ name: 'a', value: 1, unit: 's', baseline: { value: 500, isEstimated: true } })).toContain('~500 s')
  })

  it('aligns its columns', () => {
    const lines = table([
      { name: 'a', value: 1, unit: 's', goal: 2 },
      { name: 'a longer name', value: 1000, unit: 'MB/s', goal: 20_000 },
    ]).split('\n')
    expect(new Set(lines.map((each) => each.indexOf('<='))).size).toBeLessThanOrEqual(3)
    expect(lines[2]!.indexOf('ok')).toBe(lines[3]!.indexOf('ok'))
  })
})
