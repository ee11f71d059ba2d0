import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { cpuFile } from '#tests/support/run/cpu-file.ts'
import { waitsFile } from '#tests/support/run/record-wait.ts'
import { cpuLines, readCpu, tooDear } from './cpu.ts'
import { failuresOf } from './failures.ts'
import { fileResultsFile, readFileResults } from './file-results.ts'
import { rememberTimes } from './file-times.ts'
import { leftOutOf } from './left-out.ts'
import { runProgram } from './run-program.ts'
import { treeFingerprint } from './slow-results.ts'
import { type Tally, tallyOf, type VitestReport } from './tally.ts'
import { timesOf } from './times.ts'

const project = join(import.meta.dirname, '../..')
const reports = join(project, '.hoshi/reports')

/** Vitest's projects that `npm test` runs in parallel. */
export const quickSuites: readonly string[] = ['rooms', 'video', 'screens']
/** Long tests of code that seldom changes: crashes, odd and real files, AV1. The second has a process for each file. */
export const slowSuites: readonly string[] = ['slow', 'slow-apart']

export interface Run {
  /** Names the report. */
  name: string
  suites: readonly string[]
  /** Limits the run to these files; all of the suites' files when empty. */
  files?: readonly string[]
  environment?: Record<string, string>
  /** Whether processors are busy with something else, which also makes CPU time longer: then it is not limited. */
  isUnderLoad?: boolean
}

/** Runs suites in one Vitest, with its own progress output, then prints the dearest files and the failures. */
export async function runSuites(run: Run): Promise<Tally> {
  const { name, suites, files = [], environment = {}, isUnderLoad = false } = run
  console.log(`\n▸ tests: ${suites.join(', ')}`)
  const file = join(reports, `${name}.json`)
  mkdirSync(reports, { recursive: true })
  for (const old of [file, waitsFile, cpuFile, fileResultsFile]) rmSync(old, { force: true })
  const reporters = ['default', 'json', './scripts/test/file-results.ts'].map((each) => `--reporter=${each}`)
  const chosen = suites.map((suite) => `--project=${suite}`)
  const options = [...chosen, ...reporters, `--outputFile.json=${file}`]
  const tree = suites.some((suite) => slowSuites.includes(suite)) ? treeFingerprint() : null
  const variables = { ...environment, ...(tree === null ? {} : { HOSHI_TREE: tree }) }
  const exitCode = await runProgram(['vitest', 'run', ...options, ...files], variables)
  const report = readReport(file)
  const results = readFileResults()
  const cpu = readCpu(project)
  const dear = isUnderLoad ? [] : tooDear(cpu)
  if (report) {
    const lines = [timesOf(report, project), ...cpuLines(cpu), ...leftOutOf(report, project)]
    console.log(['', ...lines, ...failuresOf(report, project, results), ...dear].join('\n'))
    if (!isUnderLoad) rememberTimes(report, project)
  }
  const failedOutside = results.filter(({ errors }) => errors.length > 0).map((result) => join(project, result.file))
  const tally = tallyOf(report, exitCode, failedOutside)
  return { ...tally, failed: tally.failed + dear.length }
}

function readReport(file: string): VitestReport | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as VitestReport
  } catch {
    return null
  }
}
