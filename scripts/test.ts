// Every check and every test, with one count at the end. An argument runs one part alone.
import { filesReachedSince } from './test/changed.ts'
import { runChecks, runClientChecks } from './test/static-checks.ts'
import { runSteadily } from './test/steady.ts'
import { type Run, runSuites, slowSuite, suites } from './test/suites.ts'
import { addTo, summaryOf, type Tally } from './test/tally.ts'

const parts: Record<string, (...args: string[]) => Promise<Tally>> = {
  all: async () => addTo(await runChecks(), await runSuites({ name: 'all', suites })),
  check: runChecks,
  changed: async (base) => {
    const files = filesReachedSince(base)
    const checked = await runChecks()
    if (files.length === 0) return checked
    return addTo(checked, await runSuites({ name: 'changed', suites, files }))
  },
  steady: (...files) => runSteadily(files),
  ...Object.fromEntries(suites.map((suite) => [suite, one(suite)])),
  slow: async (...files) => addTo(await runClientChecks(), await one(slowSuite)(...files)),
}

function one(suite: string) {
  return (...files: string[]) => runSuites({ name: suite, suites: [suite], files } satisfies Run)
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
