import { relative } from 'node:path'
import type { VitestReport } from './tally.ts'

/** Files that did not start because the time was up, as lines of text. */
export function leftOutOf(report: VitestReport, project: string): string[] {
  const leftOut = report.testResults.filter(({ assertionResults }) => {
    return assertionResults.length > 0 && assertionResults.every(({ status }) => status === 'pending')
  })
  if (leftOut.length === 0) return []
  return ['Left out, because the time was up:', ...leftOut.map(({ name }) => `           ${relative(project, name)}`)]
}
