import { runBeside } from './run-program.ts'
import { emptyTally, type Tally } from './tally.ts'

interface StaticCheck {
  title: string
  /** A program of the project and its arguments. */
  program: readonly string[]
}

const checks: readonly StaticCheck[] = [
  { title: 'types', program: ['tsc', '--noEmit', '-p', '.'] },
  { title: 'lint and format', program: ['biome', 'ci', ...(process.stdout.isTTY ? [] : ['--colors=off']), '.'] },
  { title: 'styles', program: ['stylelint', 'src/app/styles/*.css'] },
  { title: 'unused code', program: ['knip', '--no-progress'] },
]

/** The tests in `clients` import packages that only slow tests install. */
const clientChecks: readonly StaticCheck[] = [
  { title: 'types of clients', program: ['tsc', '--noEmit', '-p', 'clients'] },
]

/** The result of checks, and their failures, for the end of a run that they are beside. */
export interface CheckResults {
  tally: Tally
  /** A line for each, like those of failed tests. */
  failures: string[]
}

export const runChecks = (): Promise<CheckResults> => runAll(checks)
export const runClientChecks = (): Promise<CheckResults> => runAll(clientChecks)

/** Runs checks in parallel: each counts as one passed or one failed. Each prints its output as a whole when it ends. */
async function runAll(checks: readonly StaticCheck[]): Promise<CheckResults> {
  console.log(`\n▸ checks: ${checks.map(({ title }) => title).join(', ')}`)
  // The other checks read the route types.
  const first = { title: 'types of the routes', program: ['react-router', 'typegen'] }
  const failed = (await passesCheck(first))
    ? (await Promise.all(checks.map(async (check) => ((await passesCheck(check)) ? [] : [check])))).flat()
    : [first]
  const passed = failed.includes(first) ? 0 : checks.length - failed.length
  const failures = failed.map(({ title }) => `✗ check: ${title}`)
  return { tally: { ...emptyTally, passed, failed: failed.length }, failures }
}

async function passesCheck({ title, program }: StaticCheck): Promise<boolean> {
  const { code, output } = await runBeside(program)
  const passes = code === 0
  // In one write, so that the progress of tests does not divide it. The line with ✗ is for the end of the run.
  process.stdout.write(passes ? `✓ ${title}\n${output}` : `▸ failed: ${title}\n${output.trimEnd()}\n`)
  return passes
}
