import { globSync } from 'node:fs'
import { ImportGraph } from './import-graph.ts'
import { type Mutant, markedSource } from './mutant.ts'
import { readSource, roomOf, root } from './sources.ts'
import type { ChosenTests, Outcome, RanFile, TestBench } from './test-bench.ts'

const FILES_NEAR_RULES = 3
/** Their room's tests see them only through its verbs. */
const FILES_NEAR_ROWS = 7
/** Tests that encode, by number and by the imports between them and what they are about. */
const FILMS_NEAR = 3
const FILM_DISTANCE = 3
/** For one mutant. */
const TESTS_AT_MOST = 40
const TESTS_AT_MOST_MS = 60_000
const DRY_LIMIT_MS = 15 * 60_000

/** Kinds of tests, from those that take no time to those that take the most. Each has what the one before left alive. */
export const stages = ['quick', 'database', 'film'] as const
type Stage = (typeof stages)[number]

/** A mutant under the number that its marks carry. */
export interface Numbered {
  mutant: Mutant
  number: number
}

interface DryFile extends RanFile {
  /** All that is not spent in tests: starting, reading, hooks. */
  overheadMs: number
}

export interface Sight {
  tests: ChosenTests[]
  /** How many tests those are, of how many that reach the mutant. */
  count: number
  ofAll: number
  expectedMs: number
}

/** Which tests reach which mutants, as a run without any of them has shown. */
export class Sights {
  readonly #graph: ImportGraph
  readonly #files: DryFile[]
  readonly #wholeFiles = new Set<string>()

  private constructor(graph: ImportGraph, files: DryFile[]) {
    this.#graph = graph
    this.#files = files
  }

  /** Runs the tests of a stage near the mutants. Throws when one fails; a file that passes the second time is no witness. */
  static async look(bench: TestBench, mutants: readonly Numbered[], stage: Stage, tell: (text: string) => void) {
    const graph = new ImportGraph()
    const modules = [...new Set(mutants.map(({ mutant }) => mutant.file))]
    const near = testsNear(graph, modules).filter((file) => stageOf(file) === stage)
    bench.serve(markedSources(mutants))
    const files: DryFile[] = []
    for (const [place, file] of near.entries()) {
      let outcome = await bench.run([{ file, ids: null }], DRY_LIMIT_MS)
      const failure = failureOf(outcome)
      if (failure) {
        outcome = await bench.run([{ file, ids: null }], DRY_LIMIT_MS)
        if (failureOf(outcome)) throw new Error(`fails without any mutant: ${file}: ${failure}`)
        tell(`left out, since it fails only at times: ${file}: ${failure}`)
        continue
      }
      for (const ran of outcome.files) {
        const inTests = ran.tests.reduce((sum, test) => sum + test.durationMs, 0)
        files.push({ ...ran, overheadMs: Math.max(0, outcome.durationMs - inTests) })
      }
      tell(`${place + 1} of ${near.length} ${file} (${(outcome.durationMs / 1000).toFixed(1)} s)`)
    }
    return new Sights(graph, files)
  }

  /** The tests that reach a mutant, nearest first, as many as are worth their time. */
  of({ mutant, number }: Numbered): Sight {
    const mark = seenMark(number)
    const reaching = this.#files
      .map((file) => ({ file, tests: this.#testsReaching(file, mark), rank: this.#rank(file, mutant) }))
      .filter(({ tests }) => tests.length > 0)
      .sort((a, b) => a.rank - b.rank || a.file.overheadMs - b.file.overheadMs)
    const sight: Sight = {
      tests: [],
      count: 0,
      ofAll: reaching.reduce((sum, { tests }) => sum + tests.length, 0),
      expectedMs: 0,
    }
    for (const { file, tests } of reaching) {
      if (sight.count >= TESTS_AT_MOST || sight.expectedMs >= TESTS_AT_MOST_MS) break
      const isWhole = tests.length === file.tests.length
      const chosen = isWhole ? tests : tests.slice(0, TESTS_AT_MOST - sight.count)
      sight.tests.push({ file: file.file, ids: isWhole ? null : chosen.map(({ id }) => id) })
      sight.count += chosen.length
      sight.expectedMs += chosen.reduce((sum, { durationMs }) => sum + durationMs, file.overheadMs)
    }
    return sight
  }

  /** From now on this file's tests run together: one of them needs another. */
  keepTogether(file: string): void {
    this.#wholeFiles.add(file)
  }

  #testsReaching(file: DryFile, mark: string) {
    const reached = file.tests.filter((test) => test.reached.includes(mark))
    const isForAll = file.reached.includes(mark) || file.reachedOnReading.includes(mark)
    if (isForAll) return file.tests
    // What takes no time is not worth being divided.
    const isWhole = this.#wholeFiles.has(file.file) || stageOf(file.file) === 'quick'
    return reached.length > 0 && isWhole ? file.tests : reached
  }

  #rank({ file }: DryFile, mutant: Mutant): number {
    const distance = this.#graph.distancesFrom(file).get(mutant.file) ?? 100
    return rankOf(file, mutant.file, distance)
  }
}

/** Calls that a marked module makes, and one with a mutant in it. */
const seenMark = (number: number) => `seen ${number}`
export const liveMark = (number: number) => `live ${number}`
export const callOf = (mark: string) => `globalThis.reached?.('${mark}')`

/** Why a run is not green; null when it is. */
export function failureOf({ files, problem, isTimeout }: Outcome): string | null {
  if (isTimeout) return 'time limit'
  const failed = files.flatMap(({ tests }) => tests).find(({ hasPassed }) => hasPassed === false)
  if (failed) return `${failed.name}: ${failed.problem}`
  return files.find((file) => file.problem)?.problem ?? problem
}

function markedSources(mutants: readonly Numbered[]): Map<string, string> {
  const marked = mutants.map(({ mutant, number }) => ({ mutant, mark: callOf(seenMark(number)) }))
  const byFile = Map.groupBy(marked, ({ mutant }) => mutant.file)
  return new Map([...byFile].map(([file, inFile]) => [file, markedSource(readSource(file), inFile)]))
}

function stageOf(testFile: string): Stage {
  return /\.(video|slow)\./.test(testFile) ? 'film' : testFile.includes('.db.') ? 'database' : 'quick'
}

/** Test files that import these modules, directly or through others: for each module the nearest few. */
function testsNear(graph: ImportGraph, modules: readonly string[]): string[] {
  // Of the slow tests, those of single encodes; the others run whole films, or kill processes.
  const all = globSync('{src,tests}/**/*.test.ts', { cwd: root }).filter(
    (file) => !file.includes('.slow.') || file.startsWith('src/video/ffmpeg/'),
  )
  const near = modules.flatMap((module) => {
    const ranked = all
      .map((file) => ({ file, distance: graph.distancesFrom(file).get(module) ?? Number.POSITIVE_INFINITY }))
      .filter(({ distance }) => Number.isFinite(distance))
      .sort((a, b) => rankOf(a.file, module, a.distance) - rankOf(b.file, module, b.distance))
    const others = ranked.filter(({ file }) => stageOf(file) !== 'film')
    const films = ranked.filter(({ file, distance }) => stageOf(file) === 'film' && distance <= FILM_DISTANCE)
    const count = module.endsWith('-rows.server.ts') ? FILES_NEAR_ROWS : FILES_NEAR_RULES
    return [...others.slice(0, count), ...films.slice(0, FILMS_NEAR)].map(({ file }) => file)
  })
  return [...new Set(near)].sort()
}

/** Nearer is less; of the same distance the module's own room first, and what needs nothing. */
function rankOf(testFile: string, module: string, distance: number): number {
  const isOwnRoom = roomOf(testFile) === roomOf(module)
  return distance + (isOwnRoom ? 0 : 1.5) + (stageOf(testFile) === 'quick' ? 0 : 0.25)
}
