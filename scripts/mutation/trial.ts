import { mutatedSource } from './mutant.ts'
import { callOf, failureOf, liveMark, type Numbered, type Sight, type Sights } from './sights.ts'
import { readSource } from './sources.ts'
import type { ChosenTests, Outcome, TestBench } from './test-bench.ts'

export interface Verdict {
  fate: 'killed' | 'timeout' | 'survived'
  /** What killed it; of a survivor, that its tests did not come there. */
  by: string | null
  sight: Sight
}

/** Far more than a busy machine takes: only what hangs may be taken for a mutant that hangs. */
const GRACE_MS = 5 * 60_000
const PATIENCE = 20

/** Tries one mutant after the other. */
export class Trial {
  readonly #bench: TestBench
  readonly #sights: Sights
  /** Parts of test files that are known to pass without a mutant. */
  readonly #sound = new Set<string>()

  constructor(bench: TestBench, sights: Sights) {
    this.#bench = bench
    this.#sights = sights
  }

  async of(numbered: Numbered): Promise<Verdict> {
    const { mutant, number } = numbered
    const sight = this.#sights.of(numbered)
    if (sight.count === 0) return { fate: 'survived', by: null, sight }
    const mark = liveMark(number)
    this.#bench.serve(new Map([[mutant.file, mutatedSource(readSource(mutant.file), mutant, callOf(mark))]]))
    const outcome = await this.#bench.run(sight.tests, GRACE_MS + PATIENCE * sight.expectedMs)
    const by = failureOf(outcome)
    if (outcome.isTimeout) return { fate: 'timeout', by, sight }
    // Chance decides whether some tests come there.
    if (by === null) return { fate: 'survived', by: hasReached(outcome, mark) ? null : 'not reached this time', sight }
    if (/timed out in \d+ ?ms/.test(by)) return { fate: 'timeout', by, sight }
    const unsound = await this.#unsoundFile(outcome, sight.tests)
    if (unsound === null) return { fate: 'killed', by, sight }
    this.#sights.keepTogether(unsound)
    return this.of(numbered)
  }

  /** The file whose chosen tests fail without the mutant too, because they need those that were left out. */
  async #unsoundFile({ files }: Outcome, chosen: readonly ChosenTests[]): Promise<string | null> {
    const failed = files.flatMap(({ tests }) => tests).find(({ hasPassed }) => hasPassed === false)
    const ids = chosen.find(({ file }) => file === failed?.file)?.ids
    if (!failed || !ids) return null
    const upToIt = ids.slice(0, ids.indexOf(failed.id) + 1)
    const part = upToIt.join(' ')
    if (this.#sound.has(part)) return null
    this.#bench.serve(new Map())
    const outcome = await this.#bench.run([{ file: failed.file, ids: upToIt }], 10 * 60_000)
    if (failureOf(outcome) !== null) return failed.file
    this.#sound.add(part)
    return null
  }
}

function hasReached({ files }: Outcome, mark: string): boolean {
  return files.some((file) =>
    [file.reached, file.reachedOnReading, ...file.tests.map(({ reached }) => reached)].some((marks) =>
      marks.includes(mark),
    ),
  )
}
