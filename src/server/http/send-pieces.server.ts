import type { ServerResponse } from 'node:http'
import type { KeptObject } from '#platform/kept-objects.server.ts'
import type { ByteRange } from '#platform/storage.server.ts'

/** Few trips through the event loop, for as many readers at once as that is cheap for. */
const LARGE_BYTES = 512 * 1024
const LARGE_MAX = 32
/** For all the others: a thousand slow readers hold 64 MiB. */
const SMALL_BYTES = 64 * 1024

const spare: Buffer[] = []
let largeInUse = 0

/**
 * Sends a part of an object piece by piece, the next one read when the last one is with the system: whoever reads
 * slowly holds one piece, whoever goes away nothing. The head is the caller's; the end is not sent.
 *
 * @param over resolves when the answer is sent or cut off
 * @throws Error when the object is shorter than it said
 */
export async function sendPieces(
  object: KeptObject,
  { start, end }: ByteRange,
  response: ServerResponse,
  over: Promise<void>,
): Promise<void> {
  let isOver = false
  const gone = over.then(() => {
    isOver = true
    return false
  })
  const buffer = takeBuffer()
  let isWritten = true
  try {
    for (let at = start; at <= end; ) {
      const length = await object.readInto(buffer, Math.min(buffer.length, end - at + 1), at)
      if (length === 0) throw new Error('An object ended before its end.')
      at += length
      isWritten =
        !isOver && !response.destroyed && (await Promise.race([write(response, buffer.subarray(0, length)), gone]))
      if (!isWritten) return
    }
  } finally {
    giveBuffer(buffer, isWritten)
  }
}

/** Whether the bytes are with the system. */
function write(response: ServerResponse, bytes: Buffer): Promise<boolean> {
  return new Promise((resolve) => {
    response.write(bytes, (error) => resolve(!error))
  })
}

function takeBuffer(): Buffer {
  if (largeInUse >= LARGE_MAX) return Buffer.allocUnsafeSlow(SMALL_BYTES)
  largeInUse += 1
  return spare.pop() ?? Buffer.allocUnsafeSlow(LARGE_BYTES)
}

/** @param isFree false when a socket that was cut off may still hold it; then it is left to the garbage collector */
function giveBuffer(buffer: Buffer, isFree: boolean): void {
  if (buffer.length !== LARGE_BYTES) return
  largeInUse -= 1
  if (isFree) spare.push(buffer)
}
