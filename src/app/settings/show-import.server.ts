import { importProblemTexts, leftOutMoreText, leftOutName, takenText } from '#app/messages/imports.ts'
import { leftOutReason } from '#app/messages/left-out.server.ts'
import { messageFor } from '#app/messages/refusals.server.ts'
import type { ImportProgress } from '#identity/import-report.ts'
import type { ImportState } from './import-section.tsx'

/** The last import in words; null when there is none. */
export function showImport(progress: ImportProgress | null): ImportState | null {
  if (!progress) return null
  const { requestedAt, endedAt, problem, report } = progress
  return {
    requestedAt,
    isRunning: endedAt === null,
    problem: problem && importProblemTexts[problem],
    taken: takenText(report),
    leftOut: report.leftOut.map((each) => ({ name: leftOutName(each), reason: leftOutReason(each.code) })),
    more: report.leftOutMore === 0 ? null : leftOutMoreText(report.leftOutMore),
  }
}

/** Why an archive was not received, by the code that its form leaves in the URL. */
export function importProblem(url: URL): string | null {
  const code = url.searchParams.get('import')
  return code !== null && /^(identity\.import_|request\.|video\.storage_full$)/.test(code) ? messageFor(code) : null
}
