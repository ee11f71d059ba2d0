import { globSync } from 'node:fs'
import { join } from 'node:path'
import { slowFilesReachedLately } from './changed.ts'
import { slowCore } from './slow-reach.ts'
import { slowFilesPassed } from './slow-results.ts'
import { runSuites, slowSuites } from './suites.ts'
import { emptyTally, type Tally } from './tally.ts'

const project = join(import.meta.dirname, '../..')
const slow = { name: 'slow', suites: slowSuites }

/**
 * Runs slow files.
 * @param args words that select files by name; `--rest` for those that have not passed on this very tree; `--recent` for
 *   the core, and then the files that the newest commits reach while the time allows
 */
export async function runSlow(args: readonly string[]): Promise<Tally> {
  if (args.includes('--recent')) return runRecent()
  if (args.includes('--rest')) return runRest()
  return runSuites({ ...slow, files: args })
}

async function runRest(): Promise<Tally> {
  const passed = slowFilesPassed()
  const files = listSlowFiles().filter((file) => !passed.includes(file))
  console.log(`hoshi: ${passed.length} slow files have passed on this tree; ${files.length} are left`)
  return files.length === 0 ? emptyTally : runSuites({ ...slow, files })
}

async function runRecent(): Promise<Tally> {
  const files = [...new Set([...slowCore, ...slowFilesReachedLately()])]
  const tally = await runSuites({ ...slow, files, environment: { HOSHI_TESTS_FIRST: slowCore.join(',') } })
  const others = listSlowFiles().length - files.length
  if (others > 0) console.log(`hoshi: not run here: ${others} slow files (npm run test:slow runs them)`)
  return tally
}

function listSlowFiles(): string[] {
  const patterns = ['{src,tests,scripts}/**/*.slow.{test,spec}.ts', 'clients/*.slow.test.ts']
  return globSync(patterns, { cwd: project }).sort()
}
