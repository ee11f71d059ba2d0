import { describe, expect, it } from 'vitest'
import { lyingBar, timesheetOf, uprightBars } from './chart-shapes.ts'

describe('upright bars', () => {
  it('stand side by side, the greatest at full height', () => {
    const bars = uprightBars([1, 2, 3, 4, 5, 6, 7, 8])
    expect(bars[0]?.x).toBe(0)
    const gaps = bars.slice(1).map(({ x }, place) => x - bars[place]!.x - bars[place]!.width)
    expect(gaps).toHaveLength(7)
    expect(Math.min(...gaps)).toBeGreaterThan(0)
    expect(bars.at(-1)!.x + bars.at(-1)!.width).toBeCloseTo(100, 1)
    expect(bars.map(({ height }) => height)).toEqual([12.5, 25, 37.5, 50, 62.5, 75, 87.5, 100])
  })

  it('stay slender when there are few, and all fit when there are many', () => {
    expect(uprightBars([5])[0]?.width).toBe(10.96)
    const last = uprightBars(Array(24).fill(1)).at(-1)!
    expect(last.x + last.width).toBeCloseTo(100, 1)
  })

  it('can be seen however low, and are not there for 0', () => {
    expect(uprightBars([0, 1, 1_000_000]).map(({ height }) => height)).toEqual([0, 8, 100])
    expect(uprightBars([0, 0]).map(({ height }) => height)).toEqual([0, 0])
  })
})

describe('lying bars', () => {
  it('are as long as their share of the leader', () => {
    expect([lyingBar(21_377, 21_377), lyingBar(15_064, 21_377), lyingBar(0, 21_377)]).toEqual([100, 70.47, 0])
  })

  it('are nothing where the leader is nothing', () => {
    expect(lyingBar(0, 0)).toBe(0)
  })
})

describe('the timesheet', () => {
  it('has a cell for each episode and six at least', () => {
    expect(timesheetOf([3, 2, 2, 1])).toEqual({ cells: 6, cellHeight: 44, episodesPerCell: 1, filled: [3, 2, 2, 1] })
  })

  it('draws flatter cells when a column is tall', () => {
    expect(timesheetOf([12, 1])).toMatchObject({ cells: 12, cellHeight: 22, episodesPerCell: 1 })
    expect(timesheetOf([24])).toMatchObject({ cells: 24, cellHeight: 11, episodesPerCell: 1 })
  })

  it('takes several episodes into a cell before it outgrows the page', () => {
    expect(timesheetOf([25, 1])).toMatchObject({ episodesPerCell: 2, filled: [13, 1] })
    const { cells, cellHeight } = timesheetOf([5000, 3])
    expect(cells * cellHeight).toBeLessThanOrEqual(264)
  })
})
