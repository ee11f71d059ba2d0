import { createReadStream, createWriteStream } from 'node:fs'
import { open, readFile, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { withoutNoopEdits } from '../mp4/fmp4-edits.ts'
import { readAt } from '../mp4/read-fragments.server.ts'
import { FIRST_SEGMENT, INIT_SEGMENT } from './hls-arguments.ts'

/**
 * Moves the media of the first segment out of the init segment. ffmpeg's `hls` ends the init segment where it first
 * cuts, and fragments shorter than segments are written before that: they follow `moov`, and the first segment has its
 * type (`styp`) and nothing else. Also removes edit lists that skip nothing.
 */
export async function splitInitSegment(dir: string, firstSegment = FIRST_SEGMENT): Promise<void> {
  const init = join(dir, INIT_SEGMENT)
  const moovEnd = await findMoovEnd(init)
  if (moovEnd === null) return
  const media = createReadStream(init, { start: moovEnd })
  await pipeline(media, createWriteStream(join(dir, firstSegment), { flags: 'a' }))
  await truncate(init, moovEnd)
  await writeFile(init, withoutNoopEdits(await readFile(init)))
}

/** Where `moov` ends; null when nothing follows it, or there is none, which verification reports. */
async function findMoovEnd(init: string): Promise<number | null> {
  const file = await open(init).catch(() => null)
  if (file === null) return null
  try {
    const { size } = await file.stat()
    let isAfterMoov = false
    for (let at = 0; at + 8 <= size; ) {
      if (isAfterMoov) return at
      const head = await readAt(file, at, 8)
      const length = head.getUint32(0)
      isAfterMoov = head.getUint32(4) === 0x6d6f6f76 // 'moov'
      if (length < 8) return null
      at += length
    }
    return null
  } finally {
    await file.close()
  }
}
