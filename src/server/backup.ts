import { parseArgs } from 'node:util'
import { openTarget } from './backup/open-target.server.ts'
import { finishedWords, progressWords } from './backup/words.ts'
import { abortedBySignal, failCommand, printingProgress } from './command-line.ts'
import { readConfigFor } from './config.ts'
import { runAsExtraNode } from './extra-node.ts'

// `npm run backup`: exit code 0 when the backup is complete, 1 with a sentence when there is none.
try {
  const { place, mayStartOver } = readArguments()
  const config = readConfigFor(place)
  const target = openTarget(place, config)
  const signal = abortedBySignal('goes on with this backup')
  const onProgress = printingProgress(progressWords)
  const finished = await runAsExtraNode(
    (hoshi) => hoshi.backup({ target, mayStartOver, signal, onProgress }),
    config,
  ).finally(() => target.close())
  for (const line of finishedWords(finished)) console.log(line)
} catch (error) {
  failCommand(error)
}

/** @throws Error for anything but one place */
function readArguments(): { place: string; mayStartOver: boolean } {
  const { values, positionals } = parseArgs({ options: { new: { type: 'boolean' } }, allowPositionals: true })
  const [place, ...others] = positionals
  if (!place || others.length > 0)
    throw new Error('Name one folder or bucket for the backup: npm run backup -- /mnt/backup, or s3://bucket/prefix')
  return { place, mayStartOver: values.new ?? false }
}
