/** One bar of a chart, in percent of the chart's width and height; it starts at the lower edge. */
export interface Bar {
  x: number
  width: number
  height: number
}

/** Fewer bars than this are as narrow as if there were this many. */
const MIN_SLOTS = 8
/** The space between two bars, as a share of a bar's width. */
const GAP_SHARE = 0.16
/** Height of the lowest bar for a value above 0. */
const MIN_PERCENT = 8

/** Vertical bars from left to right, the greatest at full height; a value of 0 has height 0. */
export function verticalBars(values: readonly number[]): Bar[] {
  const slots = Math.max(MIN_SLOTS, values.length)
  const width = 100 / (slots + (slots - 1) * GAP_SHARE)
  const greatest = Math.max(0, ...values)
  return values.map((value, index) => ({
    x: round(index * width * (1 + GAP_SHARE)),
    width: round(width),
    height: value > 0 ? round(Math.max(MIN_PERCENT, (value / greatest) * 100)) : 0,
  }))
}

/** Length of a horizontal bar, in percent of the leader's. */
export function horizontalBar(value: number, leader: number): number {
  return leader > 0 && value > 0 ? round(Math.min(100, (value / leader) * 100)) : 0
}

/** A cell chart: one column per genre, one cell per episode until a column gets too tall. */
export interface CellChart {
  /** Cells per column, including the empty ones at the top. */
  cells: number
  cellHeight: number
  episodesPerCell: number
  /** Filled cells of each column, in the order given. */
  filled: number[]
}

const CHART_HEIGHT = 264
const MIN_CELLS = 6
const MIN_CELL_HEIGHT = 11

/** @param counts episodes of each column */
export function cellChartOf(counts: readonly number[]): CellChart {
  const tallest = Math.max(0, ...counts)
  const episodesPerCell = Math.max(1, Math.ceil(tallest / (CHART_HEIGHT / MIN_CELL_HEIGHT)))
  const filled = counts.map((count) => Math.ceil(count / episodesPerCell))
  const cells = Math.max(MIN_CELLS, ...filled)
  return { cells, cellHeight: Math.floor(CHART_HEIGHT / cells), episodesPerCell, filled }
}

function round(percent: number): number {
  return Math.round(percent * 100) / 100
}
