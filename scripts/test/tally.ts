export interface Tally {
  passed: number
  failed: number
  skipped: number
}

/** The parts of Vitest's JSON report that are read. */
export interface VitestReport {
  numPassedTests: number
  numFailedTests: number
  numTotalTests: number
  testResults: FileReport[]
}

export interface FileReport {
  name: string
  status: string
  /** Milliseconds since 1970. */
  startTime: number
  endTime: number
  assertionResults: { fullName: string; status: string; failureMessages: string[] }[]
  /** Why the file could not be loaded. */
  message: string
}

export const emptyTally: Tally = { passed: 0, failed: 0, skipped: 0 }

export function addTo(total: Tally, more: Tally): Tally {
  return {
    passed: total.passed + more.passed,
    failed: total.failed + more.failed,
    skipped: total.skipped + more.skipped,
  }
}

/** The last line of a run: `12 passed, 0 failed`, and `, 1 skipped` only when there are any. */
export function summaryOf({ passed, failed, skipped }: Tally): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}

/**
 * Counts a run of Vitest. A file that failed outside its tests is one more failure: it could not be loaded, or a hook
 * failed. So is a run with a bad exit code but no failed test: a crash, no tests at all, an error outside every file.
 *
 * @param report null when the run left none
 * @param failedOutside paths of files with errors outside their tests
 */
export function tallyOf(report: VitestReport | null, exitCode: number, failedOutside: readonly string[] = []): Tally {
  if (!report) return { ...emptyTally, failed: 1 }
  const outside = report.testResults.filter((file) => failedOutside.includes(file.name) || hasNoFailedTest(file))
  const failed = report.numFailedTests + outside.length
  return {
    passed: report.numPassedTests,
    failed: failed === 0 && exitCode !== 0 ? 1 : failed,
    // Vitest counts no test of a file that did not start.
    skipped: report.numTotalTests - report.numPassedTests - report.numFailedTests,
  }
}

/** Whether a file failed, but none of its tests. */
export function hasNoFailedTest({ status, assertionResults }: FileReport): boolean {
  return status === 'failed' && assertionResults.every((test) => test.status !== 'failed')
}
