import { type ObjectBody, openBody, piecesOfBody } from './s3-body.server.ts'
import type { S3Bucket } from './s3-bucket.server.ts'
import { isAbsent, isBeyondEnd, isReplaced } from './s3-faults.server.ts'
import { statObject } from './s3-reads.server.ts'
import { type ByteRange, ObjectMissing, type OpenObject } from './storage.server.ts'

/** Size of the request that opens an object; objects that a cache keeps in memory are no larger. */
const OPENED_BYTES = 8 * 1024 * 1024
/** A response that is not read for this long is closed, since it holds a connection. */
const UNREAD_MS = 1000

/**
 * Opens an object with one request, whose response serves reads as long as each begins where the last one ended. Any
 * other read is a request for exactly its bytes, which fails once the object is removed or replaced.
 */
export async function openObject(bucket: S3Bucket, key: string): Promise<OpenObject | null> {
  let body: ObjectBody
  try {
    body = await openBody(bucket, key, { start: 0, end: OPENED_BYTES - 1 })
  } catch (error) {
    if (isAbsent(error)) return null
    if (isBeyondEnd(error)) return await openEmpty(bucket, key)
    throw error
  }
  const { tag, sizeBytes } = body
  const response = readInTurn(bucket, key, body)
  return {
    sizeBytes,
    version: tag,
    async readInto(buffer, length, position) {
      const end = Math.min(position + length, sizeBytes) - 1
      if (end < position) return 0
      if (response.isAt(position)) return await orMissing(key, response.readInto(buffer, end - position + 1))
      return await orMissing(key, readExactly(bucket, key, tag, { start: position, end }, buffer))
    },
    async close() {
      response.close()
    },
  }
}

async function openEmpty(bucket: S3Bucket, key: string): Promise<OpenObject | null> {
  const found = await statObject(bucket, key)
  return found && { ...found, readInto: async () => 0, close: async () => {} }
}

/** Reads a response from its first byte to its last, by one reader at a time. */
function readInTurn(bucket: S3Bucket, key: string, body: ObjectBody) {
  const { pieces, close: closeConnection } = piecesOfBody(bucket, key, body)
  /** Bytes that have arrived, and were more than the last read asked for. */
  let rest: Buffer = Buffer.alloc(0)
  let position = body.range.start
  let isReading = false
  let isClosed = false
  const unread = setTimeout(() => (isReading ? unread.refresh() : close()), UNREAD_MS).unref()

  function close(): void {
    isClosed = true
    clearTimeout(unread)
    rest = Buffer.alloc(0)
    closeConnection()
  }

  async function readPieces(buffer: Buffer, length: number): Promise<number> {
    let read = 0
    while (read < length) {
      if (rest.length === 0) {
        const next = await pieces.next()
        if (next.done) break
        rest = next.value
      }
      const copied = rest.copy(buffer, read, 0, length - read)
      read += copied
      rest = rest.subarray(copied)
    }
    return read
  }

  return {
    /** Whether the next byte of the response is the one at this position of the object, and nobody else reads it. */
    isAt: (start: number) => !isClosed && !isReading && start === position && start <= body.range.end,

    /** Fewer bytes than `length` at the end of the response only. */
    async readInto(buffer: Buffer, length: number): Promise<number> {
      isReading = true
      try {
        const read = await readPieces(buffer, length)
        position += read
        if (position > body.range.end) close()
        else unread.refresh()
        return read
      } catch (error) {
        close()
        throw error
      } finally {
        isReading = false
      }
    },
    close,
  }
}

async function readExactly(bucket: S3Bucket, key: string, tag: string, range: ByteRange, buffer: Buffer) {
  const { pieces, close } = piecesOfBody(bucket, key, await openBody(bucket, key, range, tag))
  try {
    let read = 0
    for await (const piece of pieces) read += piece.copy(buffer, read)
    return read
  } finally {
    close()
  }
}

/** @throws ObjectMissing when the bytes are those of another object by now, or of none */
async function orMissing<Result>(key: string, read: Promise<Result>): Promise<Result> {
  try {
    return await read
  } catch (error) {
    throw isAbsent(error) || isReplaced(error) ? new ObjectMissing(key, { cause: error }) : error
  }
}
