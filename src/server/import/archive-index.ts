import type { ImportProblem } from '#identity/import-report.ts'
import type { ListName } from './export-document.ts'

/** A value in the spool of a reader: JSON, in UTF-8. */
export interface Spooled {
  at: number
  bytes: number
}

/** An item of a list, with the facts to find and to order it by. */
export interface IndexedItem extends Spooled {
  id: string
  /** Milliseconds since 1970; null without a date. */
  dateMs: number | null
  /** Where its text is, as plain text, when the document itself holds it. */
  text?: Spooled
}

/** A line that the reader of an archive writes. */
export type IndexLine =
  | { is: 'file'; name: string; start: number; sizeBytes: number }
  | { is: 'item'; list: ListName; item: IndexedItem }
  /** Items of a list beyond the limit. */
  | { is: 'beyond'; list: ListName; count: number }
  | { is: 'facts'; facts: Spooled }
  /** The last line. */
  | { is: 'end'; problem: ImportProblem | null }
