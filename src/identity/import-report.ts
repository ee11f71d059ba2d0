import type { RefusalCode } from '#platform/refusal.ts'

/** Kinds of things that an import takes, in the order shown. */
export const takenKinds = [
  'profile',
  'picture',
  'settings',
  'episode',
  'subtitles',
  'series',
  'watchLater',
  'history',
  'follow',
] as const
export type TakenKind = (typeof takenKinds)[number]

/** Why a whole archive is not read, or was left before its end. */
export const importProblems = [
  'not_an_archive',
  'damaged',
  'unsafe_entry',
  'repeated_entry',
  'too_many_entries',
  'no_document',
  'document_too_large',
  'document_unreadable',
  'version_unknown',
  'account_closed',
  'not_takeable',
  'interrupted',
] as const
export type ImportProblem = (typeof importProblems)[number]

/** Why one thing was left out, besides the refusals of the verbs that take it. */
export type LeftOutCode =
  | RefusalCode
  | 'no_file'
  | 'was_scheduled'
  | 'filled_in_here'
  | 'parts_missing'
  | 'not_here'
  | 'episode_missing'
  | 'not_storable'
  | 'notes_unknown'
  | 'too_many'

/** A thing that was left out, or taken with a change. */
export interface LeftOut {
  kind: TakenKind
  /** Its title in the archive; empty without a readable one. */
  name: string
  code: LeftOutCode
}

/** The progress of an import. */
export interface ImportReport {
  /** Number of things of each kind; absent for none. */
  taken: Partial<Record<TakenKind, number>>
  /** Number of things that an earlier import had brought. */
  alreadyHere: number
  leftOut: LeftOut[]
  /** Number of things that were left out besides those in `leftOut`. */
  leftOutMore: number
}

/** Things that a report names. @see docs/product.md#limits */
export const LEFT_OUT_MAX = 200

export const emptyReport: ImportReport = { taken: {}, alreadyHere: 0, leftOut: [], leftOutMore: 0 }

/** State of a person's last import. */
export interface ImportProgress {
  requestedAt: Date
  /** Null while it runs. */
  endedAt: Date | null
  /** Why it ended before its end. */
  problem: ImportProblem | null
  report: ImportReport
}
