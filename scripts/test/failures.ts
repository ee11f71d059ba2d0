import { relative } from 'node:path'
import type { VitestReport } from './tally.ts'

/** Every failed test and every file that could not be loaded, one line each: `✗ file › test: why`. */
export function failuresOf(report: VitestReport, project: string): string[] {
  return report.testResults.flatMap((file) => {
    const name = relative(project, file.name)
    const failed = file.assertionResults.filter(({ status }) => status === 'failed')
    if (file.status === 'failed' && failed.length === 0) return [line(name, file.message)]
    return failed.map((test) => line(`${name} › ${test.fullName}`, test.failureMessages[0]))
  })
}

function line(what: string, why = ''): string {
  const [first = ''] = why.split('\n')
  return `✗ ${what}${first === '' ? '' : `: ${first}`}`
}
