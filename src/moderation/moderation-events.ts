import { roomEvent } from '#platform/room-events.ts'
import type { Decision } from './decision.ts'
import type { SubjectKind } from './rules.ts'

/** The news for a person: a decision about a thing of theirs, the answer to a report, or to an appeal. */
export interface Told {
  uid: string
  about: 'decision' | 'report' | 'appeal'
  decision: Decision
  /** The outcome of an appeal, or of a decision that was taken back without one. */
  outcome?: 'upheld' | 'reversed'
  subject: { kind: SubjectKind; id: string; title: string }
}

/** A person is to be told, in the transaction that makes it true. The account is locked. */
export const personTold = roomEvent<Told>('moderation.person-told')
