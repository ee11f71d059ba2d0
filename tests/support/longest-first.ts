import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that take longest. Begun last, one of them would keep a processor waiting alone. */
const longest = [
  'killed-while-writing.slow.test.ts',
  'real-files.slow.test.ts',
  'odd-files.slow.test.ts',
  'poison.slow.test.ts',
  'every-screen.spec.ts',
  'settings.spec.ts',
]

/** A test process reads the modules of one suite only, so that each suite comes as a whole. */
const suites = ['screens', 'video', 'rooms', 'slow']

/**
 * The same order in every run, the longest files of each suite first. `HOSHI_TEST_ORDER=reverse` turns it around: no
 * file may depend on one before it.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const known = longest.findIndex((name) => moduleId.endsWith(`/${name}`))
      return known === -1 ? longest.length : known
    }
    const suite = ({ project }: TestSpecification) => suites.indexOf(project.name)
    const sorted = files.toSorted(
      (one, other) =>
        suite(one) - suite(other) || place(one) - place(other) || (one.moduleId < other.moduleId ? -1 : 1),
    )
    return process.env.HOSHI_TEST_ORDER === 'reverse' ? sorted.reverse() : sorted
  }
}
