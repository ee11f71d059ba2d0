import type { FileTimes } from './file-times.ts'

export interface OrderedFile {
  /** Path from the project's root. */
  path: string
  suite: string
}

/** The slowest files, where no run has measured them. Started last, one of them would run alone on idle processors. */
export const longest: readonly string[] = [
  'tests/crash/killed-while-writing.slow.test.ts',
  'src/video/encode/real-files.slow.test.ts',
  'src/video/encode/odd-files.slow.test.ts',
  'tests/crash/poison.slow.test.ts',
  'tests/screens/study-mode.spec.ts',
  'tests/screens/every-own-screen.spec.ts',
  'tests/screens/settings.spec.ts',
]

/** Suites run one after another, because a test process loads the modules of one suite only. */
const suites = ['screens', 'video', 'rooms', 'slow-apart', 'slow']

/**
 * Puts files into the order of a run: first those that must start first, then the suites in sequence, each with the
 * files that took the longest last time at its beginning. Files that nobody measured follow by name, but for the few
 * that are known to be long.
 */
export function inOrder<File extends OrderedFile>(files: readonly File[], times: FileTimes, first: readonly string[]) {
  const isLater = ({ path }: File) => (first.includes(path) ? 0 : 1)
  const suite = (file: File) => suites.indexOf(file.suite)
  const seconds = ({ path }: File) => {
    const known = longest.indexOf(path)
    return times[path] ?? (known === -1 ? 0 : 1e6 - known)
  }
  return files.toSorted(
    (one, other) =>
      isLater(one) - isLater(other) ||
      suite(one) - suite(other) ||
      seconds(other) - seconds(one) ||
      (one.path < other.path ? -1 : 1),
  )
}
