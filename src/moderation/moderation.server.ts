import type { AuditLog } from '#administration/audit-log.server.ts'
import type { Catalog } from '#catalog/catalog.server.ts'
import type { Creators } from '#creators/creators.server.ts'
import type { Identity } from '#identity/identity.server.ts'
import { type Clock, systemClock } from '#platform/clock.ts'
import type { Db } from '#platform/database.server.ts'
import type { ProofOfWork } from '#platform/proof-of-work.server.ts'
import type { RateLimits } from '#platform/rate-limits.server.ts'
import { runEach } from '#platform/run-each.ts'
import { type AnnouncingParts, handleAnnouncements } from './announcing.server.ts'
import { type Appeals, createAppeals } from './appeals.server.ts'
import { type ConsoleVerbs, type ConsoleVerbsParts, createConsoleVerbs } from './console-verbs.server.ts'
import { UNDO_SECONDS } from './decision.ts'
import { createDecisions, type Decisions } from './decisions.server.ts'
import { type EraseTakedownsParts, eraseTakedowns } from './erase-takedowns.server.ts'
import { createModeratedThings, type ModeratedThingsParts } from './moderated-things.server.ts'
import { createQueue, type Queue, type QueueParts } from './queue.server.ts'
import { createReports, type Reports } from './reports.server.ts'
import { createSubjects, type SubjectsParts } from './subjects.server.ts'
import type { ThingLockParts } from './thing-locks.server.ts'
import { countPastQuarters, createTransparency, type Transparency } from './transparency.server.ts'
import { createWaiting, type Waiting } from './waiting.server.ts'

/** Reports by people, the queue of moderators, and their decisions. */
export interface Moderation {
  reports: Reports
  queue: Queue
  /** Queues things that other rooms hold. */
  waiting: Waiting
  decisions: Decisions
  appeals: Appeals
  /** From the command line. */
  episodes: ConsoleVerbs
  transparency: Transparency
  /** Erases episodes that were taken down 30 days ago, and counts the quarters that are over. Called periodically. */
  cleanUp(): Promise<void>
}

export interface ModerationParts extends Pick<AnnouncingParts, 'jobs' | 'mail' | 'emit' | 'publicUrl' | 'mails'> {
  db: Db
  clock?: Clock
  audit: Pick<AuditLog, 'record'>
  identity: Pick<
    Identity,
    'addressOf' | 'find' | 'lockAgainstRemoval' | 'lockAllAgainstRemoval' | 'lockForChange' | 'setSuspension'
  >
  catalog: Pick<Catalog, 'durationOf' | 'find'> &
    ModeratedThingsParts['catalog'] &
    ThingLockParts['catalog'] &
    EraseTakedownsParts['catalog']
  creators: Pick<Creators, 'find' | 'findStored'>
  engagement: SubjectsParts['engagement'] & ModeratedThingsParts['engagement'] & ThingLockParts['engagement']
  subtitles: SubjectsParts['subtitles'] &
    ModeratedThingsParts['subtitles'] &
    ThingLockParts['subtitles'] &
    QueueParts['subtitles']
  video: ConsoleVerbsParts['video']
  rateLimits: RateLimits
  proofOfWork: ProofOfWork
  /** The server's secret, from which this room derives its own keys. */
  secret: string
  /** Number of open reports that puts a thing before others. */
  urgentFrom: number
  /** How long a moderator can take a decision back, and nobody is told of it; 10 seconds by default. */
  undoSeconds?: number
}

/** Backed by the tables `moderation_items`, `reports`, `moderation_decisions`, `moderation_appeals` and `moderation_quarters`. */
export function createModeration({
  clock = systemClock,
  undoSeconds = UNDO_SECONDS,
  ...others
}: ModerationParts): Moderation {
  const parts = { ...others, clock, undoSeconds }
  const subjects = createSubjects(parts)
  const things = createModeratedThings(parts)
  const decisions = createDecisions({ ...parts, things })
  handleAnnouncements(parts)
  return {
    reports: createReports({ ...parts, subjects }),
    queue: createQueue({ ...parts, things }),
    waiting: createWaiting(parts),
    decisions,
    appeals: createAppeals({ ...parts, things }),
    episodes: createConsoleVerbs({ ...parts, things, decisions }),
    transparency: createTransparency(parts),
    cleanUp: () => runEach([() => eraseTakedowns(parts), () => countPastQuarters(parts)]),
  }
}
