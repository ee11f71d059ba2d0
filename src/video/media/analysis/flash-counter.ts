import type { FlashSpan } from '#video/video.ts'
import { type FrameSize, RECKONED_PER_PIXEL } from './analysed-frames.ts'
import { BLOCK, BLOCK_PIXELS_MAX, FLASHES_MAX } from './flash-limits.ts'

/** Flashes of one kind. */
export type CountedFlashes = Omit<FlashSpan, 'kind'>

/** Counts the changes of one kind, pixel by pixel. Two opposing changes are a flash. */
export interface FlashCounter {
  /** Records that a pixel changes in the present frame, in the direction opposite to its last change. */
  record(pixel: number): void
  /** Ends the present frame, which is shown from then on. */
  endFrame(atSeconds: number): void
  /** @returns the ranges in order, and the most flashes in each second */
  end(): { ranges: CountedFlashes[]; perSecond: number[] }
}

/** Changes that are kept for each pixel: those of a second at 60 frames a second, and one more. */
const KEPT = 64
/** So many changes within less than a second are more flashes than are safe. */
const UNSAFE = 2 * (FLASHES_MAX + 1)
/** A second, less what rounding adds. */
const SECOND = 1 - 1e-6
/** Ranges that are as near as this are one. */
const JOINED_SECONDS = 1

/**
 * A pixel flashes too often while its last eight changes lie within less than a second. The picture does while such pixels
 * cover more than a quarter of any block of it.
 */
export function createFlashCounter(size: FrameSize): FlashCounter {
  const pixels = size.width * size.height
  const times = new Float64Array(pixels * KEPT).fill(Number.NEGATIVE_INFINITY)
  const next = new Uint8Array(pixels)
  const areas = createAreaCheck(size)
  const ranges: CountedFlashes[] = []
  const perSecond: number[] = []
  /** Changes of each pixel in the second that has begun. */
  const ofSecond = new Uint8Array(pixels)
  let second = 0
  let changed: number[] = []

  /** When the `count`-th last change of a pixel was. */
  const changeOf = (pixel: number, count: number) => times[pixel * KEPT + ((next[pixel]! + KEPT - count) % KEPT)]!

  function endSecond(): void {
    let flashes = 0
    while (flashes < KEPT / 2 && areas.isExceeded((pixel) => ofSecond[pixel]! >= 2 * (flashes + 1))) flashes += 1
    perSecond[second] = flashes
    ofSecond.fill(0)
    second += 1
  }

  function measure(at: number): void {
    const isUnsafe = (pixel: number) => at - changeOf(pixel, UNSAFE) < SECOND
    if (!areas.isExceeded(isUnsafe)) return
    let from = at
    let count = 0
    for (let pixel = 0; pixel < pixels; pixel += 1) {
      if (!isUnsafe(pixel)) continue
      count += 1
      from = Math.min(from, changeOf(pixel, UNSAFE))
    }
    const last = ranges.at(-1)
    const isJoined = last !== undefined && from - last.to <= JOINED_SECONDS
    const range = isJoined ? last : { from, to: at, perSecond: FLASHES_MAX + 1, share: 0 }
    if (!isJoined) ranges.push(range)
    range.to = at
    range.share = Math.max(range.share, count / pixels)
  }

  return {
    record: (pixel) => changed.push(pixel),
    endFrame(at) {
      while (at >= second + 1) endSecond()
      let mayBeUnsafe = false
      for (const pixel of changed) {
        times[pixel * KEPT + next[pixel]!] = at
        next[pixel] = (next[pixel]! + 1) % KEPT
        ofSecond[pixel]! += 1
        mayBeUnsafe ||= at - changeOf(pixel, UNSAFE) < SECOND
      }
      if (changed.length > 0) changed = []
      if (mayBeUnsafe) measure(at)
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

/** Tells whether certain pixels cover more than the allowed area of any block of the picture, wherever it begins. */
function createAreaCheck({ width, height }: FrameSize) {
  const block = {
    width: Math.min(width, Math.round(BLOCK.width / RECKONED_PER_PIXEL)),
    height: Math.min(height, Math.round(BLOCK.height / RECKONED_PER_PIXEL)),
  }
  const most = BLOCK_PIXELS_MAX / RECKONED_PER_PIXEL ** 2
  /** Sums of all pixels above and to the left, with a row and a column of zeros. */
  const sums = new Uint32Array((width + 1) * (height + 1))

  return {
    isExceeded(isCounted: (pixel: number) => boolean): boolean {
      const stride = width + 1
      for (let y = 0; y < height; y += 1) {
        let ofRow = 0
        for (let x = 0; x < width; x += 1) {
          if (isCounted(y * width + x)) ofRow += 1
          sums[(y + 1) * stride + x + 1] = sums[y * stride + x + 1]! + ofRow
        }
      }
      if (sums[height * stride + width]! <= most) return false
      for (let y = block.height; y <= height; y += 1) {
        for (let x = block.width; x <= width; x += 1) {
          const above = (y - block.height) * stride
          const left = x - block.width
          const inBlock = sums[y * stride + x]! - sums[above + x]! - sums[y * stride + left]! + sums[above + left]!
          if (inBlock > most) return true
        }
      }
      return false
    },
  }
}
