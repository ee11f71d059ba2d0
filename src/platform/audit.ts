/** A point on which rows and files do not agree. */
export interface Finding {
  /** A row names a file that is not there, or that is not as the row says; or no row names the file. */
  kind: 'missing' | 'different' | 'stray'
  /** Of the file or folder in the storage. */
  key: string
  /** In an operator's words. */
  note: string
  /** What has been done about it; null when nothing has. */
  done: string | null
}

export interface AuditWish {
  /** Whether what is found is also put right. */
  repairs: boolean
  /** Also where much more is found than a crash leaves behind. */
  evenMany: boolean
}

export interface AuditReport {
  /** Rows that may have files, and names of files and folders in the storage. */
  looked: { rows: number; names: number }
  findings: Finding[]
  /** Why something was not repaired that could be, in an operator's words. */
  refusals: string[]
}

/** A crash leaves a few files or a small share of them, and never more than half: otherwise rows are missing. */
const FEW = 10
const SMALL_SHARE = 0.02
const MOST_SHARE = 0.5

/** Whether so many of all can be what a crash left; more says that database and files do not belong together. */
export function isFew(found: number, all: number): boolean {
  return found <= Math.max(FEW, all * SMALL_SHARE)
}

/** The same for what is to be moved away. */
export function mayBeRemoved(found: number, all: number): boolean {
  return isFew(found, all) && found <= all * MOST_SHARE
}

/** The age from which on a file that no row names goes into the trash. */
export const STRAY_AGE_MS = 24 * 60 * 60 * 1000
