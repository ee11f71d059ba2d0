// Every check and every test, one after the other, with one count at the end. A word runs one part alone.
import { runCheck, staticChecks } from './test/static-checks.ts'
import { runSuite, suites } from './test/suites.ts'
import { addTo, countLine, nothing } from './test/tally.ts'

const only = process.argv[2]
const parts = ['check', ...suites]
if (only !== undefined && !parts.includes(only)) {
  console.error(`hoshi: there is no "${only}"; use one of ${parts.join(', ')}, or none for everything.`)
  process.exit(1)
}

let total = nothing
if (only === undefined || only === 'check') {
  for (const check of staticChecks) total = addTo(total, await runCheck(check))
}
for (const suite of suites) {
  if (only === undefined || only === suite) total = addTo(total, await runSuite(suite))
}

process.exitCode = total.failed > 0 ? 1 : 0
console.log(`\n${countLine(total)}`)
