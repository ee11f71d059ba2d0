import { globSync } from 'node:fs'
import { ImportGraph } from './import-graph.ts'
import { instrumentedSource, type Mutant } from './mutant.ts'
import { readSource, roomOf, root } from './sources.ts'
import type { ChosenTests, RanFile, RunResult, TestRunner } from './test-runner.ts'

const MAX_FILES_FOR_RULES = 3
/** Their room's tests see them only through its verbs. */
const MAX_FILES_FOR_ROWS = 7
/** Limits for tests that encode: their number, and their import distance from the module. */
const MAX_VIDEO_TESTS = 3
const MAX_VIDEO_TEST_DISTANCE = 3
/** Limits of the tests for one mutant: their number, and their time. */
const MAX_TESTS = 40
const MAX_TESTS_MS = 60_000
const DRY_RUN_LIMIT_MS = 15 * 60_000

/** Kinds of tests, fastest first. Each runs on the survivors of the one before. */
export const stages = ['quick', 'database', 'video'] as const
type Stage = (typeof stages)[number]

/** A mutant with the number in its marks. */
export interface Numbered {
  mutant: Mutant
  number: number
}

interface DryRunFile extends RanFile {
  /** Time outside tests: startup, loading, hooks. */
  overheadMs: number
}

export interface TestSelection {
  tests: ChosenTests[]
  /** Number of those tests, and of all that reach the mutant. */
  count: number
  ofAll: number
  expectedMs: number
}

/** The tests that reach each mutant, from a run without mutants. */
export class Coverage {
  readonly #graph: ImportGraph
  readonly #files: DryRunFile[]
  readonly #completeFiles = new Set<string>()

  private constructor(graph: ImportGraph, files: DryRunFile[]) {
    this.#graph = graph
    this.#files = files
  }

  /**
   * Runs the tests of a stage near the mutants. Throws when a file fails twice; leaves out one that passes the second
   * time.
   */
  static async collect(runner: TestRunner, mutants: readonly Numbered[], stage: Stage, log: (text: string) => void) {
    const graph = new ImportGraph()
    const modules = [...new Set(mutants.map(({ mutant }) => mutant.file))]
    const near = testsNear(graph, modules).filter((file) => stageOf(file) === stage)
    runner.serve(instrumentedSources(mutants))
    const files: DryRunFile[] = []
    for (const [index, file] of near.entries()) {
      let result = await runner.run([{ file, ids: null }], DRY_RUN_LIMIT_MS)
      const failure = failureOf(result)
      if (failure) {
        result = await runner.run([{ file, ids: null }], DRY_RUN_LIMIT_MS)
        if (failureOf(result)) throw new Error(`fails without any mutant: ${file}: ${failure}`)
        log(`left out, since it fails only at times: ${file}: ${failure}`)
        continue
      }
      for (const ran of result.files) {
        const inTests = ran.tests.reduce((sum, test) => sum + test.durationMs, 0)
        files.push({ ...ran, overheadMs: Math.max(0, result.durationMs - inTests) })
      }
      log(`${index + 1} of ${near.length} ${file} (${(result.durationMs / 1000).toFixed(1)} s)`)
    }
    return new Coverage(graph, files)
  }

  /** The tests that reach a mutant, nearest first, as many as are worth their time. */
  of({ mutant, number }: Numbered): TestSelection {
    const mark = dryRunMark(number)
    const reaching = this.#files
      .map((file) => ({ file, tests: this.#testsReaching(file, mark), rank: this.#rank(file, mutant) }))
      .filter(({ tests }) => tests.length > 0)
      .sort((a, b) => a.rank - b.rank || a.file.overheadMs - b.file.overheadMs)
    const selection: TestSelection = {
      tests: [],
      count: 0,
      ofAll: reaching.reduce((sum, { tests }) => sum + tests.length, 0),
      expectedMs: 0,
    }
    for (const { file, tests } of reaching) {
      if (selection.count >= MAX_TESTS || selection.expectedMs >= MAX_TESTS_MS) break
      const isCompleteFile = tests.length === file.tests.length
      const chosen = isCompleteFile ? tests : tests.slice(0, MAX_TESTS - selection.count)
      selection.tests.push({ file: file.file, ids: isCompleteFile ? null : chosen.map(({ id }) => id) })
      selection.count += chosen.length
      selection.expectedMs += chosen.reduce((sum, { durationMs }) => sum + durationMs, file.overheadMs)
    }
    return selection
  }

  /** From now on runs this file's tests together: one of them depends on another. */
  runTogether(file: string): void {
    this.#completeFiles.add(file)
  }

  #testsReaching(file: DryRunFile, mark: string) {
    const reached = file.tests.filter((test) => test.reached.includes(mark))
    const isForAll = file.reached.includes(mark) || file.reachedOnLoad.includes(mark)
    if (isForAll) return file.tests
    // Quick tests are not worth splitting.
    const isCompleteFile = this.#completeFiles.has(file.file) || stageOf(file.file) === 'quick'
    return reached.length > 0 && isCompleteFile ? file.tests : reached
  }

  #rank({ file }: DryRunFile, mutant: Mutant): number {
    const distance = this.#graph.distancesFrom(file).get(mutant.file) ?? 100
    return rankOf(file, mutant.file, distance)
  }
}

/** Calls in a marked module, and in one with a mutant. */
const dryRunMark = (number: number) => `seen ${number}`
export const mutantMark = (number: number) => `live ${number}`
export const callOf = (mark: string) => `globalThis.reached?.('${mark}')`

/** Why a run failed; null when it passed. */
export function failureOf({ files, problem, isTimeout }: RunResult): string | null {
  if (isTimeout) return 'time limit'
  const failed = files.flatMap(({ tests }) => tests).find(({ hasPassed }) => hasPassed === false)
  if (failed) return `${failed.name}: ${failed.problem}`
  return files.find((file) => file.problem)?.problem ?? problem
}

function instrumentedSources(mutants: readonly Numbered[]): Map<string, string> {
  const marked = mutants.map(({ mutant, number }) => ({ mutant, mark: callOf(dryRunMark(number)) }))
  const byFile = Map.groupBy(marked, ({ mutant }) => mutant.file)
  return new Map([...byFile].map(([file, inFile]) => [file, instrumentedSource(readSource(file), inFile)]))
}

function stageOf(testFile: string): Stage {
  return /\.(video|slow)\./.test(testFile) ? 'video' : testFile.includes('.db.') ? 'database' : 'quick'
}

/** Test files that import these modules, directly or through others: for each module the nearest few. */
function testsNear(graph: ImportGraph, modules: readonly string[]): string[] {
  // Of the slow tests, only those of single encodes; the others process entire videos, or kill processes.
  const all = globSync('{src,tests}/**/*.test.ts', { cwd: root }).filter(
    (file) => !file.includes('.slow.') || file.startsWith('src/video/media/'),
  )
  const near = modules.flatMap((module) => {
    const ranked = all
      .map((file) => ({ file, distance: graph.distancesFrom(file).get(module) ?? Number.POSITIVE_INFINITY }))
      .filter(({ distance }) => Number.isFinite(distance))
      .sort((a, b) => rankOf(a.file, module, a.distance) - rankOf(b.file, module, b.distance))
    const others = ranked.filter(({ file }) => stageOf(file) !== 'video')
    const videoTests = ranked.filter(
      ({ file, distance }) => stageOf(file) === 'video' && distance <= MAX_VIDEO_TEST_DISTANCE,
    )
    const count = module.endsWith('-rows.server.ts') ? MAX_FILES_FOR_ROWS : MAX_FILES_FOR_RULES
    return [...others.slice(0, count), ...videoTests.slice(0, MAX_VIDEO_TESTS)].map(({ file }) => file)
  })
  return [...new Set(near)].sort()
}

/** Nearer is lower; at equal distance, tests of the module's own room and quick ones come first. */
function rankOf(testFile: string, module: string, distance: number): number {
  const isOwnRoom = roomOf(testFile) === roomOf(module)
  return distance + (isOwnRoom ? 0 : 1.5) + (stageOf(testFile) === 'quick' ? 0 : 0.25)
}
