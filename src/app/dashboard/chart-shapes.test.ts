import { describe, expect, it } from 'vitest'
import { cellChartOf, horizontalBar, verticalBars } from './chart-shapes.ts'

describe('vertical bars', () => {
  it('are side by side, the greatest at full height', () => {
    const bars = verticalBars([1, 2, 3, 4, 5, 6, 7, 8])
    expect(bars[0]?.x).toBe(0)
    const gaps = bars.slice(1).map(({ x }, index) => x - bars[index]!.x - bars[index]!.width)
    expect(gaps).toHaveLength(7)
    expect(Math.min(...gaps)).toBeGreaterThan(0)
    expect(bars.at(-1)!.x + bars.at(-1)!.width).toBeCloseTo(100, 1)
    expect(bars.map(({ height }) => height)).toEqual([12.5, 25, 37.5, 50, 62.5, 75, 87.5, 100])
  })

  it('stay narrow when there are few, and all fit when there are many', () => {
    expect(verticalBars([5])[0]?.width).toBe(10.96)
    const last = verticalBars(Array(24).fill(1)).at(-1)!
    expect(last.x + last.width).toBeCloseTo(100, 1)
  })

  it('have a minimum height, and none for 0', () => {
    expect(verticalBars([0, 1, 1_000_000]).map(({ height }) => height)).toEqual([0, 8, 100])
    expect(verticalBars([0, 0]).map(({ height }) => height)).toEqual([0, 0])
  })
})

describe('horizontal bars', () => {
  it('are as long as their share of the leader', () => {
    expect([horizontalBar(21_377, 21_377), horizontalBar(15_064, 21_377), horizontalBar(0, 21_377)]).toEqual([
      100, 70.47, 0,
    ])
  })

  it('are empty when the leader is 0', () => {
    expect(horizontalBar(0, 0)).toBe(0)
  })
})

describe('the cell chart', () => {
  it('has a cell for each episode, and at least six', () => {
    expect(cellChartOf([3, 2, 2, 1])).toEqual({ cells: 6, cellHeight: 44, episodesPerCell: 1, filled: [3, 2, 2, 1] })
  })

  it('draws flatter cells when a column is tall', () => {
    expect(cellChartOf([12, 1])).toMatchObject({ cells: 12, cellHeight: 22, episodesPerCell: 1 })
    expect(cellChartOf([24])).toMatchObject({ cells: 24, cellHeight: 11, episodesPerCell: 1 })
  })

  it('puts several episodes into a cell when a column would get too tall', () => {
    expect(cellChartOf([25, 1])).toMatchObject({ episodesPerCell: 2, filled: [13, 1] })
    const { cells, cellHeight } = cellChartOf([5000, 3])
    expect(cells * cellHeight).toBeLessThanOrEqual(264)
  })
})
