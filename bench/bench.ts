import { availableParallelism, constants, loadavg } from 'node:os'
import { measureAnalytics } from './analytics.ts'
import { measureBackup } from './backup.ts'
import { measureCapacity } from './capacity.ts'
import { runCleanups } from './cleanup.ts'
import { measureCommunity } from './community.ts'
import { measureControls } from './controls.ts'
import { measureCrowd } from './crowd.ts'
import { measureDelivery } from './delivery.ts'
import { measureExplore } from './explore.ts'
import { measureFeeds } from './feeds.ts'
import { type Figure, table } from './figures.ts'
import { measureFirstFrame } from './first-frame.ts'
import { measureScripts } from './first-load.ts'
import { measureFrameAnalysis } from './frame-analysis.ts'
import { measureHalfSent } from './half-sent.ts'
import { measureHostileInput } from './hostile-input.ts'
import { measureImageChecks } from './image-checks.ts'
import { measureLadder } from './ladder.ts'
import { measureLive } from './live.ts'
import { measureModeration } from './moderation.ts'
import { measureNotesDrift } from './notes-drift.ts'
import { measurePages } from './pages.ts'
import { measurePublishing } from './publish.ts'
import { measureStarts } from './start.ts'
import { measureStorage } from './storage.ts'
import { measureStudySteps } from './study-steps.ts'
import { measureUploadMemory } from './upload-memory.ts'
import { measureViews } from './views.ts'
import { measureWholeFiles } from './whole-files.ts'
import { measureWorkerDeath } from './worker-death.ts'

/** Measures one thing; `report` logs its progress. */
type Bench = (report: (line: string) => void) => Promise<Figure[]>

const benches: Record<string, Bench> = {
  publish: measurePublishing,
  ladder: measureLadder,
  crowd: measureCrowd,
  upload: measureUploadMemory,
  'half-sent': measureHalfSent,
  'hostile-input': measureHostileInput,
  scripts: measureScripts,
  start: measureStarts,
  explore: measureExplore,
  community: measureCommunity,
  analytics: measureAnalytics,
  views: measureViews,
  live: measureLive,
  'first-frame': measureFirstFrame,
  pages: measurePages,
  feeds: measureFeeds,
  delivery: measureDelivery,
  'whole-files': measureWholeFiles,
  storage: measureStorage,
  backup: measureBackup,
  'worker-death': measureWorkerDeath,
  moderation: measureModeration,
  'frame-analysis': measureFrameAnalysis,
  'study-steps': measureStudySteps,
  'notes-drift': measureNotesDrift,
  controls: measureControls,
  // Takes as long as all others together.
  capacity: measureCapacity,
  // Its classifier is an optional installation.
  'image-checks': measureImageChecks,
  // Its package is installed only when it is requested by name.
  lighthouse: async (report) => (await import('../clients/lighthouse.ts')).measureWithLighthouse(report),
}

// Ctrl-C comes twice, from the terminal and from the launcher: the second must not stop the cleanup.
let isInterrupted = false
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    if (isInterrupted) return
    isInterrupted = true
    void runCleanups().then(() => process.exit(128 + constants.signals[signal]))
  })
}

const onlyWhenNamed = new Set(['lighthouse', 'image-checks', 'capacity'])
const requested = process.argv.slice(2)
const unknown = requested.filter((name) => !Object.hasOwn(benches, name))
if (unknown.length > 0) {
  console.error(`There is no bench ${unknown.join(', ')}; use any of: ${Object.keys(benches).join(', ')}.`)
  process.exit(1)
}

const figures: Figure[] = []
const loadBefore = load()
for (const [name, measure] of Object.entries(benches)) {
  if (requested.length > 0 ? !requested.includes(name) : onlyWhenNamed.has(name)) continue
  try {
    figures.push(...(await measure((line) => console.error(`${name}: ${line}`))))
  } catch (error) {
    // An interrupt removes the server that the bench still uses.
    if (isInterrupted) break
    // A figure over its goal is not a failure; one that could not be measured is.
    process.exitCode = 1
    console.error(`${name}: not measured`, error)
  } finally {
    await runCleanups()
  }
}
if (figures.length > 0) console.log(`\n${table(figures)}`)
console.log(
  `\nload average before: ${loadBefore}; after: ${load()}; ${availableParallelism()} cores. ~ marks an estimate.`,
)

function load(): string {
  return loadavg()
    .map((each) => each.toFixed(1))
    .join(' ')
}
