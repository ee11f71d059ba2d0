import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import type { FileResult } from './file-results.ts'
import { hasNoFailedTest, type VitestReport } from './tally.ts'

/** Longest line of a failure, in characters. A browser's log of what it waited for can be long. */
const LINE_MAX_CHARACTERS = 2000

/** Every failed test, and every file that failed outside its tests, one line each: `✗ file › test: why (line 12)`. */
export function failuresOf(report: VitestReport, project: string, results: readonly FileResult[] = []): string[] {
  return report.testResults.flatMap((file) => {
    const name = relative(project, file.name)
    const failed = file.assertionResults.filter(({ status }) => status === 'failed')
    const tests = failed.map((test) => {
      const [failure = ''] = test.failureMessages
      return line(`${name} › ${test.fullName}`, failure) + placeIn(failure, name)
    })
    const [error] = results.find((result) => result.file === name)?.errors ?? []
    return error !== undefined || hasNoFailedTest(file) ? [line(name, error ?? file.message), ...tests] : tests
  })
}

/** The whole message without its stack: the first line of a browser's error does not say what it waited for. */
function line(what: string, failure = ''): string {
  const lines = stripVTControlCharacters(failure).split('\n')
  const stackStart = lines.findIndex((each) => /^\s+at /.test(each))
  const message = lines
    .slice(0, stackStart === -1 ? undefined : stackStart)
    .map((each) => each.trim())
    .filter((each) => each !== '')
    .join(' | ')
  return `✗ ${what}${message === '' ? '' : `: ${message}`}`.slice(0, LINE_MAX_CHARACTERS)
}

function placeIn(failure: string, name: string): string {
  const frame = failure.split('\n').find((each) => /^\s+at /.test(each) && each.includes(name))
  const [, lineNumber] = frame?.match(/:(\d+):\d+\)?$/) ?? []
  return lineNumber === undefined ? '' : ` (line ${lineNumber})`
}
