import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The slowest files. Started last, one of them would run alone while other processors idle. */
const longest = [
  'killed-while-writing.slow.test.ts',
  'real-files.slow.test.ts',
  'odd-files.slow.test.ts',
  'poison.slow.test.ts',
  'every-screen.spec.ts',
  'settings.spec.ts',
]

/** Suites run one after another, because a test process loads the modules of one suite only. */
const suites = ['screens', 'video', 'rooms', 'slow']

/**
 * The same order in every run, the longest files of each suite first. `HOSHI_TEST_ORDER=reverse` reverses it: no file
 * may depend on an earlier one.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const known = longest.findIndex((name) => moduleId.endsWith(`/${name}`))
      return known === -1 ? longest.length : known
    }
    const suite = ({ project }: TestSpecification) => suites.indexOf(project.name)
    const sorted = files.toSorted(
      (one, other) => suite(one) - suite(other) || rank(one) - rank(other) || (one.moduleId < other.moduleId ? -1 : 1),
    )
    return process.env.HOSHI_TEST_ORDER === 'reverse' ? sorted.reverse() : sorted
  }
}
