import { join, relative } from 'node:path'
import {
  BaseSequencer,
  createVitest,
  ForksPoolWorker,
  type PoolOptions,
  type TestModule,
  type TestProject,
  type TestSpecification,
  type Vitest,
} from 'vitest/node'
import { root } from './sources.ts'

/** Time limit of one test; a mutant may block it forever. */
const TEST_LIMIT_MS = 120_000

/** Tests of one file; all of them when `ids` is null. */
export interface ChosenTests {
  file: string
  ids: readonly string[] | null
}

export interface RanTest {
  id: string
  file: string
  name: string
  /** Null when it was not run. */
  hasPassed: boolean | null
  /** Why it failed, on one line. */
  problem: string | null
  durationMs: number
  /** Marks that it reached. */
  reached: readonly string[]
}

export interface RanFile {
  file: string
  tests: RanTest[]
  /** Marks reached around the tests, and while modules were loaded. */
  reached: readonly string[]
  reachedOnLoad: readonly string[]
  /** Why the file as a whole failed. */
  problem: string | null
}

export interface RunResult {
  files: RanFile[]
  /** An unhandled error outside any test. */
  problem: string | null
  /** Whether the time limit ended it. */
  isTimeout: boolean
  durationMs: number
}

/** Vitest, opened once, with PostgreSQL. It can serve modules with sources other than those on disk. */
export class TestRunner {
  readonly #vitest: Vitest
  readonly #served: Map<string, string>
  readonly #workers: Set<ForksPoolWorker>

  private constructor(vitest: Vitest, served: Map<string, string>, workers: Set<ForksPoolWorker>) {
    this.#vitest = vitest
    this.#served = served
    this.#workers = workers
  }

  static async open(): Promise<TestRunner> {
    const served = new Map<string, string>()
    const workers = new Set<ForksPoolWorker>()
    const createPoolWorker = (options: PoolOptions) => {
      const worker = new ForksPoolWorker(options)
      workers.add(worker)
      return worker
    }
    const vitest = await createVitest(
      'test',
      {
        config: false,
        root,
        watch: false,
        // That cache goes by the files on disk.
        fsModuleCache: false,
        reporters: [{}],
        silent: true,
        include: ['{src,tests}/**/*.test.ts'],
        globalSetup: './tests/support/run/postgres-global-setup.ts',
        setupFiles: './scripts/mutation/record-reached.ts',
        pool: { name: 'stoppable-forks', createPoolWorker },
        isolate: false,
        maxWorkers: 1,
        bail: 1,
        sequence: { sequencer: InGivenOrder },
        testTimeout: TEST_LIMIT_MS,
        hookTimeout: TEST_LIMIT_MS,
        expect: { poll: { timeout: 20_000 } },
      },
      {
        plugins: [{ name: 'mutants', enforce: 'pre', transform: (_code, id) => served.get(id.split('?')[0] ?? '') }],
      },
    )
    await vitest.standalone()
    return new TestRunner(vitest, served, workers)
  }

  /** From now on serves these modules, and no others, with the given sources. */
  serve(sources: ReadonlyMap<string, string>): void {
    const changed = new Set(this.#served.keys())
    this.#served.clear()
    for (const [file, source] of sources) {
      this.#served.set(join(root, file), source)
      changed.add(join(root, file))
    }
    for (const path of changed) this.#vitest.invalidateFile(path)
  }

  /** Runs these files in sequence, up to the first failed test or the time limit. */
  async run(chosen: readonly ChosenTests[], limitMs: number): Promise<RunResult> {
    const { state } = this.#vitest
    // Otherwise an earlier failure would count as the first of this run.
    state.idMap.clear()
    state.filesMap.clear()
    this.#workers.clear()
    const project = this.#vitest.getRootProject()
    const specifications = chosen.map(({ file, ids }) => specificationOf(project, file, ids))
    let isTimeout = false
    const startedAt = performance.now()
    const limit = setTimeout(() => {
      isTimeout = true
      for (const worker of this.#workers) void worker.stop().catch(() => {})
    }, limitMs)
    try {
      const { testModules, unhandledErrors } = await this.#vitest.runTestSpecifications(specifications)
      const [problem] = unhandledErrors
      const durationMs = performance.now() - startedAt
      return { files: testModules.map(ranFileOf), problem: problem ? textOf(problem) : null, isTimeout, durationMs }
    } finally {
      clearTimeout(limit)
    }
  }

  async close(): Promise<void> {
    await this.#vitest.close()
  }
}

function specificationOf(project: TestProject, file: string, ids: readonly string[] | null): TestSpecification {
  return project.createSpecification(join(root, file), ids ? { testIds: [...ids] } : {})
}

function ranFileOf(module: TestModule): RanFile {
  const file = relative(root, module.moduleId)
  const { reached = [], reachedOnLoad = [] } = module.meta()
  const [error] = [...module.errors(), ...[...module.children.allSuites()].flatMap((suite) => suite.errors())]
  const tests = [...module.children.allTests()].map((test) => {
    const { state, errors = [] } = test.result()
    return {
      id: test.id,
      file,
      name: test.fullName,
      hasPassed: state === 'passed' ? true : state === 'failed' ? false : null,
      problem: errors[0] ? textOf(errors[0]) : null,
      durationMs: test.diagnostic()?.duration ?? 0,
      reached: test.meta().reached ?? [],
    }
  })
  return { file, tests, reached, reachedOnLoad, problem: error ? textOf(error) : null }
}

/** The error's message, on one line. */
function textOf(error: unknown): string {
  const hasMessage = typeof error === 'object' && error !== null && 'message' in error
  return String(hasMessage ? error.message : error)
    .replace(/\s+/g, ' ')
    .slice(0, 300)
}

/** Keeps the files in the order in which they were chosen. */
class InGivenOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files
  }
}
