import type { FrameRate } from '#video/video.ts'

/** How far a frame may be from the grid of the rate, in frames: nearer to its own place than to any other. */
const MOST_OFF_GRID = 0.25
const MICROSECONDS = 1_000_000

/**
 * When frames are shown, in whole microseconds from the first one; null where all of them are on the grid of the rate, so that
 * their numbers tell it.
 *
 * @param times in seconds and in order
 * @param rate null when unknown: there is no grid
 */
export function unevenTimesOf(times: readonly number[], rate: FrameRate | null): number[] | null {
  const first = times[0] ?? 0
  const isOnGrid = (time: number, index: number) =>
    rate !== null && Math.abs(((time - first) * rate.numerator) / rate.denominator - index) <= MOST_OFF_GRID
  return times.every(isOnGrid) ? null : times.map((time) => Math.round((time - first) * MICROSECONDS))
}
