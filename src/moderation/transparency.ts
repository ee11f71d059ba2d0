import type { Decision } from './decision.ts'
import type { RuleId } from './rules.ts'

/** Counts of reports and decisions in three months, which identify no person. */
export interface QuarterCounts {
  /** Reports that were sent. */
  reports: number
  /** Decisions that were made, and not taken back by their maker, by kind; absent for none. */
  decisions: Partial<Record<Decision, number>>
  /** Decisions that name a rule, by rule; absent for none. */
  rules: Partial<Record<RuleId, number>>
  /** Appeals that were sent, and answers that were given: the decision stayed, or it was reversed. */
  appeals: { sent: number; upheld: number; reversed: number }
  /** From a report to its decision, on average; null where no report was decided. */
  meanHours: number | null
}

export interface Quarter extends QuarterCounts {
  /** The first day, in UTC, as in '2026-01-01'. */
  startsOn: string
  isOver: boolean
}

/** Quarters that are shown besides the present one. */
export const PAST_QUARTERS = 4

/** The first day of the quarter so many quarters before that of a moment, in UTC. */
export function quarterStart(at: Date, before = 0): string {
  const quarter = Math.floor(at.getUTCMonth() / 3) - before
  return new Date(Date.UTC(at.getUTCFullYear(), quarter * 3)).toISOString().slice(0, 10)
}

/** The first day after a quarter. */
export function quarterEnd(startsOn: string): string {
  return quarterStart(new Date(`${startsOn}T00:00:00Z`), -1)
}

/** Whether nothing happened in a quarter. */
export function isQuiet({ reports, decisions, appeals }: QuarterCounts): boolean {
  return reports === 0 && Object.keys(decisions).length === 0 && Object.values(appeals).every((count) => count === 0)
}
