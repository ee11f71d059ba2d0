import { availableParallelism, constants, loadavg } from 'node:os'
import { measureCrowd } from './crowd.ts'
import { measureDelivery } from './delivery.ts'
import { measureExplore } from './explore.ts'
import { type Figure, table } from './figures.ts'
import { measureFirstFrame } from './first-frame.ts'
import { measureScripts } from './first-load.ts'
import { measureLadder } from './ladder.ts'
import { removeLeftovers } from './leftovers.ts'
import { measurePublishing } from './publish.ts'
import { measureStarts } from './start.ts'
import { measureUploadMemory } from './upload-memory.ts'
import { measureWorkerDeath } from './worker-death.ts'

/** Measures one thing; `note` says what is being done. */
type Bench = (note: (line: string) => void) => Promise<Figure[]>

const benches: Record<string, Bench> = {
  publish: measurePublishing,
  ladder: measureLadder,
  crowd: measureCrowd,
  upload: measureUploadMemory,
  scripts: measureScripts,
  start: measureStarts,
  explore: measureExplore,
  'first-frame': measureFirstFrame,
  delivery: measureDelivery,
  'worker-death': measureWorkerDeath,
  // Its package is installed when it is asked for by name.
  lighthouse: async (note) => (await import('../clients/lighthouse.ts')).measureWithLighthouse(note),
}

// Ctrl-C comes twice, from the terminal and from the launcher: the second must not end the tidying up.
let isInterrupted = false
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    if (isInterrupted) return
    isInterrupted = true
    void removeLeftovers().then(() => process.exit(128 + constants.signals[signal]))
  })
}

const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !Object.hasOwn(benches, name))
if (unknown.length > 0) {
  console.error(`There is no bench ${unknown.join(', ')}; use any of: ${Object.keys(benches).join(', ')}.`)
  process.exit(1)
}

const figures: Figure[] = []
const loadBefore = load()
for (const [name, measure] of Object.entries(benches)) {
  if (asked.length > 0 ? !asked.includes(name) : name === 'lighthouse') continue
  try {
    figures.push(...(await measure((line) => console.error(`${name}: ${line}`))))
  } catch (error) {
    // Whoever interrupts pulls the server from under the bench.
    if (isInterrupted) break
    // A figure that is over its goal is no failure; one that could not be taken is.
    process.exitCode = 1
    console.error(`${name}: not measured`, error)
  } finally {
    await removeLeftovers()
  }
}
if (figures.length > 0) console.log(`\n${table(figures)}`)
console.log(`\nload average before: ${loadBefore}; after: ${load()}; ${availableParallelism()} cores. ~ is reckoned.`)

function load(): string {
  return loadavg()
    .map((each) => each.toFixed(1))
    .join(' ')
}
