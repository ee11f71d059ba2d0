import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runProgram } from './run-program.ts'
import { type Tally, tallyOf, type VitestReport } from './tally.ts'

/** Vitest's projects, quickest first. */
export const suites: readonly string[] = ['rooms', 'video', 'screens']

/** Runs one of Vitest's projects with its own progress on the screen. */
export async function runSuite(suite: string): Promise<Tally> {
  console.log(`\n▸ tests: ${suite}`)
  const folder = mkdtempSync(join(tmpdir(), 'hoshi-report-'))
  const file = join(folder, 'report.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  try {
    const exitCode = await runProgram(['vitest', 'run', '--project', suite, ...reporters])
    return tallyOf(readReport(file), exitCode)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function readReport(file: string): VitestReport | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as VitestReport
  } catch {
    return null
  }
}
