import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { type FileTimes, fileTimesFile, readFileTimes } from '#tests/support/run/file-times.ts'
import type { VitestReport } from './tally.ts'

/** Writes how long the files of a run took, for the order of the next one. */
export function rememberTimes(report: VitestReport, project: string): void {
  writeFileSync(fileTimesFile, JSON.stringify(withTimesOf(report, project, readFileTimes()), null, 1))
}

/** The known times with those of a run, which may have had some of the files only. */
export function withTimesOf(report: VitestReport, project: string, known: FileTimes): FileTimes {
  const ran = report.testResults.filter(({ assertionResults }) => assertionResults.some(hasEnded))
  const times = ran.map(({ name, startTime, endTime }) => [relative(project, name), (endTime - startTime) / 1000])
  return { ...known, ...Object.fromEntries(times) }
}

const hasEnded = ({ status }: { status: string }) => status === 'passed' || status === 'failed'
