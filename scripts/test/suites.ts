import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { waitsFile } from '#tests/support/run/record-wait.ts'
import { failuresOf } from './failures.ts'
import { leftOutOf } from './left-out.ts'
import { runProgram } from './run-program.ts'
import { type Tally, tallyOf, type VitestReport } from './tally.ts'
import { timesOf } from './times.ts'

const project = join(import.meta.dirname, '../..')
const reports = join(project, '.hoshi/reports')

/** Vitest's projects that `npm test` runs in parallel. */
export const suites: readonly string[] = ['rooms', 'video', 'screens']
/** Long tests of code that seldom changes: crashes, odd and real files, AV1. */
export const slowSuite = 'slow'

export interface Run {
  /** Names the report. */
  name: string
  suites: readonly string[]
  /** Limits the run to these files; all of the suites' files when empty. */
  files?: readonly string[]
  environment?: Record<string, string>
}

/** Runs suites in one Vitest, with its own progress output, then prints the slowest files and the failures. */
export async function runSuites({ name, suites, files = [], environment = {} }: Run): Promise<Tally> {
  console.log(`\n▸ tests: ${suites.join(', ')}`)
  const file = join(reports, `${name}.json`)
  mkdirSync(reports, { recursive: true })
  for (const old of [file, waitsFile]) rmSync(old, { force: true })
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const chosen = suites.map((suite) => `--project=${suite}`)
  const exitCode = await runProgram(['vitest', 'run', ...chosen, ...reporters, ...files], environment)
  const report = readReport(file)
  if (report)
    console.log(
      ['', timesOf(report, project), ...leftOutOf(report, project), ...failuresOf(report, project)].join('\n'),
    )
  return tallyOf(report, exitCode)
}

function readReport(file: string): VitestReport | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as VitestReport
  } catch {
    return null
  }
}
