import { relative } from 'node:path'
import type { VitestReport } from './tally.ts'

/** The files that did not start because the time was up, in one line of text; none when every file started. */
export function leftOutOf(report: VitestReport, project: string): string[] {
  const leftOut = report.testResults.filter(({ assertionResults }) => {
    return assertionResults.length > 0 && assertionResults.every(({ status }) => status === 'pending')
  })
  const names = leftOut.map(({ name }) => relative(project, name))
  return names.length === 0 ? [] : [`Left out, because the time was up: ${names.join(', ')}`]
}
