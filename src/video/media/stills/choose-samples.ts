import type { SceneChange } from './preview-start.ts'

/**
 * Chooses at most `max` of the frames, in order and evenly over the video: of each of `max` equal parts of it the frame
 * that differs most from the one before, and in place of parts without frames those of the rest that differ most.
 *
 * @param frames in order
 * @returns their indexes, in order
 */
export function chooseSamples(frames: readonly SceneChange[], max: number): number[] {
  const all = frames.map((_, index) => index)
  if (frames.length <= max) return all
  const start = frames[0]?.atSeconds ?? 0
  const length = (frames.at(-1)?.atSeconds ?? 0) - start
  const partOf = (index: number) =>
    Math.min(max - 1, Math.floor((((frames[index]?.atSeconds ?? 0) - start) / (length || 1)) * max))
  const score = (index: number) => frames[index]?.score ?? 0
  // A stable sort: of equals, the earlier frame.
  const byScore = all.toSorted((one, other) => score(other) - score(one))
  const chosen = new Map<number, number>()
  for (const index of byScore) if (!chosen.has(partOf(index))) chosen.set(partOf(index), index)
  const first = new Set(chosen.values())
  const more = byScore.filter((index) => !first.has(index)).slice(0, max - first.size)
  return [...first, ...more].sort((one, other) => one - other)
}
