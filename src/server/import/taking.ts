import type { Hoshi } from '#app/http/context.ts'
import type { Account } from '#identity/account.ts'
import {
  emptyReport,
  type ImportReport,
  LEFT_OUT_MAX,
  type LeftOutCode,
  type TakenKind,
} from '#identity/import-report.ts'
import type { ImportMemory } from '#identity/imports.server.ts'
import { isRefusedValue } from '#platform/lasting-error.ts'
import { isRefusal, type RefusalCode } from '#platform/refusal.ts'
import { readText } from '#platform/text.ts'
import { ArchiveProblem } from './archive-problem.ts'
import type { ImportArchive } from './open-archive.server.ts'

/** The rooms that an import acts in, as the person would. */
export type ImportRooms = Pick<
  Hoshi,
  | 'identity'
  | 'imports'
  | 'creators'
  | 'avatars'
  | 'video'
  | 'catalog'
  | 'subtitles'
  | 'series'
  | 'library'
  | 'community'
>

/** An import under way, for the parts that take one kind of thing. */
export interface Taking {
  rooms: ImportRooms
  importId: string
  requestedAt: Date
  archive: ImportArchive
  memory: ImportMemory
  report: ReportWriter
  signal: AbortSignal
  /** The account as it is now. @throws ArchiveProblem account_closed when it may not add anything */
  account(): Promise<Account>
}

/** Refusals for a while only: the job is tried again later. */
const passing: ReadonlySet<RefusalCode> = new Set([
  'request.busy',
  'video.storage_full',
  'video.too_much_under_way',
  'video.too_many_unfinished',
  'video.host_unavailable',
])

const NAME_MAX_CHARACTERS = 120

/** Collects the report of an import. */
export interface ReportWriter {
  take(kind: TakenKind, count?: number): void
  meetAgain(): void
  leaveOut(kind: TakenKind, name: string, code: LeftOutCode): void
  written(): ImportReport
}

export function createReportWriter(): ReportWriter {
  const report = structuredClone(emptyReport)
  return {
    take(kind, count = 1) {
      if (count > 0) report.taken[kind] = (report.taken[kind] ?? 0) + count
    },
    meetAgain() {
      report.alreadyHere += 1
    },
    leaveOut(kind, name, code) {
      const readable = readText(name, { maxCharacters: NAME_MAX_CHARACTERS })
      if (report.leftOut.length >= LEFT_OUT_MAX) report.leftOutMore += 1
      else report.leftOut.push({ kind, name: readable.ok ? readable.text : '', code })
    },
    written: () => report,
  }
}

/**
 * Runs a verb that may refuse a value of an archive, or meet one that the database refuses.
 *
 * @returns the code of its refusal, or null
 * @throws an error that ends or interrupts the import as a whole
 */
export async function refusalOf(work: () => Promise<unknown>): Promise<LeftOutCode | null> {
  try {
    await work()
    return null
  } catch (error) {
    if (isRefusedValue(error)) return 'not_storable'
    if (!isRefusal(error)) throw error
    if (error.code === 'identity.sign_in_required' || error.code === 'identity.suspended')
      throw new ArchiveProblem('account_closed', { cause: error })
    if (passing.has(error.code)) throw new Error(`The import has to wait: ${error.code}`, { cause: error })
    return error.code
  }
}

/** Takes one thing, or says why not. @returns whether it was taken */
export async function takeOne(
  { report }: Pick<Taking, 'report'>,
  kind: TakenKind,
  name: string,
  work: () => Promise<unknown>,
): Promise<boolean> {
  const code = await refusalOf(work)
  if (code === null) report.take(kind)
  else report.leaveOut(kind, name, code)
  return code === null
}
