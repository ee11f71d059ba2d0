/** Seconds between a reported moment and the frames before and after it. */
const AROUND_SECONDS = 2

/** How many frames show an episode of which no moment was reported. */
const OVERVIEW_FRAMES = 4

/**
 * Frames of a storyboard around a moment: 2 seconds before it, at it and 2 seconds after it, or the next ones where the
 * storyboard has fewer frames.
 *
 * @param times of the frames, in seconds, in order
 * @returns positions in `times`, two or three of them unless the storyboard is shorter
 */
export function framesAround(times: readonly number[], seconds: number): { index: number; isReported: boolean }[] {
  const indexOf = (at: number) =>
    Math.max(
      0,
      times.findLastIndex((time) => time <= at),
    )
  const reported = indexOf(seconds)
  const before = Math.min(indexOf(seconds - AROUND_SECONDS), reported - 1)
  const after = Math.max(indexOf(seconds + AROUND_SECONDS), reported + 1)
  return [before, reported, after]
    .filter((index) => index >= 0 && index < times.length)
    .map((index) => ({ index, isReported: index === reported }))
}

/** Frames at equal distances over the length of a storyboard. */
export function framesOverLength(times: readonly number[]): { index: number; isReported: boolean }[] {
  const count = Math.min(OVERVIEW_FRAMES, times.length)
  return Array.from({ length: count }, (_, at) => ({
    index: Math.floor(((at + 0.5) / count) * times.length),
    isReported: false,
  }))
}
