import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { hasTimeLimit } from './time-limit.ts'

/** The slowest files. Started last, one of them would run alone while other processors idle. */
const longest = [
  'killed-while-writing.slow.test.ts',
  'real-files.slow.test.ts',
  'odd-files.slow.test.ts',
  'poison.slow.test.ts',
  'every-screen.spec.ts',
  'settings.spec.ts',
  'malformed-bodies.db.test.ts',
]

/** More than a third of the slow files: even on the slowest machine, three days in a row start each of them. */
const FILES_A_DAY = 19

/** Suites run one after another, because a test process loads the modules of one suite only. */
const suites = ['screens', 'video', 'rooms', 'slow']

/**
 * The same order in every run, the longest files of each suite first. `HOSHI_TEST_ORDER=reverse` reverses it: no file
 * may depend on an earlier one. A run that may end before its last files begins with others each day.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const known = longest.findIndex((name) => moduleId.endsWith(`/${name}`))
      return known === -1 ? longest.length : known
    }
    const suite = ({ project }: TestSpecification) => suites.indexOf(project.name)
    const rotated = rotate(files.toSorted((one, other) => (one.moduleId < other.moduleId ? -1 : 1)))
    const sorted = rotated.toSorted((one, other) => suite(one) - suite(other) || rank(one) - rank(other))
    return process.env.HOSHI_TEST_ORDER === 'reverse' ? sorted.reverse() : sorted
  }
}

function rotate<File>(files: File[]): File[] {
  if (!hasTimeLimit || files.length === 0) return files
  const day = Math.floor(Date.now() / 86_400_000)
  const first = (day * FILES_A_DAY) % files.length
  return [...files.slice(first), ...files.slice(0, first)]
}
