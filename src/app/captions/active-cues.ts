import type { Cue } from '#subtitles/subtitle.ts'

/** Lines over one another at one moment, at most. */
const LINES_AT_ONCE = 4

/** The cues that are shown at a moment, in their order. @param cues in the order of their starts */
export function activeCues(cues: readonly Cue[], seconds: number): readonly Cue[] {
  const end = firstAfter(cues, seconds)
  const active: Cue[] = []
  // A cue that lasts for the whole video may lie far behind; most cues of a hundred lines ago have ended.
  for (let at = end - 1; at >= 0 && at >= end - 100; at -= 1) {
    const cue = cues[at]!
    if (seconds < cue.to) active.unshift(cue)
  }
  return active.slice(-LINES_AT_ONCE)
}

/** Index of the first cue that begins after a moment. */
export function firstAfter(cues: readonly { from: number }[], seconds: number): number {
  let [low, high] = [0, cues.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (cues[middle]!.from <= seconds) low = middle + 1
    else high = middle
  }
  return low
}
