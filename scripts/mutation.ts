// Changes the rooms' pure rules and row modules in small ways, one at a time, and checks whether a test fails.
// `npm run mutation`, `npm run mutation -- --seed 7 --count 50`, `-- --survivors` for those of the last run; words pick
// files.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Coverage, stages } from './mutation/coverage.ts'
import { type Mutant, mutantsOf } from './mutation/mutant.ts'
import { pickSpread } from './mutation/pick.ts'
import { type Report, type Result, resultOf, shareOf, textOf } from './mutation/report.ts'
import { mutatedFiles, readSource, root } from './mutation/sources.ts'
import { TestRunner } from './mutation/test-runner.ts'
import { Trial } from './mutation/trial.ts'

/** Default selection, which makes two runs comparable. */
const SEED = 20_251_122
const COUNT = 200
const WANTED_PERCENT = 80

const reports = join(root, '.hoshi/reports')
const reportFile = join(reports, 'mutation.json')

const { values, positionals: filters } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: String(SEED) },
    count: { type: 'string', default: String(COUNT) },
    survivors: { type: 'boolean', default: false },
  },
})
const last = values.survivors ? (JSON.parse(readFileSync(reportFile, 'utf8')) as Report) : null
const seed = last?.seed ?? Number(values.seed)
const count = last?.count ?? Number(values.count)
if (!Number.isSafeInteger(seed) || !Number.isSafeInteger(count) || count < 1) {
  console.error('hoshi: --seed and --count take whole numbers.')
  process.exit(1)
}

const mutants = last ? survivorsOf(last) : pickedMutants()
console.log(`hoshi: ${mutants.length} mutants, seed ${seed}; first their tests without them…`)
const runner = await TestRunner.open()
let isGoodEnough = false
try {
  const results = await testAll(mutants)
  const report: Report = { seed, count, results: last ? merged(last.results, results) : results }
  mkdirSync(reports, { recursive: true })
  writeFileSync(reportFile, `${JSON.stringify(report, null, 2)}\n`)
  console.log(`\n${textOf(report)}`)
  isGoodEnough = shareOf(report.results).percent >= WANTED_PERCENT
} catch (error) {
  console.error(`hoshi: ${error instanceof Error ? error.message : error}`)
} finally {
  await runner.close()
}
process.exit(isGoodEnough ? 0 : 1)

function pickedMutants(): Mutant[] {
  const files = mutatedFiles().filter((file) => filters.length === 0 || filters.some((filter) => file.includes(filter)))
  const picked = pickSpread(
    files.map((file) => mutantsOf(file, readSource(file))),
    count,
    seed,
  )
  return picked.sort((a, b) => a.file.localeCompare(b.file) || a.start - b.start)
}

/** Survivors of a report whose code still exists. */
function survivorsOf({ results }: Report): Mutant[] {
  return results
    .filter(({ fate }) => fate === 'survived')
    .flatMap((result) => mutantsOf(result.file, readSource(result.file)).filter((mutant) => isSame(mutant, result)))
}

async function testAll(all: readonly Mutant[]): Promise<Result[]> {
  const results = new Map<number, Result>()
  let left = all.map((mutant, number) => ({ mutant, number }))
  for (const stage of stages) {
    const coverage = await Coverage.collect(runner, left, stage, (text) => console.log(`  ${text}`))
    const trial = new Trial(runner, coverage)
    for (const numbered of left) {
      const result = resultOf(numbered.mutant, await trial.of(numbered), results.get(numbered.number))
      results.set(numbered.number, result)
      if (result.fate !== 'survived' || stage === stages.at(-1)) console.log(`  ${progressText(result)}`)
    }
    left = left.filter(({ number }) => results.get(number)?.fate === 'survived')
    console.log(`hoshi: ${left.length} of ${all.length} alive after the ${stage} tests`)
  }
  return all.map((_, number) => results.get(number)!)
}

function progressText({ fate, file, line, kind, mutated }: Result): string {
  return `${fate.padEnd(8)} ${file}:${line} (${kind}) ${mutated.slice(0, 100)}`
}

function merged(before: readonly Result[], now: readonly Result[]): Result[] {
  return before.map((result) => now.find((each) => isSame(each, result)) ?? result)
}

type Change = Pick<Mutant, 'file' | 'kind' | 'start' | 'end' | 'replacement'>

function isSame(one: Change, other: Change): boolean {
  return (['file', 'kind', 'start', 'end', 'replacement'] as const).every((key) => one[key] === other[key])
}
