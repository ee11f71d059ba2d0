import { watch } from 'node:fs'
import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'

const READ_BYTES = 256 * 1024

/** A file to which somebody else appends until it is as long as was said. */
export interface GrowingFile {
  sizeBytes: number
  /** From the first byte to the last, each as soon as it is there. Fails when the wait is ended. */
  read(): Readable
  /** Some bytes from a place, as soon as they are there; null when they lie beyond the end. @throws the signal's reason */
  at(position: number, length: number): Promise<DataView | null>
  /** Nobody waits any more: all of it is there. A file system may have failed to say so. */
  complete(): void
}

/** @param signal ends every wait, and has to be used in the end: who waits holds the file */
export function openGrowingFile(path: string, sizeBytes: number, signal: AbortSignal): GrowingFile {
  const complete = new AbortController()
  const noMore = AbortSignal.any([signal, complete.signal])

  async function* pieces(from: number, to: number): AsyncGenerator<Buffer> {
    const growth = watchGrowth(path, noMore)
    const file = await open(path)
    try {
      for (let at = from; at < to; ) {
        const isComplete = complete.signal.aborted
        const buffer = Buffer.allocUnsafe(Math.min(READ_BYTES, to - at))
        const { bytesRead } = await file.read(buffer, 0, buffer.length, at)
        signal.throwIfAborted()
        at += bytesRead
        if (bytesRead > 0) yield buffer.subarray(0, bytesRead)
        else if (isComplete) throw new Error('The file ended before its end.')
        else await growth.next()
      }
    } finally {
      growth.close()
      await file.close()
    }
  }

  return {
    sizeBytes,
    read: () => Readable.from(pieces(0, sizeBytes), { objectMode: false, highWaterMark: READ_BYTES }),
    async at(position, length) {
      if (position + length > sizeBytes) return null
      const read: Buffer[] = []
      for await (const piece of pieces(position, position + length)) read.push(piece)
      const { buffer, byteOffset } = Buffer.concat(read)
      return new DataView(buffer, byteOffset, length)
    },
    complete: () => complete.abort(),
  }
}

/** Each `next` ends when the file has changed since the one before, or when it will not any more. */
function watchGrowth(path: string, noMore: AbortSignal): { next(): Promise<void>; close(): void } {
  let hasGrown = false
  let wake = () => {}
  const watcher = watch(path, () => {
    hasGrown = true
    wake()
  })
  const onNoMore = () => wake()
  noMore.addEventListener('abort', onNoMore)
  return {
    async next() {
      if (!hasGrown && !noMore.aborted) {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
      hasGrown = false
    },
    close() {
      noMore.removeEventListener('abort', onNoMore)
      watcher.close()
    },
  }
}
