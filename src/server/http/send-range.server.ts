import type { ServerResponse } from 'node:http'
import type { CachedObject, JoinedObject } from '#platform/object-cache.server.ts'
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
  object: CachedObject | JoinedObject,
  range: ByteRange,
  response: ServerResponse,
  closed: Promise<void>,
): Promise<void> {
  let isClosed = false
  const interrupted = closed.then(() => {
    isClosed = true
    return false as const
  })
  /** Resolves with whether the system has taken the bytes. */
  const take: Take = async (bytes) => {
    return !isClosed && !response.destroyed && (await Promise.race([write(response, bytes), interrupted]))
  }
  if (!('partsIn' in object)) return void (await sendPart(object, range, take))
  for await (const part of object.partsIn(range)) if (!(await sendPart(part.object, part.range, take))) return
}

type Take = (bytes: Buffer) => Promise<boolean>

/** @returns whether all of it was taken */
async function sendPart(object: CachedObject, { start, end }: ByteRange, take: Take): Promise<boolean> {
  if (object.bytes) return await take(object.bytes.subarray(start, end + 1))
  const buffer = acquireBuffer()
  let isWritten = true
  try {
    for (let at = start; at <= end; ) {
      const length = await object.readInto(buffer, Math.min(buffer.length, end - at + 1), at)
      if (length === 0) throw new Error('The object is shorter than its size.')
      at += length
      isWritten = await take(buffer.subarray(0, length))
      if (!isWritten) return false
    }
    return true
  } finally {
    releaseBuffer(buffer, isWritten)
  }
}

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
