import { createReadStream, createWriteStream } from 'node:fs'
import { open, readFile, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { withoutIdleEdits } from './fmp4-edits.ts'
import { FIRST_SEGMENT, INIT_SEGMENT } from './hls-arguments.ts'
import { readAt } from './read-fragments.server.ts'

/**
 * Puts the media of the first segment where they belong. ffmpeg's `hls` ends the init segment where it first cuts, and
 * fragments shorter than segments are written before that: they lie behind `moov`, and the first segment has its type
 * (`styp`) and nothing else. Edit lists that leave nothing out go.
 */
export async function settleInitSegment(dir: string, firstSegment = FIRST_SEGMENT): Promise<void> {
  const init = join(dir, INIT_SEGMENT)
  const setupEnd = await endOfSetup(init)
  if (setupEnd === null) return
  const media = createReadStream(init, { start: setupEnd })
  await pipeline(media, createWriteStream(join(dir, firstSegment), { flags: 'a' }))
  await truncate(init, setupEnd)
  await writeFile(init, withoutIdleEdits(await readFile(init)))
}

/** Where `moov` ends; null when nothing follows it, or there is none, which verifying tells. */
async function endOfSetup(init: string): Promise<number | null> {
  const file = await open(init).catch(() => null)
  if (file === null) return null
  try {
    const { size } = await file.stat()
    let isBehindSetup = false
    for (let at = 0; at + 8 <= size; ) {
      if (isBehindSetup) return at
      const head = await readAt(file, at, 8)
      const length = head.getUint32(0)
      isBehindSetup = head.getUint32(4) === 0x6d6f6f76 // 'moov'
      if (length < 8) return null
      at += length
    }
    return null
  } finally {
    await file.close()
  }
}
