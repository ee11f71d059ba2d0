/** A mismatch between rows and files. */
export interface Finding {
  /** The file that a row names is absent, or differs from the row; or no row names the file. */
  kind: 'missing' | 'different' | 'stray'
  /** Key of the file or folder in the storage. */
  key: string
  /** The finding in an operator's words. */
  note: string
  /** The repair that was made; null for none. */
  done: string | null
}

export interface AuditOptions {
  /** Whether to repair the findings. */
  repairs: boolean
  /** Whether to repair even when there are more findings than a crash leaves behind. */
  isForced: boolean
}

export interface AuditReport {
  /** How many were checked: rows that may have files, and names of files and folders in the storage. */
  checked: { rows: number; names: number }
  findings: Finding[]
  /** Why repairable findings were not repaired, in an operator's words. */
  refusals: string[]
}

/** A crash leaves a few files or a small share of them, never more than a quarter; more means that rows are missing. */
const FEW = 10
const SMALL_SHARE = 0.02
const MOST_SHARE = 0.25

/** Whether `found` of `all` can result from a crash; more means that database and files do not belong together. */
export function isFew(found: number, all: number): boolean {
  return found <= Math.max(FEW, all * SMALL_SHARE)
}

/** Whether the old ones among `found` strays of any age may be moved to the trash, of `all` names. */
export function mayMoveToTrash(found: number, all: number): boolean {
  return isFew(found, all) && found <= all * MOST_SHARE
}

/** Age at which a file that no row names is moved to the trash. */
export const STRAY_AGE_MS = 24 * 60 * 60 * 1000

/** One report of several parts of an audit. */
export function mergeReports(reports: AuditReport[]): AuditReport {
  return {
    checked: {
      rows: reports.reduce((sum, { checked }) => sum + checked.rows, 0),
      names: reports.reduce((sum, { checked }) => sum + checked.names, 0),
    },
    findings: reports.flatMap(({ findings }) => findings),
    refusals: reports.flatMap(({ refusals }) => refusals),
  }
}
