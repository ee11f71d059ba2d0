import type { Decision } from './decision.ts'
import type { ReasonCode, SubjectKind } from './rules.ts'

/** @see docs/product.md#limits */
export const DETAILS_MAX_CHARACTERS = 1000
export const REPORTS_PAGE = 24
export const REPORTS_PAGE_MAX = 60

/** The subject of a report. */
export interface SubjectName {
  kind: SubjectKind
  id: string
}

/** The outcome of a report: the decision, or that the thing was gone before there was one. */
export type ReportOutcome = Decision | 'gone'

export interface NewReport {
  subject: SubjectName
  reason: ReasonCode
  details?: string
  /** Seconds into the episode. */
  atSeconds?: number
  /** Where the answer goes; only without an account. */
  email?: string
}

/** A report, as the person who wrote it sees it. */
export interface OwnReport {
  id: string
  /** Counts the reports of the whole site. */
  number: number
  subject: SubjectName & {
    /** Title, excerpt or name as that person may see it now; null when it is not there for them. */
    title: string | null
  }
  reason: ReasonCode
  details: string
  atSeconds: number | null
  createdAt: Date
  /** Null while nobody has decided, and for a few seconds after. */
  outcome: ReportOutcome | null
  answeredAt: Date | null
}
