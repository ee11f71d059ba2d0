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
 * Counts a run of Vitest. A file that could not be loaded is one failure; so is a run with a bad exit code but no
 * failed test: a crash, no tests at all, an error outside every test.
 *
 * @param report null when the run left none
 */
export function tallyOf(report: VitestReport | null, exitCode: number): Tally {
  if (!report) return { ...emptyTally, failed: 1 }
  const unloaded = report.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0)
  const failed = report.numFailedTests + unloaded.length
  return {
    passed: report.numPassedTests,
    failed: failed === 0 && exitCode !== 0 ? 1 : failed,
    // Vitest counts no test of a file that did not start.
    skipped: report.numTotalTests - report.numPassedTests - report.numFailedTests,
  }
}
