import type { FrameSize } from './analysed-frames.ts'

/**
 * How much of the change between two frames is motion: each block of the picture is moved so that its motion explains
 * most of its change (Lucas and Kanade's method, one step). Motion does not explain grain and artefacts of compression,
 * however strong, and explains a pan, however soft its picture is. Energies are mean squares of levels of luma, 0 to
 * 255.
 */
export interface BlockMotion {
  /** Energy of the whole change. */
  energy: number
  /** Energy that motion explains. */
  explained: number
  /** Energy that motion explains in the median block, in which no small thing moves alone. */
  median: number
  /** Share of the blocks that move, in percent. */
  share: number
}

const BLOCKS = { columns: 4, rows: 3 }
/** Every other row is enough. */
const ROW_STEP = 2
/** In a picture that stands still, rounding and compression look like less motion than this … */
const EXPLAINED_LEAST = 0.05
/** … and of the change by grain, less than this share looks like motion: 0.04 in nine of ten encoded frames. */
const EXPLAINED_SHARE = 0.06
/** Gradients in two directions tell more than one if the smaller is not less than this share of the other. */
const DEGENERATE = 1e-6

export function isMotion({ energy, explained }: BlockMotion): boolean {
  return explained > EXPLAINED_LEAST + EXPLAINED_SHARE * energy
}

/** Measures the motion between two frames of luma. */
export function createMotionMeter({
  width,
  height,
}: FrameSize): (before: Uint8Array, after: Uint8Array) => BlockMotion {
  const borders = (count: number, size: number) =>
    Array.from({ length: count + 1 }, (_, at) => 1 + Math.floor(((size - 2) * at) / count))
  const columns = borders(BLOCKS.columns, width)
  const rows = borders(BLOCKS.rows, height)

  return (before, after) => {
    const perBlock: number[] = []
    let energy = 0
    let explained = 0
    let count = 0
    for (let row = 0; row < BLOCKS.rows; row += 1)
      for (let column = 0; column < BLOCKS.columns; column += 1) {
        const [left, right] = [columns[column]!, columns[column + 1]!]
        let [xx, xy, yy, xd, yd, dd, pixels] = [0, 0, 0, 0, 0, 0, 0]
        for (let y = rows[row]!; y < rows[row + 1]!; y += ROW_STEP) {
          for (let at = y * width + left; at < y * width + right; at += 1) {
            const change = after[at]! - before[at]!
            const gradientX = before[at + 1]! - before[at - 1]! + after[at + 1]! - after[at - 1]!
            const gradientY = before[at + width]! - before[at - width]! + after[at + width]! - after[at - width]!
            xx += gradientX * gradientX
            xy += gradientX * gradientY
            yy += gradientY * gradientY
            xd += gradientX * change
            yd += gradientY * change
            dd += change * change
          }
          pixels += right - left
        }
        const moved = explainedBy({ xx, xy, yy, xd, yd })
        energy += dd
        explained += moved
        count += pixels
        perBlock.push(moved / Math.max(1, pixels))
      }
    const moving = perBlock.filter((each) => each > EXPLAINED_LEAST).length
    return {
      energy: energy / Math.max(1, count),
      explained: explained / Math.max(1, count),
      median: perBlock.sort((one, other) => one - other)[Math.floor(perBlock.length / 2)]!,
      share: Math.ceil((100 * moving) / perBlock.length),
    }
  }
}

/** The sum of squares that the best shift explains, from sums of products of the gradients and the change. */
function explainedBy({ xx, xy, yy, xd, yd }: Record<'xx' | 'xy' | 'yy' | 'xd' | 'yd', number>): number {
  const determinant = xx * yy - xy * xy
  if (determinant > DEGENERATE * xx * yy) return (yy * xd * xd - 2 * xy * xd * yd + xx * yd * yd) / determinant
  return xx + yy > 0 ? (xd * xd + yd * yd) / (xx + yy) : 0
}
