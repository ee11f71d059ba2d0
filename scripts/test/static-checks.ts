import { runProgram } from './run-program.ts'
import { emptyTally, type Tally } from './tally.ts'

interface StaticCheck {
  title: string
  /** A program of the project and its arguments. */
  program: readonly string[]
}

const checks: readonly StaticCheck[] = [
  { title: 'types', program: ['tsc', '--noEmit', '-p', '.'] },
  { title: 'lint and format', program: ['biome', 'ci', ...(process.stdout.isTTY ? [] : ['--colors=off']), '.'] },
  { title: 'unused code', program: ['knip', '--no-progress'] },
]

/** The tests in `clients` import packages that only slow tests install. */
const clientChecks: readonly StaticCheck[] = [
  { title: 'types of clients', program: ['tsc', '--noEmit', '-p', 'clients'] },
]

export const runChecks = (): Promise<Tally> => runAll(checks)
export const runClientChecks = (): Promise<Tally> => runAll(clientChecks)

/** Runs checks in parallel: each counts as one passed or one failed. */
async function runAll(checks: readonly StaticCheck[]): Promise<Tally> {
  console.log(`\n▸ checks: ${checks.map(({ title }) => title).join(', ')}`)
  // The other checks read the route types.
  if (!(await passesCheck({ title: 'types of the routes', program: ['react-router', 'typegen'] })))
    return { ...emptyTally, failed: 1 }
  const passes = await Promise.all(checks.map(passesCheck))
  const passed = passes.filter(Boolean).length
  return { ...emptyTally, passed, failed: checks.length - passed }
}

async function passesCheck({ title, program }: StaticCheck): Promise<boolean> {
  const passes = (await runProgram(program)) === 0
  console.log(`${passes ? '✓' : '✗'} ${title}`)
  return passes
}
