import type { ServerResponse } from 'node:http'
import type { CachedObject } from '#platform/object-cache.server.ts'
import type { ByteRange } from '#platform/storage.server.ts'

/** Few trips through the event loop, for at most `LARGE_MAX` readers at a time. */
const LARGE_BYTES = 512 * 1024
const LARGE_MAX = 32
/** For all the others: a thousand slow readers hold 64 MiB. */
const SMALL_BYTES = 64 * 1024

const freeBuffers: Buffer[] = []
let largeInUse = 0

/**
 * Sends a range of an object in chunks. The next chunk is read once the system has taken the last one: a slow reader
 * holds one chunk, a disconnected one none. The caller writes the head and ends the response.
 *
 * @param closed resolves when the response is sent or cut off
 * @throws Error when the object ends before the range does
 */
export async function sendRange(
  object: CachedObject,
  { start, end }: ByteRange,
  response: ServerResponse,
  closed: Promise<void>,
): Promise<void> {
  let isClosed = false
  const interrupted = closed.then(() => {
    isClosed = true
    return false
  })
  const buffer = acquireBuffer()
  let isWritten = true
  try {
    for (let at = start; at <= end; ) {
      const length = await object.readInto(buffer, Math.min(buffer.length, end - at + 1), at)
      if (length === 0) throw new Error('The object is shorter than its size.')
      at += length
      isWritten =
        !isClosed &&
        !response.destroyed &&
        (await Promise.race([write(response, buffer.subarray(0, length)), interrupted]))
      if (!isWritten) return
    }
  } finally {
    releaseBuffer(buffer, isWritten)
  }
}

/** Resolves with whether the system has taken the bytes. */
function write(response: ServerResponse, bytes: Buffer): Promise<boolean> {
  return new Promise((resolve) => {
    response.write(bytes, (error) => resolve(!error))
  })
}

function acquireBuffer(): Buffer {
  if (largeInUse >= LARGE_MAX) return Buffer.allocUnsafeSlow(SMALL_BYTES)
  largeInUse += 1
  return freeBuffers.pop() ?? Buffer.allocUnsafeSlow(LARGE_BYTES)
}

/** @param isFree false when a disconnected socket may still use it; it is then left to the garbage collector */
function releaseBuffer(buffer: Buffer, isFree: boolean): void {
  if (buffer.length !== LARGE_BYTES) return
  largeInUse -= 1
  if (isFree) freeBuffers.push(buffer)
}
