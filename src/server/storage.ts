import { parseArgs } from 'node:util'
import { ConfigurationError, readMoveConfig } from './config.ts'
import type { StorageConfig } from './config-storage.ts'
import { runAsExtraNode } from './extra-node.ts'
import { isComplete, movedWords, progressWords } from './move/words.ts'
import { printLine } from './print.ts'
import { onceSignalled } from './signals.ts'

/** Between two lines about the progress. */
const PROGRESS_MS = 10_000

// `npm run storage -- move`: exit code 0 when everything is in the other place, 1 with a sentence when it is not.
try {
  const to = readTarget()
  const { config, bucket } = readMoveConfig()
  const stop = new AbortController()
  void onceSignalled().then((signal) => stop.abort(new Error(`${signal}: the same command goes on with this move.`)))
  let printedAt = performance.now()
  const finished = await runAsExtraNode(
    (hoshi) =>
      hoshi.move({
        to,
        bucket,
        signal: stop.signal,
        onProgress(progress) {
          if (performance.now() - printedAt < PROGRESS_MS) return
          printedAt = performance.now()
          printLine(progressWords(progress))
        },
      }),
    config,
  )
  for (const line of movedWords(finished, to)) console.log(line)
  if (!isComplete(finished)) process.exitCode = 1
} catch (error) {
  for (const problem of error instanceof ConfigurationError ? error.problems : [(error as Error).message])
    printLine(problem)
  process.exitCode = 1
}

/** @throws Error for anything but a move to one of the two storages */
function readTarget(): StorageConfig['kind'] {
  const { values, positionals } = parseArgs({ options: { to: { type: 'string' } }, allowPositionals: true })
  const { to } = values
  if (positionals.join(' ') !== 'move' || (to !== 's3' && to !== 'disk'))
    throw new Error('Say where the files should be: npm run storage -- move --to s3, or --to disk')
  return to
}
