/** One bar of a chart, in percent of the chart's sides; it stands on the lower edge. */
export interface Bar {
  x: number
  width: number
  height: number
}

/** So few bars keep the width they would have among this many. */
const FEWEST_SLOTS = 8
/** The space between two bars, as a share of a bar's width. */
const GAP_SHARE = 0.16
/** Lowest bar of a number that is not 0. */
const LOWEST_PERCENT = 8

/** Upright bars from left to right, the greatest of them full height; 0 has none. */
export function uprightBars(values: readonly number[]): Bar[] {
  const slots = Math.max(FEWEST_SLOTS, values.length)
  const width = 100 / (slots + (slots - 1) * GAP_SHARE)
  const greatest = Math.max(0, ...values)
  return values.map((value, place) => ({
    x: round(place * width * (1 + GAP_SHARE)),
    width: round(width),
    height: value > 0 ? round(Math.max(LOWEST_PERCENT, (value / greatest) * 100)) : 0,
  }))
}

/** How long a lying bar is, in percent of the leader's. */
export function lyingBar(value: number, leader: number): number {
  return leader > 0 && value > 0 ? round(Math.min(100, (value / leader) * 100)) : 0
}

/** A timesheet: one column a genre, one cell an episode, until that gets too tall. */
export interface Timesheet {
  /** Of every column, the empty ones at the top included. */
  cells: number
  cellHeight: number
  episodesPerCell: number
  /** Full cells of each column, in the order given. */
  filled: number[]
}

const SHEET_HEIGHT = 264
const FEWEST_CELLS = 6
const LOWEST_CELL = 11

/** @param counts episodes of each column */
export function timesheetOf(counts: readonly number[]): Timesheet {
  const tallest = Math.max(0, ...counts)
  const episodesPerCell = Math.max(1, Math.ceil(tallest / (SHEET_HEIGHT / LOWEST_CELL)))
  const filled = counts.map((count) => Math.ceil(count / episodesPerCell))
  const cells = Math.max(FEWEST_CELLS, ...filled)
  return { cells, cellHeight: Math.floor(SHEET_HEIGHT / cells), episodesPerCell, filled }
}

function round(percent: number): number {
  return Math.round(percent * 100) / 100
}
