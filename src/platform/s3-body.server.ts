import { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import type { S3Bucket } from './s3-bucket.server.ts'
import { StorageUnavailable } from './s3-faults.server.ts'
import { locationOf } from './s3-settings.ts'
import type { ByteRange } from './storage.server.ts'

/** A response with bytes of an object that nobody has read yet. */
export interface ObjectBody {
  stream: Readable
  tag: string
  /** Size of the whole object. */
  sizeBytes: number
  /** Positions in the object, both included; `end` is -1 when it is empty. */
  range: ByteRange
}

/** Broken connections in a row, without a byte in between, after which a read fails. */
const BREAKS_MAX = 4
const BREAK_PAUSE_MS = 100
/** The longest wait for the beginning of a response; a page waits for it. */
const RESPONSE_TIMEOUT_MS = 5000

/** @param tag the object must still have it, else the store answers 412 */
export async function openBody(bucket: S3Bucket, key: string, range?: ByteRange, tag?: string): Promise<ObjectBody> {
  const { Bucket } = bucket
  const Key = bucket.fullKey(key)
  const Range = range && `bytes=${range.start}-${Number.isFinite(range.end) ? range.end : ''}`
  const found = await bucket.call((s3) =>
    s3.getObject({ Bucket, Key, Range, IfMatch: tag }, { requestTimeout: RESPONSE_TIMEOUT_MS }),
  )
  const { Body, ContentLength, ContentRange, ETag = '' } = found
  if (ContentLength === undefined) {
    ;(Body as Readable).destroy()
    // Without a length, a connection that breaks looks like the end of the object.
    const cause = new Error(`The storage sent ${key} without its length.`)
    throw new StorageUnavailable(locationOf(bucket.settings), { cause })
  }
  const [, first = '0', size = String(ContentLength)] = /^bytes (\d+)-\d+\/(\d+)$/.exec(ContentRange ?? '') ?? []
  const start = Number(first)
  return {
    stream: Body as Readable,
    tag: ETag,
    sizeBytes: Number(size),
    range: { start, end: start + ContentLength - 1 },
  }
}

/** A body as a stream. After a broken connection it goes on with the bytes of the same object, or fails. */
export function readBody(bucket: S3Bucket, key: string, body: ObjectBody): Readable {
  const { pieces, close } = piecesOfBody(bucket, key, body)
  const bytes = Readable.from(pieces, { objectMode: false })
  // The connection is held until it is closed, even if no read has begun.
  bytes.once('close', close)
  return bytes
}

/** The pieces of a body, in the order and size in which they arrive. Call `close` once no more is read. */
export function piecesOfBody(bucket: S3Bucket, key: string, body: ObjectBody) {
  const connection = { current: body.stream }
  // The next read notices a connection that broke between reads.
  body.stream.on('error', () => {})
  return {
    pieces: readOn(bucket, key, body, connection),
    close(): void {
      connection.current.destroy()
    },
  }
}

async function* readOn(
  bucket: S3Bucket,
  key: string,
  { stream, tag, range }: ObjectBody,
  connection: { current: Readable },
): AsyncGenerator<Buffer, void> {
  let at = range.start
  let breaks = 0
  let pieces = stream.iterator() as AsyncIterator<Buffer>
  while (at <= range.end) {
    const { piece, cause } = await nextPiece(pieces)
    if (piece) {
      breaks = 0
      at += piece.length
      // With the end of its response read too, a connection serves the next request.
      if (at > range.end) await nextPiece(pieces)
      yield piece
      continue
    }
    // The connection has ended, and the object has not.
    breaks += 1
    if (breaks > BREAKS_MAX) throw new StorageUnavailable(locationOf(bucket.settings), { cause })
    await wait(BREAK_PAUSE_MS * breaks * (0.5 + Math.random()))
    const again = await openBody(bucket, key, { start: at, end: range.end }, tag)
    connection.current = again.stream
    pieces = again.stream.iterator() as AsyncIterator<Buffer>
  }
}

/** Null at the end of the connection, with its cause when it broke. */
async function nextPiece(pieces: AsyncIterator<Buffer>): Promise<{ piece: Buffer | null; cause?: unknown }> {
  try {
    const next = await pieces.next()
    return { piece: next.done ? null : next.value }
  } catch (cause) {
    return { piece: null, cause }
  }
}
