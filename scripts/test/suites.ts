import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { runProgram } from './run-program.ts'
import { type Tally, tallyOf, type VitestReport } from './tally.ts'

const reports = join(import.meta.dirname, '../../.hoshi/reports')

/** Vitest's projects, quickest first. */
export const suites: readonly string[] = ['rooms', 'video', 'screens', 'slow']

/** Runs one of Vitest's projects with its own progress on the screen. */
export async function runSuite(suite: string): Promise<Tally> {
  console.log(`\n▸ tests: ${suite}`)
  const file = join(reports, `${suite}.json`)
  mkdirSync(reports, { recursive: true })
  rmSync(file, { force: true })
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const exitCode = await runProgram(['vitest', 'run', '--project', suite, ...reporters])
  return tallyOf(readReport(file), exitCode)
}

function readReport(file: string): VitestReport | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as VitestReport
  } catch {
    return null
  }
}
