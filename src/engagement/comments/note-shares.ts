/** Frames, both included. */
export interface FrameRange {
  from: number
  to: number
}

/** Cuts a range into equal parts, at most one for each frame. */
export function partsOf({ from, to }: FrameRange, number: number): FrameRange[] {
  const frames = to - from + 1
  const parts = Math.max(0, Math.min(number, frames))
  const startOf = (part: number) => from + Math.ceil((part * frames) / parts)
  return Array.from({ length: parts }, (_, part) => ({ from: startOf(part), to: startOf(part + 1) - 1 }))
}

/** How many of each part fit at most into so many places, when all have the same share and some have fewer. */
export function shareOf(counts: readonly number[], places: number): number {
  let left = places
  const sorted = counts.toSorted((a, b) => a - b)
  for (const [at, count] of sorted.entries()) {
    const share = Math.floor(left / (sorted.length - at))
    if (count > share) return share
    left -= count
  }
  return sorted.at(-1) ?? 0
}
