import type { Cue } from '../subtitle.ts'

/** The change of one line; a side without the line is null. */
export interface CueChange {
  was: Cue | null
  is: Cue | null
}

/**
 * The lines that differ between two versions, in the order of their times. Lines that are shown at the same time are
 * the same line; one that neither says nor lasts the same has changed.
 */
export function compareCues(before: readonly Cue[], now: readonly Cue[]): CueChange[] {
  const changes: CueChange[] = []
  let [at, nowAt] = [0, 0]
  while (at < before.length || nowAt < now.length) {
    const [was, is] = [before[at], now[nowAt]]
    if (was && (!is || isEarlier(was, is))) {
      changes.push({ was, is: null })
      at += 1
    } else if (is && (!was || isEarlier(is, was))) {
      changes.push({ was: null, is })
      nowAt += 1
    } else {
      if (was && is && !isSame(was, is)) changes.push({ was, is })
      at += 1
      nowAt += 1
    }
  }
  return changes
}

/** How many lines are new or say something new, and how many of before do not stay. */
export function countChanges(changes: readonly CueChange[]): { added: number; removed: number } {
  return { added: changes.filter(({ is }) => is).length, removed: changes.filter(({ was }) => was).length }
}

/** Whether one ends before the other begins; of two lines at the same moment, neither is earlier. */
function isEarlier(one: Cue, other: Cue): boolean {
  return (
    one.to <= other.from || (one.from < other.from && one.text !== other.text && (one.to + one.from) / 2 < other.from)
  )
}

function isSame(one: Cue, other: Cue): boolean {
  return one.text === other.text && one.from === other.from && one.to === other.to
}
