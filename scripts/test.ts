// Every check and every test, with one count at the end. An argument runs one part alone.
import { filesReachedSince } from './test/changed.ts'
import { runSlow } from './test/slow.ts'
import { type CheckResults, runChecks, runClientChecks } from './test/static-checks.ts'
import { runSteadily } from './test/steady.ts'
import { quickSuites, runSuites, slowSuites } from './test/suites.ts'
import { addTo, summaryOf, type Tally } from './test/tally.ts'

const parts: Record<string, (...args: string[]) => Promise<Tally>> = {
  all: () => withChecks(runChecks(), runSuites({ name: 'all', suites: quickSuites })),
  check: () => withChecks(runChecks()),
  changed: (base) => runChanged(base),
  steady: (...files) => runSteadily(files),
  ...Object.fromEntries(quickSuites.map((suite) => [suite, one(suite)])),
  slow: (...args) => withChecks(runClientChecks(), runSlow(args)),
}

function one(suite: string) {
  return (...files: string[]) => runSuites({ name: suite, suites: [suite], files })
}

function runChanged(base?: string): Promise<Tally> {
  const files = filesReachedSince(base)
  if (files.length === 0) return withChecks(runChecks())
  return withChecks(runChecks(), runSuites({ name: 'changed', suites: [...quickSuites, ...slowSuites], files }))
}

/** Waits for checks and the tests beside them. Failed checks are named again at the end. */
async function withChecks(checks: Promise<CheckResults>, tests?: Promise<Tally>): Promise<Tally> {
  const [{ tally, failures }, ran] = await Promise.all([checks, tests])
  if (failures.length > 0) console.log(['', ...failures].join('\n'))
  return ran ? addTo(tally, ran) : tally
}

const [part = 'all', ...args] = process.argv.slice(2)
const run = Object.hasOwn(parts, part) ? parts[part] : undefined
if (!run) {
  const known = Object.keys(parts).filter((name) => name !== 'all')
  console.error(`hoshi: there is no "${part}"; use one of ${known.join(', ')}, or none for everything that is quick.`)
  process.exit(1)
}
const total = await run(...args)
process.exitCode = total.failed > 0 ? 1 : 0
console.log(`\n${summaryOf(total)}`)
