import { type Clock, systemClock } from '#platform/clock.ts'
import { runEach } from '#platform/run-each.ts'
import { type Cases, type CasesParts, createCases } from './cases.server.ts'
import { UNDO_SECONDS } from './decision.ts'
import { type EraseTakedownsParts, eraseTakedowns } from './erase-takedowns.server.ts'
import { countPastQuarters, createTransparency, type Transparency } from './transparency.server.ts'
import { createWaiting, type Waiting } from './waiting.server.ts'

/** What people report, what waits for a moderator, and what moderators decide. */
export interface Moderation extends Cases, Transparency, Waiting {
  /** Erases what was taken down 30 days ago, and counts the quarters that are over. Called periodically. */
  cleanUp(): Promise<void>
}

export interface ModerationParts extends Omit<CasesParts, 'clock' | 'undoSeconds'> {
  clock?: Clock
  /** How long a moderator can take a decision back; 10 seconds by default. */
  undoSeconds?: number
  catalog: CasesParts['catalog'] & EraseTakedownsParts['catalog']
}

export function createModeration({
  clock = systemClock,
  undoSeconds = UNDO_SECONDS,
  ...others
}: ModerationParts): Moderation {
  const parts = { ...others, clock, undoSeconds }
  return {
    ...createCases(parts),
    ...createTransparency(parts),
    ...createWaiting(parts),
    cleanUp: () => runEach([() => eraseTakedowns(parts), () => countPastQuarters(parts)]),
  }
}
