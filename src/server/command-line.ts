import { ConfigurationError } from './config.ts'
import { printLine } from './print.ts'
import { onceSignalled } from './signals.ts'

/** Time between two lines about the progress. */
const PROGRESS_MS = 10_000

/** Prints why a command has failed, a line for each wrong setting, and makes it end with this exit code. */
export function failCommand(error: unknown, exitCode = 1): void {
  const problems = error instanceof ConfigurationError ? error.problems : [(error as Error).message]
  for (const problem of problems) printLine(problem)
  process.exitCode = exitCode
}

/** Prints a line about the progress every ten seconds at most. */
export function printingProgress<Progress>(words: (progress: Progress) => string): (progress: Progress) => void {
  let printedAt = performance.now()
  return (progress) => {
    if (performance.now() - printedAt < PROGRESS_MS) return
    printedAt = performance.now()
    printLine(words(progress))
  }
}

/** Aborts once somebody stops the command. @param next says what the same command does the next time */
export function abortedBySignal(next: string): AbortSignal {
  const stop = new AbortController()
  void onceSignalled().then((signal) => stop.abort(new Error(`${signal}: the same command ${next}.`)))
  return stop.signal
}
