import { open } from 'node:fs/promises'

/** Bytes read at a time; more than a page has. */
const BLOCK_BYTES = 1024 * 1024
const PAGE_START = 'OggS'
/** A header without and with the most lacing values. */
const HEADER_BYTES = 27
const MAX_HEADER_BYTES = HEADER_BYTES + 255

/**
 * Whether streams of an Ogg file begin after others have begun to play: files joined end to end (a chain), of which
 * ffmpeg reads the first if it has several streams. Reads the headers of pages only, and searches for the next one where
 * bytes are damaged.
 * @see https://www.rfc-editor.org/rfc/rfc3533#section-6
 */
export async function isChainedOgg(path: string, signal?: AbortSignal): Promise<boolean> {
  const file = await open(path)
  const buffer = Buffer.alloc(BLOCK_BYTES)
  let isPlaying = false
  try {
    for (let at = 0; ; ) {
      signal?.throwIfAborted()
      const { bytesRead } = await file.read(buffer, 0, BLOCK_BYTES, at)
      const block = buffer.subarray(0, bytesRead)
      const isLast = bytesRead < BLOCK_BYTES
      let offset = 0
      for (;;) {
        const page = block.indexOf(PAGE_START, offset)
        if (page < 0) {
          offset = Math.max(offset, bytesRead - PAGE_START.length + 1)
          break
        }
        offset = page
        if (page + (isLast ? HEADER_BYTES : MAX_HEADER_BYTES) > bytesRead) break
        const { beginsStream, sizeBytes } = readPage(block.subarray(page))
        if (beginsStream && isPlaying) return true
        if (!beginsStream) isPlaying = true
        offset = page + sizeBytes
      }
      if (isLast) return false
      at += offset
    }
  } finally {
    await file.close()
  }
}

function readPage(page: Buffer): { beginsStream: boolean; sizeBytes: number } {
  const isFirstOfStream = (page.readUInt8(5) & 2) !== 0 && page.readUInt32LE(18) === 0
  const lacing = page.subarray(HEADER_BYTES, HEADER_BYTES + page.readUInt8(26))
  const bodyBytes = lacing.reduce((sum, value) => sum + value, 0)
  return { beginsStream: isFirstOfStream, sizeBytes: HEADER_BYTES + lacing.length + bodyBytes }
}
