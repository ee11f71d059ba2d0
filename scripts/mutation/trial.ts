import { type Coverage, callOf, failureOf, mutantMark, type Numbered, type TestSelection } from './coverage.ts'
import { mutatedSource } from './mutant.ts'
import { readSource } from './sources.ts'
import type { ChosenTests, RunResult, TestRunner } from './test-runner.ts'

export interface TrialResult {
  fate: 'killed' | 'timeout' | 'survived'
  /** The failure that killed it; for a survivor, a note if its tests did not reach it. */
  by: string | null
  selection: TestSelection
}

/** Far more than a busy machine takes: only a real hang may count as a timeout. */
const GRACE_MS = 5 * 60_000
const TIME_FACTOR = 20

/** Tries one mutant at a time. */
export class Trial {
  readonly #runner: TestRunner
  readonly #coverage: Coverage
  /** Parts of test files that are known to pass without a mutant. */
  readonly #passing = new Set<string>()

  constructor(runner: TestRunner, coverage: Coverage) {
    this.#runner = runner
    this.#coverage = coverage
  }

  async of(numbered: Numbered): Promise<TrialResult> {
    const { mutant, number } = numbered
    const selection = this.#coverage.of(numbered)
    if (selection.count === 0) return { fate: 'survived', by: null, selection }
    const mark = mutantMark(number)
    this.#runner.serve(new Map([[mutant.file, mutatedSource(readSource(mutant.file), mutant, callOf(mark))]]))
    const result = await this.#runner.run(selection.tests, GRACE_MS + TIME_FACTOR * selection.expectedMs)
    const by = failureOf(result)
    if (result.isTimeout) return { fate: 'timeout', by, selection }
    // Some tests reach the mutant only by chance.
    if (by === null)
      return { fate: 'survived', by: hasReached(result, mark) ? null : 'not reached this time', selection }
    if (/timed out in \d+ ?ms/.test(by)) return { fate: 'timeout', by, selection }
    const dependentFile = await this.#dependentFile(result, selection.tests)
    if (dependentFile === null) return { fate: 'killed', by, selection }
    this.#coverage.runTogether(dependentFile)
    return this.of(numbered)
  }

  /** The file whose chosen tests fail without the mutant too, because they depend on tests that were left out. */
  async #dependentFile({ files }: RunResult, chosen: readonly ChosenTests[]): Promise<string | null> {
    const failed = files.flatMap(({ tests }) => tests).find(({ hasPassed }) => hasPassed === false)
    const ids = chosen.find(({ file }) => file === failed?.file)?.ids
    if (!failed || !ids) return null
    const upToIt = ids.slice(0, ids.indexOf(failed.id) + 1)
    const part = upToIt.join(' ')
    if (this.#passing.has(part)) return null
    this.#runner.serve(new Map())
    const result = await this.#runner.run([{ file: failed.file, ids: upToIt }], 10 * 60_000)
    if (failureOf(result) !== null) return failed.file
    this.#passing.add(part)
    return null
  }
}

function hasReached({ files }: RunResult, mark: string): boolean {
  return files.some((file) =>
    [file.reached, file.reachedOnLoad, ...file.tests.map(({ reached }) => reached)].some((marks) =>
      marks.includes(mark),
    ),
  )
}
