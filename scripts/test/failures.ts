import { relative } from 'node:path'
import type { FileResult } from './file-results.ts'
import { hasNoFailedTest, type VitestReport } from './tally.ts'

/** Every failed test, and every file that failed outside its tests, one line each: `✗ file › test: why`. */
export function failuresOf(report: VitestReport, project: string, results: readonly FileResult[] = []): string[] {
  return report.testResults.flatMap((file) => {
    const name = relative(project, file.name)
    const failed = file.assertionResults.filter(({ status }) => status === 'failed')
    const tests = failed.map((test) => line(`${name} › ${test.fullName}`, test.failureMessages[0]))
    const [error] = results.find((result) => result.file === name)?.errors ?? []
    return error !== undefined || hasNoFailedTest(file) ? [line(name, error ?? file.message), ...tests] : tests
  })
}

function line(what: string, why = ''): string {
  const [first = ''] = why.split('\n')
  return `✗ ${what}${first === '' ? '' : `: ${first}`}`
}
