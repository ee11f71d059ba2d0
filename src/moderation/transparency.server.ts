import type { Clock } from '#platform/clock.ts'
import type { Db } from '#platform/database.server.ts'
import { holdReads } from '#platform/held-reads.ts'
import { countedQuarters, countQuarter, storeQuarter } from './quarter-rows.server.ts'
import { isQuiet, PAST_QUARTERS, type Quarter, quarterStart } from './transparency.ts'

/** The public figures of the moderation of this site. */
export interface Transparency {
  /**
   * Counts of the present quarter, up to ten minutes old, and of the four before it, latest first. Quarters before the
   * first in which something happened are absent.
   */
  quarters(): Promise<Quarter[]>
}

interface TransparencyParts {
  db: Db
  clock: Clock
}

const HELD_MS = 10 * 60 * 1000
/** The last decisions of a quarter can no longer be taken back by then, and no clock is so wrong. */
const SETTLED_MS = 60 * 60 * 1000

export function createTransparency({ db, clock }: TransparencyParts): Transparency {
  const read = holdReads({ holdMs: HELD_MS, now: () => clock.now().getTime() }, async () => {
    const now = clock.now()
    const past = pastQuarters(now)
    const counted = await countedQuarters(db, past)
    const quarters = await Promise.all(
      [quarterStart(now), ...past].map(async (startsOn, index): Promise<Quarter> => {
        const counts = counted.get(startsOn) ?? (await countQuarter(db, startsOn))
        return { ...counts, startsOn, isOver: index > 0 }
      }),
    )
    return quarters.slice(
      0,
      1 +
        Math.max(
          0,
          quarters.findLastIndex((quarter) => !isQuiet(quarter)),
        ),
    )
  })
  return { quarters: () => read() }
}

/** Counts the quarters that are over, once and for all: their rows go with accounts later on. Called periodically. */
export async function countPastQuarters({ db, clock }: TransparencyParts): Promise<void> {
  const now = clock.now()
  const past = pastQuarters(new Date(now.getTime() - SETTLED_MS))
  const counted = await countedQuarters(db, past)
  for (const startsOn of past)
    if (!counted.has(startsOn)) await storeQuarter(db, startsOn, await countQuarter(db, startsOn), now)
}

/** The first days of the quarters before that of a moment, latest first. */
function pastQuarters(now: Date): string[] {
  return Array.from({ length: PAST_QUARTERS }, (_, index) => quarterStart(now, index + 1))
}
