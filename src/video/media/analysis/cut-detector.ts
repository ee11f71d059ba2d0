import { type FrameSize, PIXEL_BYTES } from './analysed-frames.ts'

/** Finds the frames at which a new shot begins. */
export interface CutDetector {
  /** @param frame red, green and blue of each pixel */
  push(frame: Uint8Array): void
  /** @returns numbers of the first frames of all shots but the first, in order */
  end(): number[]
}

/** Side in pixels of a cell, whose mean is nearly free of grain. */
const CELL = 4
/** Side in cells of a block, which is searched for in another frame as a whole. */
const BLOCK = 4
/** How far a block may move between two frames, in cells: a tenth of the width of the picture. */
const REACH = 4
/** A block is found where its values differ by less than so many levels, and this share of its own contrast. */
const FOUND = { levels: 5, contrast: 0.3 }
/** At a cut, more than this share of the blocks is not found in the frame before … */
const LOST_LEAST = 0.45
/** … and so many times the share at each frame nearby: a fade, a wipe and fast movement go on for some frames. */
const LOST_FACTOR = 1.5
const NEARBY_FRAMES = 4
/** After a flash of at most so many frames the picture from before it is back … */
const FLASH_FRAMES = 8
/** … with at most this share of its blocks lost. */
const LOST_BY_FLASH = 0.3

export function createCutDetector({ width, height }: FrameSize): CutDetector {
  const grid = { columns: Math.floor(width / CELL), rows: Math.floor(height / CELL) }
  /** Cells of the last frames. */
  const recent: Uint8Array[] = []
  /** Share of the blocks of each frame that the frame before does not show. */
  const lost: number[] = []
  const cuts: number[] = []

  function lostBetween(before: number, after: number): number {
    const first = lost.length - recent.length
    return lostShare(recent[before - first]!, recent[after - first]!, grid)
  }

  /** Whether a shot begins at a frame, as far as the frames after it are there. */
  function isCut(at: number): boolean {
    const share = lost[at]!
    if (share < LOST_LEAST) return false
    const nearby = [...lost.slice(at - Math.min(at, NEARBY_FRAMES), at), ...lost.slice(at + 1, at + 1 + NEARBY_FRAMES)]
    if (nearby.some((other) => other * LOST_FACTOR > share)) return false
    for (let distance = 2; distance <= FLASH_FRAMES + 1; distance += 1) {
      const [before, after] = [at - distance, at - 1 + distance]
      if (before >= 0 && lostBetween(before, at) < LOST_BY_FLASH) return false
      if (after < lost.length && lostBetween(at - 1, after) < LOST_BY_FLASH) return false
    }
    return true
  }

  function decide(at: number): void {
    if (at > 0 && isCut(at)) cuts.push(at)
  }

  return {
    push(frame) {
      recent.push(cellsOf(frame, width, grid))
      if (recent.length > 2 * (FLASH_FRAMES + 1)) recent.shift()
      lost.push(0)
      const at = lost.length - 1
      if (at > 0) lost[at] = lostBetween(at - 1, at)
      decide(at - FLASH_FRAMES)
    },
    end() {
      for (let left = FLASH_FRAMES; left > 0; left -= 1) decide(lost.length - left)
      return cuts
    },
  }
}

interface Grid {
  columns: number
  rows: number
}

function cellsOf(frame: Uint8Array, width: number, { columns, rows }: Grid): Uint8Array {
  const cells = new Uint8Array(columns * rows * PIXEL_BYTES)
  for (let at = 0; at < cells.length; at += 1) {
    const cell = Math.floor(at / PIXEL_BYTES)
    const corner = (Math.floor(cell / columns) * CELL * width + (cell % columns) * CELL) * PIXEL_BYTES
    let sum = 0
    for (let row = 0; row < CELL; row += 1)
      for (let column = 0; column < CELL; column += 1)
        sum += frame[corner + (row * width + column) * PIXEL_BYTES + (at % PIXEL_BYTES)]!
    cells[at] = sum / CELL ** 2
  }
  return cells
}

/** Share of the blocks of a frame that another does not show near their place. */
function lostShare(before: Uint8Array, after: Uint8Array, grid: Grid): number {
  let blocks = 0
  let lost = 0
  // Blocks often move together.
  let last = { x: 0, y: 0 }
  for (let y = 0; y + BLOCK <= grid.rows; y += BLOCK)
    for (let x = 0; x + BLOCK <= grid.columns; x += BLOCK) {
      blocks += 1
      const limit = FOUND.levels * BLOCK_VALUES + FOUND.contrast * contrastOf(after, { x, y }, grid)
      const isAt = (by: Place) => {
        const from = { x: x + by.x, y: y + by.y }
        return isInside(from, grid) && differsLess(limit, before, from, after, { x, y }, grid)
      }
      const found = [STILL, last].find(isAt) ?? SHIFTS.find(isAt)
      if (found) last = found
      else lost += 1
    }
  return blocks === 0 ? 0 : lost / blocks
}

/** A position in cells. */
interface Place {
  x: number
  y: number
}

const STILL: Place = { x: 0, y: 0 }
const SHIFTS: Place[] = Array.from({ length: (2 * REACH + 1) ** 2 }, (_, at) => ({
  x: (at % (2 * REACH + 1)) - REACH,
  y: Math.floor(at / (2 * REACH + 1)) - REACH,
}))
const ROW_VALUES = BLOCK * PIXEL_BYTES
const BLOCK_VALUES = BLOCK * ROW_VALUES

function isInside({ x, y }: Place, { columns, rows }: Grid): boolean {
  return x >= 0 && y >= 0 && x + BLOCK <= columns && y + BLOCK <= rows
}

/** Whether two blocks differ by less than so many levels in sum. */
function differsLess(limit: number, one: Uint8Array, at: Place, other: Uint8Array, otherAt: Place, { columns }: Grid) {
  let sum = 0
  for (let row = 0; row < BLOCK; row += 1) {
    const from = ((at.y + row) * columns + at.x) * PIXEL_BYTES
    const to = ((otherAt.y + row) * columns + otherAt.x) * PIXEL_BYTES
    for (let value = 0; value < ROW_VALUES; value += 1) sum += Math.abs(one[from + value]! - other[to + value]!)
    if (sum >= limit) return false
  }
  return true
}

/** By how many levels the values of a block differ from their mean, in sum. */
function contrastOf(cells: Uint8Array, { x, y }: Place, { columns }: Grid): number {
  let contrast = 0
  for (let channel = 0; channel < PIXEL_BYTES; channel += 1) {
    const valueAt = (cell: number) =>
      cells[((y + Math.floor(cell / BLOCK)) * columns + x + (cell % BLOCK)) * PIXEL_BYTES + channel]!
    let sum = 0
    for (let cell = 0; cell < BLOCK ** 2; cell += 1) sum += valueAt(cell)
    for (let cell = 0; cell < BLOCK ** 2; cell += 1) contrast += Math.abs(valueAt(cell) - sum / BLOCK ** 2)
  }
  return contrast
}
