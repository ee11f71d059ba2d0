import { parseArgs } from 'node:util'
import { abortedBySignal, failCommand, printingProgress } from './command-line.ts'
import { readMoveConfig } from './config.ts'
import type { StorageConfig } from './config-storage.ts'
import { runAsExtraNode } from './extra-node.ts'
import { isComplete, movedWords, progressWords } from './move/words.ts'

// `npm run storage -- move`: exit code 0 when everything is in the other place, 1 with a sentence when it is not.
try {
  const to = readTarget()
  const { config, bucket } = readMoveConfig()
  const signal = abortedBySignal('goes on with this move')
  const onProgress = printingProgress(progressWords)
  const finished = await runAsExtraNode((hoshi) => hoshi.move({ to, bucket, signal, onProgress }), config)
  for (const line of movedWords(finished, to)) console.log(line)
  if (!isComplete(finished)) process.exitCode = 1
} catch (error) {
  failCommand(error)
}

/** @throws Error for anything but a move to one of the two storages */
function readTarget(): StorageConfig['kind'] {
  const { values, positionals } = parseArgs({ options: { to: { type: 'string' } }, allowPositionals: true })
  const { to } = values
  if (positionals.join(' ') !== 'move' || (to !== 's3' && to !== 'disk'))
    throw new Error('Say where the files should be: npm run storage -- move --to s3, or --to disk')
  return to
}
