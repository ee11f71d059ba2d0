import type { AuditLog } from '#administration/audit-log.server.ts'
import type { Catalog } from '#catalog/catalog.server.ts'
import type { Creators } from '#creators/creators.server.ts'
import type { Identity } from '#identity/identity.server.ts'
import type { Clock } from '#platform/clock.ts'
import type { Db } from '#platform/database.server.ts'
import type { ProofOfWork } from '#platform/proof-of-work.server.ts'
import type { RateLimits } from '#platform/rate-limits.server.ts'
import { type AnnouncingParts, handleAnnouncements } from './announcing.server.ts'
import { type Appeals, createAppeals } from './appeals.server.ts'
import { type ConsoleVerbs, type ConsoleVerbsParts, createConsoleVerbs } from './console-verbs.server.ts'
import { createDecisions, type Decisions } from './decisions.server.ts'
import { createModeratedThings, type ModeratedThingsParts } from './moderated-things.server.ts'
import { createQueue, type Queue, type QueueParts } from './queue.server.ts'
import { createReports, type Reports } from './reports.server.ts'
import { createSubjects, type SubjectsParts } from './subjects.server.ts'
import type { ThingLockParts } from './thing-locks.server.ts'

/** Reports, the queue of the moderators, decisions and appeals. */
export interface Cases extends Reports, Queue, Decisions, Appeals, ConsoleVerbs {}

export interface CasesParts extends Pick<AnnouncingParts, 'jobs' | 'mail' | 'emit' | 'publicUrl' | 'mails'> {
  db: Db
  clock: Clock
  audit: Pick<AuditLog, 'record'>
  identity: Pick<
    Identity,
    'addressOf' | 'find' | 'lockAgainstRemoval' | 'lockAllAgainstRemoval' | 'lockForChange' | 'setSuspension'
  >
  catalog: Pick<Catalog, 'durationOf' | 'find'> & ModeratedThingsParts['catalog'] & ThingLockParts['catalog']
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
  /** So many open reports of a thing put it before others. */
  urgentFrom: number
  /** How long a moderator can take a decision back, and nobody is told of it. */
  undoSeconds: number
}

/** Cases backed by the tables `moderation_items`, `reports`, `moderation_decisions` and `moderation_appeals`. */
export function createCases(parts: CasesParts): Cases {
  const subjects = createSubjects(parts)
  const things = createModeratedThings(parts)
  const decisions = createDecisions({ ...parts, things })
  handleAnnouncements(parts)
  return {
    ...createReports({ ...parts, subjects }),
    ...createQueue({ ...parts, things }),
    ...decisions,
    ...createAppeals({ ...parts, things }),
    ...createConsoleVerbs({ ...parts, things, decisions }),
  }
}
