import type { FlashSpan } from '#video/video.ts'
import { type FrameSize, RECKONED_PER_PIXEL } from './analysed-frames.ts'
import { BLOCK, BLOCK_PIXELS_MAX, FLASHES_MAX } from './flash-limits.ts'

/** Flashes of one kind. */
export type CountedFlashes = Omit<FlashSpan, 'kind'>

/** Counts the changes of one kind. Two opposing changes are a flash. */
export interface FlashCounter {
  /** Records that a pixel changes in the present frame, in the direction opposite to its last change. */
  record(pixel: number, isUp: boolean): void
  /** Ends the present frame, which is shown from then on. */
  endFrame(atSeconds: number): void
  /** @returns the ranges in order, and the most flashes in each second */
  end(): { ranges: CountedFlashes[]; perSecond: number[] }
}

/** Changes of a block that are kept: those of a second at 60 frames a second, and more. */
const KEPT = 64
/** So many changes within less than a second are more flashes than are safe. */
const UNSAFE = 2 * (FLASHES_MAX + 1)
/** A second, less the error of rounding. */
const SECOND = 1 - 1e-6
/** Pixels that change in the same direction within this time change together: light may fade for a few frames. */
const TOGETHER_SECONDS = 0.125
/** A moving object lightens as many pixels as it darkens. A flash changes this many times as many in one direction. */
const ONE_SIDED = 2
/** Ranges that are as near as this are one. */
const JOINED_SECONDS = 1

const UP = 1
const DOWN = 2

/**
 * A block changes when more than a quarter of it does together, in the direction opposite to its last change. The picture
 * flashes too often while the last eight changes of any block, wherever it begins, lie within less than a second.
 */
export function createFlashCounter(size: FrameSize): FlashCounter {
  const pixels = size.width * size.height
  const direction = new Uint8Array(pixels)
  const changedAt = new Float64Array(pixels)
  const areas = { up: createBlockAreas(size), down: createBlockAreas(size) }
  const blocks = areas.up.blocks
  const most = BLOCK_PIXELS_MAX / RECKONED_PER_PIXEL ** 2

  const lastOf = new Uint8Array(blocks)
  const times = new Float64Array(blocks * KEPT).fill(Number.NEGATIVE_INFINITY)
  const next = new Uint8Array(blocks)
  /** Changes of each block in the second that has begun. */
  const ofSecond = new Uint8Array(blocks)

  const ranges: CountedFlashes[] = []
  const perSecond: number[] = []
  let second = 0
  let changed: { pixel: number; isUp: boolean }[] = []
  let lastChangeAt = Number.NEGATIVE_INFINITY

  /** When the `count`-th last change of a block was. */
  const changeOf = (block: number, count: number) => times[block * KEPT + ((next[block]! + KEPT - count) % KEPT)]!

  function endSecond(): void {
    perSecond[second] = Math.floor(ofSecond.reduce((largest, each) => Math.max(largest, each), 0) / 2)
    ofSecond.fill(0)
    second += 1
  }

  /** Finds the blocks that change in this frame. */
  function measure(at: number): void {
    const isRecent = (pixel: number) => at - changedAt[pixel]! <= TOGETHER_SECONDS
    const ups = areas.up.measure((pixel) => direction[pixel] === UP && isRecent(pixel))
    const downs = areas.down.measure((pixel) => direction[pixel] === DOWN && isRecent(pixel))
    if (Math.max(ups, downs) <= most) return
    let from = Number.POSITIVE_INFINITY
    for (let block = 0; block < blocks; block += 1) {
      const [up, down] = [areas.up.of(block), areas.down.of(block)]
      const turn = up > most && up > ONE_SIDED * down ? UP : down > most && down > ONE_SIDED * up ? DOWN : 0
      if (turn === 0 || turn === lastOf[block]) continue
      lastOf[block] = turn
      times[block * KEPT + next[block]!] = at
      next[block] = (next[block]! + 1) % KEPT
      ofSecond[block]! += 1
      const first = changeOf(block, UNSAFE)
      if (at - first < SECOND) from = Math.min(from, first)
    }
    if (from < at) extend(from, at, Math.max(ups, downs) / pixels)
  }

  function extend(from: number, at: number, share: number): void {
    const last = ranges.at(-1)
    const isJoined = last !== undefined && from - last.to <= JOINED_SECONDS
    const range = isJoined ? last : { from, to: at, perSecond: FLASHES_MAX + 1, share: 0 }
    if (!isJoined) ranges.push(range)
    range.to = at
    range.share = Math.max(range.share, share)
  }

  return {
    record: (pixel, isUp) => changed.push({ pixel, isUp }),
    endFrame(at) {
      while (at >= second + 1) endSecond()
      for (const { pixel, isUp } of changed) {
        direction[pixel] = isUp ? UP : DOWN
        changedAt[pixel] = at
      }
      if (changed.length > 0) {
        changed = []
        lastChangeAt = at
      }
      if (at - lastChangeAt <= TOGETHER_SECONDS) measure(at)
    },
    end() {
      endSecond()
      for (const range of ranges) {
        const seconds = perSecond.slice(Math.floor(range.from), Math.floor(range.to) + 1)
        range.perSecond = Math.max(range.perSecond, ...seconds)
      }
      return { ranges, perSecond }
    },
  }
}

/** Counts certain pixels in every block of the picture. */
function createBlockAreas({ width, height }: FrameSize) {
  const block = {
    width: Math.min(width, Math.round(BLOCK.width / RECKONED_PER_PIXEL)),
    height: Math.min(height, Math.round(BLOCK.height / RECKONED_PER_PIXEL)),
  }
  const across = width - block.width + 1
  const stride = width + 1
  /** Sums of all pixels above and to the left, with a row and a column of zeros. */
  const sums = new Uint32Array(stride * (height + 1))

  return {
    /** Number of positions that a block can have. */
    blocks: across * (height - block.height + 1),
    /** @returns how many pixels of the picture count */
    measure(isCounted: (pixel: number) => boolean): number {
      for (let y = 0; y < height; y += 1) {
        let ofRow = 0
        for (let x = 0; x < width; x += 1) {
          if (isCounted(y * width + x)) ofRow += 1
          sums[(y + 1) * stride + x + 1] = sums[y * stride + x + 1]! + ofRow
        }
      }
      return sums[height * stride + width]!
    },
    /** Pixels of a block that count. */
    of(position: number): number {
      const [left, above] = [position % across, Math.floor(position / across)]
      const [right, below] = [left + block.width, above + block.height]
      return (
        sums[below * stride + right]! -
        sums[above * stride + right]! -
        sums[below * stride + left]! +
        sums[above * stride + left]!
      )
    },
  }
}
