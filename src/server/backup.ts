import { parseArgs } from 'node:util'
import { openTarget } from './backup/open-target.server.ts'
import { finishedWords, progressWords } from './backup/words.ts'
import { ConfigurationError, readConfigFor } from './config.ts'
import { runAsExtraNode } from './extra-node.ts'
import { printLine } from './print.ts'
import { onceSignalled } from './signals.ts'

/** Between two lines about the progress. */
const PROGRESS_MS = 10_000

// `npm run backup`: exit code 0 when the backup is complete, 1 with a sentence when there is none.
try {
  const { place, mayStartOver } = readArguments()
  const config = readConfigFor(place)
  const target = openTarget(place, config)
  const stop = new AbortController()
  void onceSignalled().then((signal) => stop.abort(new Error(`${signal}: the same command goes on with this backup.`)))
  let printedAt = performance.now()
  const finished = await runAsExtraNode(
    (hoshi) =>
      hoshi.backup({
        target,
        mayStartOver,
        signal: stop.signal,
        onProgress(progress) {
          if (performance.now() - printedAt < PROGRESS_MS) return
          printedAt = performance.now()
          printLine(progressWords(progress))
        },
      }),
    config,
  ).finally(() => target.close())
  for (const line of finishedWords(finished)) console.log(line)
} catch (error) {
  for (const problem of error instanceof ConfigurationError ? error.problems : [(error as Error).message])
    printLine(problem)
  process.exitCode = 1
}

/** @throws Error for anything but one place */
function readArguments(): { place: string; mayStartOver: boolean } {
  const { values, positionals } = parseArgs({ options: { new: { type: 'boolean' } }, allowPositionals: true })
  const [place, ...others] = positionals
  if (!place || others.length > 0)
    throw new Error('Name one folder or bucket for the backup: npm run backup -- /mnt/backup, or s3://bucket/prefix')
  return { place, mayStartOver: values.new ?? false }
}
